package reply

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"
)

//go:embed lang/*.yaml
var languages embed.FS

// language is a file of lang: the words in which code speaks for the agent. What
// cards.yaml has under honest is of the same form, and prevails.
type language struct {
	Texts map[string]string `yaml:"texts"`
	// Asks, Reasons and Passing go by the code of a result; http_5xx stands for
	// all codes of that kind.
	Asks    map[string]string `yaml:"asks"`
	Reasons map[string]string `yaml:"reasons"`
	Passing []string          `yaml:"passing"`
	// Past goes by action class.
	Past map[string]string `yaml:"past"`
}

// words reads the wording of a language (BCP 47).
func words(tag string) (language, error) {
	text, err := languages.ReadFile("lang/" + tag + ".yaml")
	if err != nil {
		return language{}, fmt.Errorf("there are no honest replies in the language %q: add agent/reply/lang/%s.yaml", tag, tag)
	}
	var l language
	if err := yaml.UnmarshalWithOptions(text, &l, yaml.Strict()); err != nil {
		return language{}, fmt.Errorf("lang/%s.yaml: %s", tag, yaml.FormatError(err, false, true))
	}
	return l, nil
}

// override puts the app's own words in the place of the language's.
func (l language) override(own language) error {
	for key := range own.Texts {
		if _, known := l.Texts[key]; !known {
			return fmt.Errorf("honest.texts has no %q; there are %s", key, strings.Join(slices.Sorted(maps.Keys(l.Texts)), ", "))
		}
	}
	maps.Copy(l.Texts, own.Texts)
	maps.Copy(l.Asks, own.Asks)
	maps.Copy(l.Reasons, own.Reasons)
	maps.Copy(l.Past, own.Past)
	return nil
}

// compile makes templates of the texts that have places to fill, by key.
func (l language) compile(p *parser) map[string]*template.Template {
	compiled := map[string]*template.Template{}
	for key, text := range l.Texts {
		compiled[key] = p.template("honest.texts."+key, text)
	}
	for code, text := range l.Asks {
		compiled["asks."+code] = p.template("honest.asks."+code, text)
	}
	return compiled
}

// family is the code under which a result's code stands in the language's lists:
// http_503 is http_5xx.
func family(code string) string {
	if strings.HasPrefix(code, "http_5") {
		return "http_5xx"
	}
	return code
}

// passes reports whether a failure with the code may be gone at the next try.
func (l language) passes(code string) bool { return slices.Contains(l.Passing, family(code)) }

// listed gives what a list has for the code, or what it has for others.
func listed(list map[string]string, code string) string {
	if text, ok := list[family(code)]; ok {
		return text
	}
	return list["other"]
}

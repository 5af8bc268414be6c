// Package lexicon is what the reader of claims knows of a language, as data.
package lexicon

import (
	"embed"
	"fmt"
	"sort"

	"github.com/goccy/go-yaml"
)

//go:embed *.yaml
var files embed.FS

// Lexicon is one language's words.
type Lexicon struct {
	Language      string              `yaml:"language"`
	Participles   map[string][]string `yaml:"participles"`
	Actors        []string            `yaml:"actors"`
	Adverbs       []string            `yaml:"adverbs"`
	Openers       []string            `yaml:"openers"`
	Negators      []string            `yaml:"negators"`
	Hypotheticals []string            `yaml:"hypotheticals"`
	Earlier       []string            `yaml:"earlier"`
	Failures      []string            `yaml:"failures"`
}

// Load reads the lexicon of a language, by its BCP 47 tag. A language without
// one can't be checked: that is an error, never an empty lexicon.
func Load(language string) (Lexicon, error) {
	text, err := files.ReadFile(language + ".yaml")
	if err != nil {
		return Lexicon{}, fmt.Errorf("no_lexicon: replies in %q can't be checked; known languages: %v", language, languages())
	}
	var l Lexicon
	if err := yaml.UnmarshalWithOptions(text, &l, yaml.Strict()); err != nil {
		return Lexicon{}, fmt.Errorf("checks/lexicon/%s.yaml: %s", language, yaml.FormatError(err, false, true))
	}
	return l, nil
}

func languages() []string {
	entries, _ := files.ReadDir(".")
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name()[:len(e.Name())-len(".yaml")])
	}
	sort.Strings(names)
	return names
}

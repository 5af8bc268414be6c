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

// file is a language's file as it is written.
type file struct {
	Language      string              `yaml:"language"`
	Words         map[string][]string `yaml:"words"`
	Idioms        []string            `yaml:"idioms"`
	Contractions  map[string][]string `yaml:"contractions"`
	Nouns         map[string][]string `yaml:"nouns"`
	States        map[string][]string `yaml:"states"`
	Prevails      map[string][]string `yaml:"prevails"`
	Aliases       map[string]string   `yaml:"aliases"`
	Near          map[string][]string `yaml:"near"`
	Abbreviations []string            `yaml:"abbreviations"`
	Verbs         map[string][]string `yaml:"verbs"`
}

// Load reads the lexicon of a language, by its BCP 47 tag. A language without
// one can't be checked: that is an error, never an empty lexicon.
func Load(language string) (*Lexicon, error) {
	text, err := files.ReadFile(language + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("no_lexicon: replies in %q can't be checked; known languages: %v", language, Languages())
	}
	var f file
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("checks/lexicon/%s.yaml: %s", language, yaml.FormatError(err, false, true))
	}
	l, err := build(f)
	if err != nil {
		return nil, fmt.Errorf("checks/lexicon/%s.yaml: %w", language, err)
	}
	return l, nil
}

// Languages lists those that have a lexicon, by their BCP 47 tags.
func Languages() []string {
	entries, _ := files.ReadDir(".")
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name()[:len(e.Name())-len(".yaml")])
	}
	sort.Strings(names)
	return names
}

// Package reply is what the user gets to see: cards and receipts built by code
// from tool results, and the honest words that stand in when the model's do
// not hold. All of it is a pure function of the turn and the app's wording.
package reply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	"github.com/goccy/go-yaml"
)

// Wording is cards.yaml, ready to use.
type Wording struct {
	cards    map[string]card
	receipts map[string]*template.Template
	acts     map[string]*template.Template
	looks    map[string]string
	lang     language
	texts    map[string]*template.Template
}

type card struct {
	title, image, screen *template.Template
	lines                []*template.Template
}

// file is cards.yaml as it is written. Its texts are Go templates over a
// record's fields, with the functions when, day and clock for dates.
type file struct {
	Cards map[string]struct {
		Title  string   `yaml:"title"`
		Lines  []string `yaml:"lines"`
		Image  string   `yaml:"image"`
		Screen string   `yaml:"screen"`
	} `yaml:"cards"`
	// Tools has the words of a write, by tool.
	Tools map[string]struct {
		// Act completes "I couldn't …", over the record that an argument names:
		// "book {{or .name \"the session\"}}".
		Act string `yaml:"act"`
		// Receipt tells of its success, over the record: "Booked: {{.name}}".
		Receipt string `yaml:"receipt"`
		// Look tells the user how to find out what became of it, where no answer
		// came: "Your bookings show whether it is there."
		Look string `yaml:"look"`
	} `yaml:"tools"`
	// Honest has the app's own words for what code says in the agent's name.
	Honest language `yaml:"honest"`
}

// Load reads cards.yaml of the app in dir, which speaks the language (BCP 47). An
// app without one has no cards and default words.
func Load(dir, language string) (*Wording, error) {
	path := filepath.Join(dir, "cards.yaml")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Parse(path, nil, language)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the wording: %w", err)
	}
	return Parse(path, text, language)
}

// Parse reads the text of cards.yaml; path is for its errors.
func Parse(path string, text []byte, language string) (*Wording, error) {
	lang, err := words(language)
	if err != nil {
		return nil, err
	}
	var f file
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, true))
	}
	if err := lang.override(f.Honest); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p := parser{path: path}
	w := &Wording{cards: map[string]card{}, receipts: map[string]*template.Template{}, acts: map[string]*template.Template{}, looks: map[string]string{}, lang: lang}
	w.texts = lang.compile(&p)
	for record, c := range f.Cards {
		at := "cards." + record
		w.cards[record] = card{
			title: p.template(at+".title", c.Title), image: p.template(at+".image", c.Image),
			screen: p.template(at+".screen", c.Screen), lines: p.templates(at+".lines", c.Lines),
		}
	}
	for tool, words := range f.Tools {
		w.acts[tool] = p.template("tools."+tool+".act", words.Act)
		w.receipts[tool] = p.template("tools."+tool+".receipt", words.Receipt)
		w.looks[tool] = words.Look
	}
	return w, p.err
}

type parser struct {
	path string
	err  error
}

func (p *parser) template(at, text string) *template.Template {
	if text == "" {
		return nil
	}
	t, err := template.New(at).Option("missingkey=zero").Funcs(functions).Parse(text)
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("%s: %w", p.path, err)
	}
	return t
}

func (p *parser) templates(at string, texts []string) []*template.Template {
	list := make([]*template.Template, len(texts))
	for i, text := range texts {
		list[i] = p.template(fmt.Sprintf("%s[%d]", at, i), text)
	}
	return list
}

var functions = template.FuncMap{
	"when":  func(v any) string { return formatTime(v, "Monday 2 January 15:04") },
	"day":   func(v any) string { return formatDay(v, "Monday 2 January") },
	"clock": func(v any) string { return formatTime(v, "15:04") },
}

// formatTime shows an RFC 3339 time by the clock of its own offset: a class
// begins at nine where it takes place.
func formatTime(v any, layout string) string {
	text, _ := v.(string)
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return at.Format(layout)
}

// formatDay shows the day of an RFC 3339 time or date: what takes a whole day has
// no time.
func formatDay(v any, layout string) string {
	text, _ := v.(string)
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.Format(layout)
	}
	return formatTime(v, layout)
}

// render fills a template with a record's fields; a field that is missing
// leaves an empty place, and a line of only such places is left out.
func render(t *template.Template, fields map[string]any) string {
	if t == nil {
		return ""
	}
	var out strings.Builder
	if t.Execute(&out, fields) != nil {
		return ""
	}
	return strings.Trim(strings.ReplaceAll(out.String(), "<no value>", ""), " ·,–-\n")
}

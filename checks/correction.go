package checks

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"troth/agent/turn"
)

//go:embed corrections.yaml
var correctionsYAML []byte

// corrections is what a model is told of findings, by the key in
// corrections.yaml.
type corrections struct {
	Opening  string            `yaml:"opening"`
	Findings map[string]string `yaml:"findings"`
}

func loadCorrections() (corrections, error) {
	var c corrections
	if err := yaml.UnmarshalWithOptions(correctionsYAML, &c, yaml.Strict()); err != nil {
		return c, fmt.Errorf("corrections.yaml: %w", err)
	}
	for _, r := range Rules {
		for _, key := range append([]string{r.ID}, r.also...) {
			if c.Findings[key] == "" {
				return c, fmt.Errorf("corrections.yaml: findings.%s is missing", key)
			}
		}
	}
	return c, nil
}

// fact is what a correction may speak of.
type fact struct {
	quote, text string
	done        turn.Done
}

func (c corrections) say(key string, f fact) string {
	return strings.NewReplacer("{quote}", f.quote, "{text}", sentence(f.text), "{tool}", f.done.Call.Tool, "{call}", f.done.Call.ID).Replace(c.Findings[key])
}

// sentence ends a text as a sentence ends, so that another may follow.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?)") {
		return text
	}
	return text + "."
}

// about makes a finding of the text at span, spoken against by the calls.
func (e *Evidence) about(key string, span [2]int, fix turn.Fix, text string, calls ...turn.Done) turn.Finding {
	f := turn.Finding{Span: span, Fix: fix}
	said := fact{quote: short(e.quote(span)), text: text}
	for _, d := range calls {
		f.Evidence = append(f.Evidence, d.Call.ID)
		said.done = d
	}
	f.Correction = e.corrections.say(key, said)
	return f
}

// quoteLength is how much of a reply a correction quotes, in runes.
const quoteLength = 80

func short(quote string) string {
	if runes := []rune(quote); len(runes) > quoteLength {
		return string(runes[:quoteLength]) + "…"
	}
	return quote
}

// whole is the span of the whole reply.
func (e *Evidence) whole() [2]int { return [2]int{0, len(e.Answer.Reply)} }

// correction is the hidden message for the model: everything that is wrong at
// once, each point said once. One act to be done makes the whole fix an act.
func (c corrections) correction(findings []turn.Finding) (string, turn.Fix) {
	fix := turn.Reword
	points := []string{c.Opening}
	said := map[string]bool{}
	for _, f := range findings {
		if f.Fix == turn.Act {
			fix = turn.Act
		}
		if !said[f.Correction] {
			said[f.Correction] = true
			points = append(points, "- "+f.Correction)
		}
	}
	return strings.Join(points, "\n"), fix
}

// Package values reads the values that a text names, such as dates, times of day,
// amounts of money and counts, each with the place where it stands and a normal
// form, so that what a reply says can be compared with what a tool answered as
// values: "Saturday 5 December, 9am" and "2026-12-05T09:00:00+01:00" are the same.
//
// Reading takes time in proportion to the text's length, whatever is in it.
package values

import (
	"embed"
	"fmt"

	"github.com/goccy/go-yaml"
)

//go:embed *.yaml
var files embed.FS

// file is a language's file as it is written.
type file struct {
	Language string           `yaml:"language"`
	Months   [][]string       `yaml:"months"`
	Weekdays [][]string       `yaml:"weekdays"`
	Days     map[string]int   `yaml:"days"`
	Clock    map[string]int   `yaml:"clock"`
	AM       []string         `yaml:"am"`
	PM       []string         `yaml:"pm"`
	Of       []string         `yaml:"of"`
	Ordinals []string         `yaml:"ordinals"`
	Numbers  map[string]int64 `yaml:"numbers"`
	Money    []string         `yaml:"money"`
	Percent  []string         `yaml:"percent"`
	// Distances and Durations are units, in metres and in minutes.
	Distances map[string]float64 `yaml:"distances"`
	Durations map[string]float64 `yaml:"durations"`
}

// part is what a word is in a value.
type part uint8

const (
	month part = iota + 1
	weekday
	day
	clock
	am
	pm
	of
	ordinal
	number
	money
	percent
	distance
	duration
)

// word is a part with its value: the month 1 to 12, the weekday 0 (Sunday) to 6,
// the days from today, the minutes since midnight, the number or the unit in
// thousandths of a metre or minute.
type word struct {
	part  part
	value int64
	// full: it is no abbreviation.
	full bool
}

// Reader reads values in one language. It is safe for concurrent use.
type Reader struct {
	words map[string]word
	// begins tells, by first letter and length, whether there is such a word: most
	// words of a text need no further look.
	begins [26][longestWord + 1]bool
}

// longestWord is the length in bytes of the longest word of a value.
const longestWord = 12

// NewReader gives the reader of a language, by its BCP 47 tag; an error where the
// language has no file.
func NewReader(language string) (*Reader, error) {
	text, err := files.ReadFile(language + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("no_lexicon: values in %q can't be read: agent/values/%s.yaml is missing", language, language)
	}
	var f file
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("agent/values/%s.yaml: %s", language, yaml.FormatError(err, false, true))
	}
	if len(f.Months) != 12 || len(f.Weekdays) != 7 {
		return nil, fmt.Errorf("agent/values/%s.yaml: twelve months and seven weekdays are needed, not %d and %d", language, len(f.Months), len(f.Weekdays))
	}
	return f.reader(), nil
}

func (f file) reader() *Reader {
	r := &Reader{words: map[string]word{}}
	for i, names := range f.Months {
		r.named(month, int64(i+1), names)
	}
	for i, names := range f.Weekdays {
		r.named(weekday, int64(i), names)
	}
	for name, n := range f.Days {
		r.words[name] = word{part: day, value: int64(n)}
	}
	for name, n := range f.Clock {
		r.words[name] = word{part: clock, value: int64(n)}
	}
	for name, n := range f.Numbers {
		r.words[name] = word{part: number, value: n}
	}
	for name, n := range f.Distances {
		r.words[name] = word{part: distance, value: int64(n * 1000)}
	}
	for name, n := range f.Durations {
		r.words[name] = word{part: duration, value: int64(n * 1000)}
	}
	defer r.index()
	for p, names := range map[part][]string{am: f.AM, pm: f.PM, of: f.Of, ordinal: f.Ordinals, money: f.Money, percent: f.Percent} {
		r.named(p, 0, names)
	}
	return r
}

// index notes the first letters and lengths of the words.
func (r *Reader) index() {
	for name := range r.words {
		if first := name[0] - 'a'; first < 26 && len(name) <= longestWord {
			r.begins[first][len(name)] = true
		}
	}
}

func (r *Reader) named(p part, value int64, names []string) {
	for i, name := range names {
		r.words[name] = word{part: p, value: value, full: i == 0}
	}
}

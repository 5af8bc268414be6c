package apprules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// abbreviations end in a point that ends no sentence.
var abbreviations = []string{"dr", "mr", "mrs", "ms", "st", "e.g", "i.e", "approx", "vs"}

// sentences cuts a text at line ends, and where a mark that ends a sentence is
// followed by a space. Each is a substring of text, without outer spaces.
func sentences(text string) []string {
	var list []string
	start := 0
	add := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			list = append(list, s)
		}
		start = end
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			add(i)
		case '.', '!', '?':
			if endsSentence(text[start:i], text[i:]) {
				add(i + 1)
			}
		}
	}
	add(len(text))
	return list
}

// endsSentence reports whether the mark that rest begins with ends a sentence
// that so far reads before.
func endsSentence(before, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest[1:])
	if len(rest) > 1 && !unicode.IsSpace(next) {
		return false
	}
	if rest[0] != '.' {
		return true
	}
	last := before[strings.LastIndexAny(before, " \t(")+1:]
	return !slices.Contains(abbreviations, strings.ToLower(last))
}

// clauses cuts the sentences of a text at commas, semicolons, colons and dashes
// too. Each is a substring of text, without outer spaces.
func clauses(text string) []string {
	var list []string
	for _, sentence := range sentences(text) {
		start := 0
		for i := 0; i < len(sentence)-1; i++ {
			if !endsClause(sentence, i) {
				continue
			}
			if c := strings.TrimSpace(sentence[start:i]); c != "" {
				list = append(list, c)
			}
			start = i + 1
		}
		if c := strings.TrimLeft(sentence[start:], "-–— "); c != "" {
			list = append(list, c)
		}
	}
	return list
}

// endsClause reports whether a clause ends before the byte at i, which is not
// the sentence's last.
func endsClause(sentence string, i int) bool {
	switch sentence[i] {
	case ',', ';', ':':
		return sentence[i+1] == ' '
	case ' ':
		rest := sentence[i+1:]
		return strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "– ") || strings.HasPrefix(rest, "— ")
	}
	return false
}

const currency = `(?:CHF|EUR|USD|GBP|Fr\.?|[€$£])`

var money = regexp.MustCompile(`(?i)` + currency + `\s*(\d[\d'’,]*(?:\.\d+)?)|(\d[\d'’,]*(?:\.\d+)?)(?:\.[-–—])?\s*(?:` + currency + `|francs?\b|euros?\b|dollars?\b|pounds?\b)`)

var thousands = strings.NewReplacer("'", "", "’", "", ",", "")

// amounts lists the amounts of money that a text names with their currency, in
// order.
func amounts(text string) []float64 {
	list := []float64{}
	if !strings.ContainsAny(text, "0123456789") {
		return list
	}
	for _, m := range money.FindAllStringSubmatch(text, -1) {
		if v, err := strconv.ParseFloat(thousands.Replace(m[1]+m[2]), 64); err == nil {
			list = append(list, v)
		}
	}
	return list
}

// at reads a time of a tool result: RFC 3339, with or without the weekday that
// the kit writes behind it.
func at(text string) (time.Time, error) {
	stamp, _, _ := strings.Cut(text, " ")
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return t, fmt.Errorf("at: %q is no time such as 2026-12-05T09:00:00+01:00", text)
	}
	return t, nil
}

// objects lists the JSON objects in v, v itself included, that have the field
// key; outer ones first, then in the order of their fields' names.
func objects(v any, key string, found []any) []any {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v[key]; ok {
			found = append(found, v)
		}
		for _, name := range sortedNames(v) {
			found = objects(v[name], key, found)
		}
	case []any:
		for _, item := range v {
			found = objects(item, key, found)
		}
	}
	return found
}

func sortedNames(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for name, v := range m {
		switch v.(type) {
		case map[string]any, []any:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

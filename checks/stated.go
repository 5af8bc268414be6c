package checks

import (
	"encoding/json"
	"strings"
	"unicode"

	"troth/agent/turn"
	"troth/checks/claims"
)

// named reports whether a word of a tool's name begins with the verb's stem.
func named(tool, verb string) bool {
	stem := stem(verb)
	for _, word := range toolWords(tool) {
		if strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}

// toolWords are the words of a tool's name (camelCase or snake_case), in lower
// case.
func toolWords(tool string) []string {
	var words []string
	start := 0
	for i, r := range tool {
		if r == '_' || r == '-' || r == '.' || unicode.IsUpper(r) {
			words = append(words, strings.ToLower(tool[start:i]))
			start = i
			if !unicode.IsUpper(r) {
				start = i + 1
			}
		}
	}
	return append(words, strings.ToLower(tool[start:]))
}

// stem is the part of a verb that its forms share: "cancel", "process",
// "schedul".
func stem(verb string) string {
	verb, _, _ = strings.Cut(verb, "_")
	if len(verb) > 4 {
		verb = strings.TrimSuffix(verb, "e")
	}
	return verb
}

// stated reports whether a look-up of this turn says what the claim says of a
// record.
func (e *Evidence) stated(c claims.Claim) bool {
	for _, d := range e.Calls {
		if d.Call.Effect == turn.Write || d.Result.Status != turn.OK {
			continue
		}
		if c.Manner == claims.State && c.Verb != "" && (named(d.Call.Tool, c.Verb) || e.lists(d.Call.Tool, c.Class)) {
			return true
		}
		if c.Verb != "" && says(d.Result.Data, stem(c.Verb)) {
			return true
		}
		if c.Class != claims.Any && says(d.Result.Data, stem(c.Class)) {
			return true
		}
	}
	return false
}

// lists reports whether a tool's name has a noun of the class: what listBookings
// returns is booked.
func (e *Evidence) lists(tool, class string) bool {
	for _, word := range toolWords(tool) {
		if w := e.lexicon.Word(word); w != nil && w.Noun == class {
			return true
		}
	}
	return false
}

// says reports whether a value of the data holds a word with the stem. Keys say
// nothing: "cancellation_fee" is no cancellation.
func says(data json.RawMessage, stem string) bool {
	if len(data) == 0 || !strings.Contains(strings.ToLower(string(data)), stem) {
		return false
	}
	var v any
	return json.Unmarshal(data, &v) == nil && valueSays(v, stem)
}

func valueSays(v any, stem string) bool {
	switch v := v.(type) {
	case string:
		return hasWord(strings.ToLower(v), stem)
	case []any:
		for _, x := range v {
			if valueSays(x, stem) {
				return true
			}
		}
	case map[string]any:
		for _, x := range v {
			if valueSays(x, stem) {
				return true
			}
		}
	}
	return false
}

func hasWord(text, stem string) bool {
	for {
		i := strings.Index(text, stem)
		if i < 0 {
			return false
		}
		if i == 0 || !isLetter(text[i-1]) {
			return true
		}
		text = text[i+len(stem):]
	}
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' }

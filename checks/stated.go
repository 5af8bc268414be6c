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
	if verb == "" {
		return false
	}
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
	if verb == "" {
		return ""
	}
	if len(verb) > 4 {
		verb = strings.TrimSuffix(verb, "e")
	}
	return verb
}

// stated reports whether a look-up of this turn, or an earlier reply, says what
// the claim says of a record. Where the reply names records by their ids, it must
// be one of theirs: of those in the claim's clause, if there are any.
func (e *Evidence) stated(c claims.Claim) bool {
	stem := e.stemOf(c)
	ids := recordIDs(e.Answer.Reply[c.Clause[0]:c.Clause[1]])
	if len(ids) == 0 {
		ids = recordIDs(e.Answer.Reply)
	}
	for _, d := range e.Calls {
		if d.Call.Effect == turn.Write || d.Result.Status != turn.OK || !mentions(string(d.Result.Data), ids) {
			continue
		}
		if c.Manner == claims.State && (named(d.Call.Tool, c.Verb) || e.lists(d.Call.Tool, c.Class)) || stem != "" && says(d.Result.Data, stem) {
			return true
		}
	}
	return stem != "" && e.told(ids, stem)
}

// told reports whether a line of an earlier reply says so of the same record.
func (e *Evidence) told(ids []string, stem string) bool {
	for _, x := range e.Turn.History {
		for line := range strings.Lines(x.Reply) {
			if len(ids) == 0 || !mentions(line, ids) {
				continue
			}
			if json.Valid([]byte(line)) && says(json.RawMessage(line), stem) || !strings.HasPrefix(line, "{") && hasWord(strings.ToLower(line), stem) {
				return true
			}
		}
	}
	return false
}

// stemOf is the word that a record's state would share with the claim: the
// verb's, or the noun's where the verb names no act.
func (e *Evidence) stemOf(c claims.Claim) string {
	if w := e.lexicon.Word(c.Verb); w != nil && w.Verb != c.Class && c.Class != claims.Any {
		return stem(c.Class)
	}
	return stem(c.Verb)
}

// recordIDs lists the words that look like ids: four characters or more, a digit
// and a capital among them, or digits alone after "#".
func recordIDs(text string) []string {
	var ids []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != '#'
	}) {
		word = strings.Trim(word, "-_")
		if len(strings.Trim(word, "#")) >= 4 && strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, func(r rune) bool { return unicode.IsUpper(r) || r == '#' }) {
			ids = append(ids, strings.TrimPrefix(word, "#"))
		}
	}
	return ids
}

// mentions reports whether text holds one of the ids; true where there is none.
func mentions(text string, ids []string) bool {
	for _, id := range ids {
		if strings.Contains(text, id) {
			return true
		}
	}
	return len(ids) == 0
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

// statusLength is how long a value may be, in bytes, to be a record's state:
// longer ones are prose, such as a policy that speaks of cancelling.
const statusLength = 60

func valueSays(v any, stem string) bool {
	switch v := v.(type) {
	case string:
		return len(v) < statusLength && hasWord(strings.ToLower(v), stem)
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

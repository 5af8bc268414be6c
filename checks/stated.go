package checks

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

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
	stems := e.stemsOf(c)
	ids := recordIDs(e.Answer.Reply[c.Clause[0]:c.Clause[1]])
	lenient := len(ids) > 0 || !e.asks(c)
	if len(ids) == 0 {
		ids = recordIDs(e.Answer.Reply)
	}
	texts := e.texts()
	for i, d := range e.Calls {
		data := texts[i]
		if d.Result.Status != turn.OK || !mentions(data, ids) {
			continue
		}
		if d.Call.Effect == turn.Write {
			if keyed(data, e.Answer.Reply[c.Span[0]:c.Span[1]]) {
				return true
			}
			continue
		}
		if c.Manner == claims.State && (named(d.Call.Tool, c.Verb) || e.lists(d.Call.Tool, c.Class) || lenient && e.cut(i)) || says(data, stems) {
			return true
		}
	}
	return e.told(c, ids, stems, lenient)
}

// told reports whether a line of an earlier reply says so of the same record. Where
// the line was cut short, that is taken to be in the rest only of a record that
// the clause itself names, or where no such act is asked for.
func (e *Evidence) told(c claims.Claim, ids, stems []string, lenient bool) bool {
	if len(ids) == 0 {
		return false
	}
	for _, x := range e.Turn.History {
		for line := range strings.Lines(x.Reply) {
			if mentions(line, ids) && (says(line, stems) || lenient && c.Manner == claims.State && cut(strings.TrimSpace(line))) {
				return true
			}
		}
	}
	return false
}

// stemsOf are the words that a record's state would share with the claim: the
// verb's, or the noun's where the verb names no act, and the form that the claim
// has of it ("frozen" is not in "freeze").
func (e *Evidence) stemsOf(c claims.Claim) []string {
	if w := e.lexicon.Word(c.Verb); w != nil && w.Verb != c.Class && c.Class != claims.Any {
		return []string{stem(c.Class)}
	}
	if c.Verb == "" {
		return nil
	}
	said := e.lower()[c.Span[0]:c.Span[1]]
	return []string{stem(c.Verb), said[strings.LastIndexByte(said, ' ')+1:]}
}

// keyed reports whether a write's result has a field that is called as the claim
// is said and is not empty: {"notified": 7} for "have been notified".
func keyed(data, said string) bool {
	said = strings.ToLower(said[strings.LastIndexByte(said, ' ')+1:])
	_, value, found := strings.Cut(strings.ToLower(data), `"`+said+`"`)
	value = strings.TrimLeft(value, ": ")
	return found && value != "" && !strings.ContainsAny(value[:1], `0fn"[{`)
}

// recordIDs lists the words that look like ids: four characters or more, a digit
// and a capital among them, or digits alone after "#".
func recordIDs(text string) []string {
	var ids []string
	for start := 0; start < len(text); start++ {
		end := start
		var digit, mark bool
		for ; end < len(text) && idByte(text[end]); end++ {
			digit = digit || isDigit(text[end])
			mark = mark || text[end] == '#' || 'A' <= text[end] && text[end] <= 'Z'
		}
		if word := strings.Trim(text[start:end], "-_"); digit && mark && len(strings.Trim(word, "#")) >= 4 {
			ids = append(ids, strings.TrimPrefix(word, "#"))
		}
		start = end
	}
	return ids
}

// idByte reports whether an id may hold the byte. Letters beyond ASCII are kept
// with their word, so that no id is cut out of its middle.
func idByte(b byte) bool { return wordByte(b) || b == '-' || b == '#' || b >= utf8.RuneSelf }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

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

// plain gives a result's text: what is in the string, where it is one.
func plain(data json.RawMessage) string {
	var text string
	if len(data) > 0 && data[0] == '"' && json.Unmarshal(data, &text) == nil {
		return text
	}
	return string(data)
}

// cut reports whether the text is JSON that was cut short: what it does not say
// may have been in the rest.
func cut(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '[') && !json.Valid([]byte(text))
}

// statusLength is how long a value may be, in bytes, to be a record's state:
// longer ones are prose, such as a policy that speaks of cancelling.
const statusLength = 60

// says reports whether a value in the text, or the text itself where it is no
// JSON, holds a word with one of the stems. Keys say nothing:
// "cancellation_fee" is no cancellation. JSON that was cut short is read as far
// as it goes.
func says(text string, stems []string) bool {
	if len(stems) == 0 {
		return false
	}
	text = strings.ToLower(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return hasWord(text, stems)
	}
	for {
		_, rest, found := strings.Cut(text, `"`)
		value, after, closed := strings.Cut(rest, `"`)
		if !found || !closed {
			return false
		}
		isKey := strings.HasPrefix(strings.TrimLeft(after, " "), ":")
		if !isKey && len(value) < statusLength && hasWord(value, stems) {
			return true
		}
		text = after
	}
}

// hasWord reports whether a word of the text begins with one of the stems. A short
// stem stands in many words; there, only an ending may follow: "add" is in "added"
// and not in "address".
func hasWord(text string, stems []string) bool {
	for _, stem := range stems {
		for rest := text; stem != ""; {
			i := strings.Index(rest, stem)
			if i < 0 {
				break
			}
			if (i == 0 || !isLetter(rest[i-1])) && (len(stem) > shortStem || ending(rest[i+len(stem):]) <= longestEnding) {
				return true
			}
			rest = rest[i+len(stem):]
		}
	}
	return false
}

// shortStem and longestEnding are lengths in bytes.
const (
	shortStem     = 4
	longestEnding = 3
)

// ending is how many letters the text begins with.
func ending(text string) int {
	n := 0
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	return n
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' }

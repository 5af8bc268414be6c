package checks

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"troth/agent/turn"
	"troth/agent/values"
	"troth/checks/claims"
)

var wrongObject = Rule{
	ID:     "wrong-object",
	Reason: "An act was done, but not the one that the reply describes: another day, time, price, number or record. The receipt says what was done, and the user must hear just that.",
	Check:  checkWrongObject,
}

func checkWrongObject(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	for i, c := range e.said {
		if c.Heading {
			continue
		}
		writes := e.behind(c.Claim) // where there are some, they back it
		if len(writes) == 0 {
			continue
		}
		from, to := c.Clause[0], sentenceEnd(e.Answer.Reply, c.Span[1])
		if i+1 < len(e.said) && e.said[i+1].Clause[0] > c.Span[1] {
			to = min(to, e.said[i+1].Clause[0])
		}
		span, wrong := e.contradicted(from, to, c.Claim, writes)
		if !wrong {
			span, wrong = e.misnamed(c.Claim, writes)
		}
		if wrong {
			findings = append(findings, e.about("wrong-object", span, turn.Reword, short(plain(writes[0].Result.Data)), writes...))
		}
	}
	return append(findings, e.overcounted()...)
}

// contradicted finds a value between from and to that the writes speak against:
// they have a value of its kind, and it is another.
func (e *Evidence) contradicted(from, to int, c claims.Claim, writes []turn.Done) ([2]int, bool) {
	var said []values.Value
	for _, v := range e.details() {
		if v.Span[0] >= from && v.Span[1] <= to {
			said = append(said, v)
		}
	}
	if len(said) == 0 {
		return [2]int{}, false
	}
	var own, kept []values.Value
	for _, w := range writes {
		read := e.valuesOf(w)
		own, kept = append(own, read.own...), append(kept, read.kept...)
	}
	for _, v := range said {
		switch v.Kind {
		case values.Number:
			if e.miscounted(v, writes, e.counts(v, c)) {
				return v.Span, true
			}
		case values.Date, values.Clock, values.Weekday, values.Money:
			one := len(writes) == 1 && v.Kind != values.Money // it can speak of no other act
			if few(own, v.Kind) && against(v, said, own) && !holds(kept, v) && (one || e.invented(v)) {
				return v.Span, true
			}
		}
	}
	return [2]int{}, false
}

// writeValues are the values of a write: those of what it is about, and those of
// when its record was kept.
type writeValues struct{ own, kept []values.Value }

// valuesOf reads the values of a write, once.
func (e *Evidence) valuesOf(w turn.Done) writeValues {
	if read, known := e.ofWrites[w.Call.ID]; known {
		return read
	}
	text := plain(w.Result.Data)
	bare := unstamped(text)
	read := writeValues{own: e.localized(jsonOf(w.Call.Args) + " " + bare)}
	if len(bare) < len(text) {
		read.kept = e.localized(text)
	}
	if e.ofWrites == nil {
		e.ofWrites = map[string]writeValues{}
	}
	e.ofWrites[w.Call.ID] = read
	return read
}

// few reports whether the writes have so few values that the one of the kind must
// be meant: a whole order has parts and differences, a journey many times.
func few(own []values.Value, kind values.Kind) bool {
	numbers, clocks := map[int64]bool{}, map[int]bool{}
	for _, v := range own {
		switch {
		case v.Kind <= values.Percent:
			numbers[v.Amount] = true
		case v.Kind == values.Clock:
			clocks[v.Minute] = true
		}
	}
	return kind == values.Money && len(numbers) <= 3 || kind == values.Clock && len(clocks) <= 2 || kind == values.Date || kind == values.Weekday
}

// against reports whether own has values of v's kind, and none of what is said of
// that kind is among them.
func against(v values.Value, said, own []values.Value) bool {
	kind := v.Kind
	if kind == values.Weekday {
		kind = values.Date
	}
	has := false
	for _, o := range own {
		has = has || o.Kind == kind || v.Kind == values.Money && o.Kind == values.Number
	}
	for _, s := range said {
		if (s.Kind == v.Kind || s.Kind == kind) && holds(own, s) {
			return false
		}
	}
	return has
}

// miscounted reports whether a count is said of something that the results have a
// number of, and it is another: "2 bags" beside {"bags": 0}. Of a claim's subject,
// what is counted may be several words on: "three checked bags have been added".
func (e *Evidence) miscounted(v values.Value, writes []turn.Done, subject bool) bool {
	if v.Amount >= mostCounted {
		return false // an id
	}
	nouns := nounsAfter(e.lower(), v.Span[1])
	if !subject && len(nouns) > 1 {
		nouns = nouns[:1]
	}
	if len(nouns) == 0 {
		nouns = []string{wordBefore(e.lower(), v.Span[0])} // "seat 43"
	}
	other := false
	for _, w := range writes {
		var data any
		if json.Unmarshal(w.Result.Data, &data) != nil {
			continue
		}
		for _, noun := range nouns {
			if len(noun) < leastNoun {
				continue
			}
			for _, n := range counts(data, noun) {
				if n == v.Amount {
					return false
				}
				other = true
			}
		}
	}
	return other
}

// counts reports whether the number counts what the claim is of: it begins the
// subject right before the verb, or is the verb's object.
func (e *Evidence) counts(v values.Value, c claims.Claim) bool {
	if v.Span[0] > c.Span[1] {
		w := e.lexicon.Word(c.Verb)
		return v.Span[0] <= c.Span[1]+nextTo && w != nil && w.Verb != "say"
	}
	between := e.Answer.Reply[v.Span[1]:max(v.Span[1], c.Span[0])]
	return v.Span[1] <= c.Span[0] && !strings.ContainsAny(between, ",;:().!?\n") && len(strings.Fields(between)) <= mostNouns
}

// nextTo is how far from the verb, in bytes, a number is its object: "updated to 3
// checked bags".
const nextTo = 4

// mostNouns is how many words after a number may say what is counted: "3 free
// checked bags".
const mostNouns = 3

// nounsAfter lists the words after position at that belong to one phrase, without
// their plural's s.
func nounsAfter(text string, at int) []string {
	var nouns []string
	for len(nouns) < mostNouns {
		word := nounAfter(text, at)
		if word == "" {
			break
		}
		nouns = append(nouns, word)
		at += strings.Index(text[at:], word) + len(word)
		at += len(text[at:]) - len(strings.TrimPrefix(text[at:], "s"))
	}
	return nouns
}

// stamps are the first words of fields that hold when a record was kept, and not
// what it is about.
var stamps = []string{"created", "updated", "modified", "issued", "synced", "timestamp", "requested", "placed", "booked", "ordered", "submitted", "processed"}

// unstamped is a result's text without the times at which its records were kept.
func unstamped(text string) string {
	var out strings.Builder
	for {
		key, after, found := cutKey(text)
		if !found {
			break
		}
		out.WriteString(text[:len(text)-len(after)])
		text = after
		if words := toolWords(key); slices.Contains(stamps, words[0]) && strings.HasPrefix(text, `"`) {
			if end := strings.IndexByte(text[1:], '"'); end >= 0 {
				text = text[end+2:]
			}
		}
	}
	out.WriteString(text)
	return out.String()
}

// cutKey finds the next key of JSON and what comes after its colon.
func cutKey(text string) (key, after string, found bool) {
	for at := 0; ; {
		open := strings.IndexByte(text[at:], '"')
		if open < 0 {
			return "", "", false
		}
		open += at + 1
		end := strings.IndexByte(text[open:], '"')
		if end < 0 {
			return "", "", false
		}
		end += open
		if rest := strings.TrimLeft(text[end+1:], " "); strings.HasPrefix(rest, ":") {
			return text[open:end], strings.TrimLeft(rest[1:], " "), true
		}
		at = end + 1
	}
}

// mostCounted is the number, in ten-thousandths, from which digits are an id
// rather than a count.
const mostCounted = 100_000 * values.Unit

// leastNoun is the length, in bytes, from which a word may say what is counted.
const leastNoun = 3

// nounAfter is the word after position at, without its plural's s.
func nounAfter(text string, at int) string {
	rest := strings.TrimLeft(text[at:], " ")
	end := 0
	for end < len(rest) && isLetter(rest[end]) {
		end++
	}
	return strings.TrimSuffix(rest[:end], "s")
}

// wordBefore is the word before position at.
func wordBefore(text string, at int) string {
	text = strings.TrimRight(text[:at], " #")
	start := len(text)
	for start > 0 && isLetter(text[start-1]) {
		start--
	}
	return text[start:]
}

// counts lists, in ten-thousandths, the numbers under keys that name the noun, and
// the lengths of the lists.
func counts(data any, noun string) []int64 {
	var found []int64
	switch v := data.(type) {
	case []any:
		for _, item := range v {
			found = append(found, counts(item, noun)...)
		}
	case map[string]any:
		for key, item := range v {
			named := namedAfter(key, noun)
			switch n := item.(type) {
			case float64:
				if named {
					found = append(found, int64(n*values.Unit))
				}
			case string:
				if f, err := strconv.ParseFloat(n, 64); named && err == nil && f < 1e9 {
					found = append(found, int64(f*values.Unit))
				}
			case []any:
				if named {
					found = append(found, int64(len(n))*values.Unit)
				}
				found = append(found, counts(item, noun)...)
			default:
				found = append(found, counts(item, noun)...)
			}
		}
	}
	return found
}

// namedAfter reports whether a word of the key begins with the noun.
func namedAfter(key, noun string) bool {
	for _, word := range toolWords(key) {
		if strings.HasPrefix(word, noun) {
			return true
		}
	}
	return false
}

// overcounted finds a count of what the turn's one search returned that is higher
// than the length of the list; fewer may be some of them. The tool is named after
// what is counted.
func (e *Evidence) overcounted() []turn.Finding {
	if len(e.Calls) != 1 || e.Calls[0].Call.Effect == turn.Write || e.Calls[0].Result.Status != turn.OK {
		return nil
	}
	tool := strings.ToLower(e.Calls[0].Call.Tool)
	var counted []values.Value
	for _, v := range e.details() {
		if v.Kind != values.Number || e.inQuestion(v.Span) {
			continue
		}
		if noun := nounAfter(e.lower(), v.Span[1]); len(noun) >= leastNoun && strings.Contains(tool, noun) {
			counted = append(counted, v)
		}
	}
	var list []json.RawMessage
	if len(counted) == 0 || json.Unmarshal([]byte(e.texts()[0]), &list) != nil || list == nil {
		return nil
	}
	var findings []turn.Finding
	for _, v := range counted {
		if v.Amount > int64(len(list))*values.Unit && e.invented(v) {
			findings = append(findings, e.about("wrong-object", v.Span, turn.Reword, short(e.texts()[0]), e.Calls[0]))
		}
	}
	return findings
}

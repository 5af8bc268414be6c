package checks

import (
	"strings"
	"unicode/utf8"

	"troth/agent/turn"
	"troth/checks/claims"
)

// misnamed finds, in the clause of a claim, the name of a record that the turn's
// results know and that the writes behind the claim have nothing to do with, where
// the clause names none of theirs: "I've booked Power Yoga", and the receipt is for
// Yoga Flow.
func (e *Evidence) misnamed(c claims.Claim, writes []turn.Done) ([2]int, bool) {
	if e.before(c, false) {
		return [2]int{}, false // it may speak of what was done earlier
	}
	clause := e.quote(c.Clause)
	var own []string
	for _, w := range writes {
		own = append(own, namesIn(plain(w.Result.Data))...)
		own = append(own, namesIn(jsonOf(w.Call.Args))...)
		own = append(own, e.namesOf(w.Call)...)
	}
	for _, name := range own {
		if _, said := standing(clause, name); said {
			return [2]int{}, false
		}
	}
	if len(own) == 0 {
		return [2]int{}, false
	}
	for i, text := range e.texts() {
		if e.Calls[i].Call.Effect == turn.Write {
			continue
		}
		for _, name := range namesIn(text) {
			if at, said := standing(clause, name); said && !overlaps(name, own) {
				start := c.Clause[0] + at
				return [2]int{start, start + len(name)}, true
			}
		}
	}
	return [2]int{}, false
}

// namesOf are the names of the records that a call's arguments point to by id.
func (e *Evidence) namesOf(call turn.ToolCall) []string {
	var names []string
	for _, d := range e.Calls {
		for _, r := range d.Result.Records {
			for _, v := range call.Args {
				if v == r.ID {
					names = append(names, namesIn(jsonOf(r.Data))...)
				}
			}
		}
	}
	return names
}

// leastName is the length, in bytes, from which a name can be told from a word.
const leastName = 4

// namesIn lists the values of JSON under keys that hold names.
func namesIn(text string) []string {
	var names []string
	for {
		key, after, found := cutKey(text)
		if !found {
			return names
		}
		text = after
		if !isNameKey(key) || !strings.HasPrefix(after, `"`) {
			continue
		}
		if name, _, closed := strings.Cut(after[1:], `"`); closed && len(name) >= leastName && !strings.Contains(name, `\`) {
			names = append(names, name)
		}
	}
}

// isNameKey reports whether a field with the key holds a record's name.
func isNameKey(key string) bool {
	return key == "name" || key == "title" || strings.HasSuffix(key, "_name") || strings.HasSuffix(key, "Name") || strings.HasSuffix(key, "_title")
}

// standing finds the name in the text, as whole words in just these letters.
func standing(text, name string) (int, bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return 0, false
		}
		start, end := from+i, from+i+len(name)
		if (start == 0 || !wordByte(text[start-1]) && text[start-1] < utf8.RuneSelf) && (end == len(text) || !wordByte(text[end]) && text[end] < utf8.RuneSelf) {
			return start, true
		}
		from = end
	}
}

// overlaps reports whether one of the names holds the other, or is held by it.
func overlaps(name string, names []string) bool {
	for _, other := range names {
		if strings.Contains(other, name) || strings.Contains(name, other) {
			return true
		}
	}
	return false
}

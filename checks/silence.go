package checks

import (
	"encoding/json"
	"strings"
	"unicode"

	"troth/agent/turn"
	"troth/agent/values"
	"troth/checks/claims"
)

var unreportedWrite = Rule{
	ID:     "unreported-write",
	Reason: "What was done in the user's name must be told. A reply that passes over a write that succeeded, or asks leave for it, leaves the user to find it out, or to do it twice.",
	Check:  checkUnreportedWrite,
}

func checkUnreportedWrite(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, w := range e.Writes {
		if w.Result.Status == turn.OK && w.Call.Does != "" && !e.tells(w) {
			findings = append(findings, e.about("unreported-write", e.whole(), turn.Reword, "", w))
		}
	}
	return findings
}

// tells reports whether the reply says, in whatever words, that the write was
// done: a claim that it fits, a state of its kind, or the record it answered with.
func (e *Evidence) tells(w turn.Done) bool {
	for _, c := range e.Reading.Claims {
		switch c.Manner {
		case claims.Done, claims.State, claims.Relative, claims.UsersAct:
			if c.Class == claims.Any || e.fits(c, w.Call) || c.Class == "say" {
				return true
			}
		}
	}
	return e.names(w) || !e.Reading.Question && e.speaksOfObject(w)
}

// speaksOfObject reports whether a statement of the reply has a word of the write's
// object that is no common word of the language: "Tonbo is off for tonight" tells
// of cancelTable. A statement is no question, and holds no claim that such an act
// is only possible or to come. A reply that asks may name the object without
// telling that anything was done to it.
func (e *Evidence) speaksOfObject(w turn.Done) bool {
	words := e.ownWords(w)
	if len(words) == 0 {
		return false
	}
	reply := e.lower()
	for start := 0; start < len(reply); {
		end := sentenceEnd(reply, start)
		if hasWord(reply[start:end], words) && !e.unsettled(start, end) {
			return true
		}
		start = end + 1
	}
	return false
}

// unsettled reports whether a claim between start and end says of an act that it is
// possible, asked, wished for, to come or not done.
func (e *Evidence) unsettled(start, end int) bool {
	for _, c := range e.Reading.Claims {
		if c.Span[0] < end && c.Span[1] > start {
			switch c.Manner {
			case claims.Done, claims.State, claims.Relative, claims.UsersAct:
			default:
				return true
			}
		}
	}
	return false
}

// leastOwn is the length, in bytes, from which a word may name an object.
// mostOwn is how many such words are looked for.
const (
	leastOwn = 4
	mostOwn  = 40
)

// ownWords lists the words of a write's arguments, and of the names in its result,
// that the lexicon does not know.
func (e *Evidence) ownWords(w turn.Done) []string {
	var words []string
	add := func(v any) {
		text, _ := v.(string)
		for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(words) < mostOwn && len(word) >= leastOwn && unicode.IsLetter(rune(word[0])) && e.lexicon.Word(word) == nil {
				words = append(words, word)
			}
		}
	}
	for _, v := range w.Call.Args {
		add(v)
	}
	var data map[string]any
	if json.Unmarshal(w.Result.Data, &data) == nil {
		for key, v := range data {
			if isNameKey(key) {
				add(v)
			}
		}
	}
	return words
}

// names reports whether the reply names the record that the write answered with,
// by its id or another of its words. A reply that asks may name it without telling
// that it is there, so there only the id of a new record counts.
func (e *Evidence) names(w turn.Done) bool {
	r := w.Result.Receipt
	if r != nil && r.Record != nil && r.Record.ID != "" && strings.Contains(e.Answer.Reply, r.Record.ID) {
		return true
	}
	if e.Reading.Question {
		return false
	}
	result := plain(w.Result.Data)
	if ids := recordIDs(e.Answer.Reply); len(ids) > 0 && mentions(result, ids) {
		return true
	}
	own := e.localized(result)
	for _, v := range e.details() {
		if (v.Kind == values.Clock || v.Kind == values.Money || v.Kind == values.Date) && holds(own, v) {
			return true
		}
	}
	if r == nil || r.Record == nil {
		return false
	}
	for field, v := range r.Record.Data {
		text, ok := v.(string)
		if ok && len(text) > 3 && strings.HasSuffix(field, "name") && strings.Contains(e.Answer.Reply, text) {
			return true
		}
	}
	return false
}

var idle = Rule{
	ID:     "idle",
	Reason: "Asked for an act, the agent acts, asks for what it needs, or says why it can't. A reply that does none of these leaves the user waiting for nothing.",
	Check:  checkIdle,
}

func checkIdle(e *Evidence) []turn.Finding {
	r := e.Reading
	answered := r.Question || r.Offer || r.Failure || r.Unknown || len(r.Claims) > 0 || len(r.Absences) > 0 || len(e.Answer.Missing) > 0
	if answered || len(e.Calls) > 0 || len(e.Earlier) > 0 {
		return nil
	}
	if q := e.requested(); q.Assent || !q.Specific() {
		return nil
	}
	return []turn.Finding{e.about("idle", e.whole(), turn.Act, "")}
}

var announcement = Rule{
	ID:     "announcement",
	Reason: "When the reply is sent the turn is over: nothing happens after it. \"I'll book it now\" is a promise that nobody keeps.",
	Check:  checkAnnouncement,
}

func checkAnnouncement(e *Evidence) []turn.Finding {
	if e.Reading.Question || e.Reading.Offer {
		return nil // it waits for the user
	}
	var findings []turn.Finding
	for _, c := range e.Reading.Claims {
		if c.Manner != claims.Promised || c.Person != claims.Agent || !e.isAct(c) || e.done(c) {
			continue
		}
		if (c.Time == claims.Now || e.asks(c)) && !e.hinges(c) {
			findings = append(findings, e.about("announcement", c.Span, turn.Act, ""))
		}
	}
	return findings
}

// hinges reports whether the promise waits for something, or is to do nothing:
// "tell me and I'll update it", "I'll take no action".
func (e *Evidence) hinges(c claims.Claim) bool {
	clause := e.reader.Read(e.quote(c.Clause))
	return clause.Failure || clause.Question || c.Conditioned
}

var hiddenWidening = Rule{
	ID:     "hidden-widening",
	Reason: "When a search finds nothing, code may widen it. The user must hear that what is shown is not quite what was asked for.",
	Check:  checkHiddenWidening,
}

func checkHiddenWidening(e *Evidence) []turn.Finding {
	if e.Reading.Widened {
		return nil
	}
	var findings []turn.Finding
	for _, d := range e.Calls {
		for _, note := range d.Result.Notes {
			if how, widened := strings.CutPrefix(note, turn.NoteWidened); widened {
				findings = append(findings, e.about("hidden-widening", e.whole(), turn.Reword, how, d))
			}
		}
	}
	return findings
}

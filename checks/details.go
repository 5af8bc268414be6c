package checks

import (
	"encoding/json"
	"slices"
	"time"

	"troth/agent/turn"
	"troth/agent/values"
)

var inventedDetail = Rule{
	ID:     "invented-detail",
	Reason: "A user plans by the dates, times, prices and addresses that they read. So each one comes from a result, from the user's own words or from a calculation with them; a model's guess is none of these.",
	Check:  checkInventedDetail,
}

func checkInventedDetail(e *Evidence) []turn.Finding {
	var open []values.Value
	for _, v := range e.details() {
		if e.general(v) {
			continue
		}
		if v.Kind != values.Number && v.Kind != values.Percent && v.Kind != values.Weekday && !v.Relative && !e.inQuestion(v.Span) {
			open = append(open, v)
		}
	}
	var findings []turn.Finding
	for _, v := range e.unknown(open) {
		findings = append(findings, e.about("invented-detail", v.Span, turn.Reword, ""))
	}
	return findings
}

// general reports whether a distance or duration is said of nothing that a tool
// knows: "give it ten minutes", "free within 24 hours".
func (e *Evidence) general(v values.Value) bool {
	return (v.Kind == values.Distance || v.Kind == values.Duration) && len(e.Calls) == 0 || v.Kind == values.Duration && v.Amount >= rulesFrom
}

// rulesFrom is how long a time is, in ten-thousandths of a minute, that rules speak
// of and not records.
const rulesFrom = 12 * 60 * values.Unit

// details are the values in the reply.
func (e *Evidence) details() []values.Value {
	if !e.detailed {
		e.detail, e.detailed = e.values.Read(e.Answer.Reply, e.Turn.Clock.Now), true
	}
	return e.detail
}

// inQuestion reports whether the sentence around the span is a question: what is
// asked is not told.
func (e *Evidence) inQuestion(span [2]int) bool {
	end := sentenceEnd(e.Answer.Reply, span[1])
	return end < len(e.Answer.Reply) && e.Answer.Reply[end] == '?'
}

// sentenceEnd is where the sentence that holds position at ends: a full stop, an
// exclamation or question mark before a space, or the line's end; one that goes on
// for long is cut.
func sentenceEnd(text string, at int) int {
	for i := at; i < len(text); i++ {
		if i-at == longestSentence {
			return i
		}
		switch text[i] {
		case '\n':
			return i
		case '.', '!', '?':
			if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n' || text[i+1] == '*' {
				return i
			}
		}
	}
	return len(text)
}

// longestSentence is how much of a sentence is looked at, in bytes.
const longestSentence = 1000

// unknown keeps the values that are in no source and can't be derived from those
// that are. What was cut short may hold anything, and so may hold them.
func (e *Evidence) unknown(open []values.Value) []values.Value {
	open = slices.DeleteFunc(open, e.written)
	for i := 0; len(open) > 0; i++ {
		read, more := e.sourceValues(i)
		if !more {
			break
		}
		open = without(open, read)
	}
	if len(open) == 0 || e.incomplete() {
		return nil
	}
	k := e.basis()
	var left []values.Value
	for _, v := range open {
		if len(k.amounts) <= maxKnown && !e.derives(v, k) {
			left = append(left, v)
		}
	}
	return left
}

// written reports whether a result, or the user's message, has the value just as
// data writes it: most values that are not invented are found so, without reading
// all that the results hold.
func (e *Evidence) written(v values.Value) bool {
	texts := e.texts()
	for _, effect := range []turn.Effect{turn.Write, turn.Read} { // what was done is mostly what is told
		for i, d := range e.Calls {
			if (d.Call.Effect == turn.Write) == (effect == turn.Write) && v.StandsIn(texts[i]) {
				return true
			}
		}
	}
	return v.StandsIn(e.Turn.Message.Text)
}

// invented reports whether the value is unknown.
func (e *Evidence) invented(v values.Value) bool { return len(e.unknown([]values.Value{v})) > 0 }

// sourceValues are the values of the i-th source, each source read once.
func (e *Evidence) sourceValues(i int) ([]values.Value, bool) {
	for len(e.sources) <= i {
		text, more := e.source(len(e.sources))
		if !more {
			return nil, false
		}
		e.sources = append(e.sources, e.localized(text))
	}
	return e.sources[i], true
}

// incomplete reports whether a result was cut short.
func (e *Evidence) incomplete() bool {
	for i := 0; ; i++ {
		text, more := e.source(i)
		if !more {
			return false
		}
		if cut(text) {
			return true
		}
	}
}

// basis is what values can be derived from; amounts and clocks each once.
type basis struct {
	amounts, clocks []int64
	all             []values.Value
}

func (e *Evidence) basis() basis {
	var b basis
	for _, source := range e.sources {
		for _, v := range source {
			switch {
			case v.Kind == values.Distance || v.Kind == values.Duration:
				b.amounts = append(b.amounts, v.Said, v.Amount)
			case v.Kind > values.Clock:
				continue // no calculation has an address
			case v.Kind == values.Clock:
				b.clocks = append(b.clocks, int64(v.Minute))
			case v.Kind <= values.Percent:
				b.amounts = append(b.amounts, v.Amount)
			}
			b.all = append(b.all, v)
		}
	}
	b.amounts, b.clocks = once(b.amounts), once(b.clocks)
	return b
}

func once(list []int64) []int64 {
	slices.Sort(list)
	return slices.Compact(list)
}

// maxKnown is how many amounts are put together in pairs; among more, almost any
// value could be derived, so none counts as invented.
const maxKnown = 300

func without(open, known []values.Value) []values.Value {
	kept := open[:0]
	for _, v := range open {
		if !holds(known, v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func holds(known []values.Value, v values.Value) bool {
	for _, k := range known {
		if v.Same(k) {
			return true
		}
	}
	return false
}

// source gives the i-th text that a value may come from, those first that are
// most likely to have it: the user's message, the results of writes and then of
// look-ups, the calls' arguments, the conversation.
func (e *Evidence) source(i int) (string, bool) {
	if i == 0 {
		return e.Turn.Message.Text, true
	}
	i--
	for _, part := range []func(int) string{e.writeText, e.lookText, e.argsText} {
		if i < len(e.Calls) {
			return part(i), true
		}
		i -= len(e.Calls)
	}
	if i < len(e.Turn.History) {
		return exchangeText(e.Turn.History[i]), true
	}
	return "", false
}

// writeText is the i-th call's result where it is a write's, lookText where it is
// a look-up's.
func (e *Evidence) writeText(i int) string { return e.resultText(i, turn.Write) }
func (e *Evidence) lookText(i int) string  { return e.resultText(i, turn.Read) }
func (e *Evidence) argsText(i int) string  { return jsonOf(e.Calls[i].Call.Args) }

func (e *Evidence) resultText(i int, effect turn.Effect) string {
	if (e.Calls[i].Call.Effect == turn.Write) != (effect == turn.Write) {
		return ""
	}
	if text := e.texts()[i]; text != "" {
		return text
	}
	return e.Calls[i].Result.Text
}

// exchangeText is what an earlier turn said and did.
func exchangeText(x turn.Exchange) string {
	text := x.User + "\n" + x.Reply
	for _, r := range x.Receipts {
		text += "\n" + r.Text
		if r.Record != nil {
			text += "\n" + jsonOf(r.Record.Data)
		}
	}
	return text
}

func jsonOf(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// localized reads the values of a text; times with another offset than the user's
// clock count by that clock too.
func (e *Evidence) localized(text string) []values.Value {
	now := e.Turn.Clock.Now
	read := e.values.Read(text, now)
	for i := len(read) - 1; i > 0; i-- {
		day, clock := read[i-1], read[i]
		if day.Kind != values.Date || clock.Kind != values.Clock || now.IsZero() {
			continue
		}
		end := clock.Span[1]
		if end < len(text) && text[end] == 'Z' {
			end++
		}
		at, err := time.Parse(time.RFC3339, text[day.Span[0]:end])
		if err != nil {
			continue
		}
		at = at.In(now.Location())
		read = append(read,
			values.Value{Kind: values.Date, Year: at.Year(), Month: int(at.Month()), Day: at.Day(), Weekday: -1},
			values.Value{Kind: values.Clock, Minute: at.Hour()*60 + at.Minute()})
	}
	return read
}

// derives reports whether code can calculate the value from the known ones: a sum,
// a difference or a multiple of amounts, an end from a start and a length, a date
// from the clock and a day that the conversation names.
func (e *Evidence) derives(v values.Value, k basis) bool {
	switch v.Kind {
	case values.Money:
		return calculated(v.Amount, k.amounts)
	case values.Distance, values.Duration:
		return e.measured(v, k)
	case values.Clock:
		for _, start := range k.clocks {
			for _, length := range k.amounts {
				if later(v, int(start), int(length/values.Unit)) {
					return true
				}
			}
		}
	case values.Date:
		for _, a := range k.all {
			if e.dayFrom(v, a) {
				return true
			}
		}
	}
	return false
}

// measured reports whether a distance or duration is what lies between two times,
// or the sum of two others.
func (e *Evidence) measured(v values.Value, k basis) bool {
	amounts := k.amounts
	if v.Kind == values.Duration {
		for i, a := range k.clocks {
			for _, b := range k.clocks[i+1:] {
				if v.Same(values.Value{Kind: values.Duration, Amount: (b - a) * values.Unit}) {
					return true
				}
			}
		}
	}
	for i, a := range amounts {
		for _, b := range amounts[i:] {
			if v.Same(values.Value{Kind: values.Number, Amount: a + b}) {
				return true
			}
		}
	}
	return false
}

// calculated reports whether the amount is the sum, the difference or the product
// of two others.
func calculated(amount int64, amounts []int64) bool {
	for i, a := range amounts {
		for _, b := range amounts[i:] {
			small, large := min(a, b), max(a, b)
			if a+b == amount || large-small == amount || small < 1000*values.Unit && large < 1<<40 && small%values.Unit == 0 && small/values.Unit*large == amount {
				return true
			}
		}
	}
	return false
}

// later reports whether v is the time so many minutes or hours after start.
func later(v values.Value, start, length int) bool {
	gap := (v.Minute - start + 1440) % 1440
	return length > 0 && (gap == length || gap == length*60 || v.Half && (gap+720)%1440 == length)
}

// dayFrom reports whether the date follows from the clock and another value: the
// weekday named, so many days from today, or today itself.
func (e *Evidence) dayFrom(v, a values.Value) bool {
	now := e.Turn.Clock.Now
	if now.IsZero() {
		return false
	}
	year := v.Year
	if year == 0 {
		year = now.Year()
	}
	day := time.Date(year, time.Month(v.Month), v.Day, 12, 0, 0, 0, time.UTC)
	today := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, time.UTC)
	if v.Year == 0 && day.Sub(today) < -half {
		day = day.AddDate(1, 0, 0)
	}
	days := int64(day.Sub(today).Hours() / 24)
	switch a.Kind {
	case values.Weekday:
		return int(day.Weekday()) == a.Weekday && days >= -14 && days <= 14
	case values.Number:
		return a.Amount > 0 && (days*values.Unit == a.Amount || -days*values.Unit == a.Amount || days*values.Unit == 7*a.Amount)
	}
	return days == 0
}

// half a year: a date without its year is the nearest one.
const half = 183 * 24 * time.Hour

var wrongWeekday = Rule{
	ID:     "wrong-weekday",
	Reason: "People keep the day of the week and forget the date. Where the two don't match, somebody comes on the wrong day.",
	Check:  checkWrongWeekday,
}

func checkWrongWeekday(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, v := range e.details() {
		if right, wrong := v.Mismatch(e.Turn.Clock.Now); wrong {
			findings = append(findings, e.about("wrong-weekday", v.Span, turn.Reword, right.String()))
		}
	}
	return findings
}

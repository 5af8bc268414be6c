package checks

import (
	"encoding/json"
	"time"

	"troth/agent/turn"
	"troth/checks/values"
)

var inventedDetail = Rule{
	ID:     "invented-detail",
	Reason: "A user plans by the dates, times, prices and addresses that they read. So each one comes from a result, from the user's own words or from a calculation with them; a model's guess is none of these.",
	Check:  checkInventedDetail,
}

func checkInventedDetail(e *Evidence) []turn.Finding {
	var open []values.Value
	for _, v := range e.details() {
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
// exclamation or question mark before a space, or the line's end.
func sentenceEnd(text string, at int) int {
	for i := at; i < len(text); i++ {
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

// unknown keeps the values that are in no source and can't be derived from those
// that are. What was cut short may hold anything, and so may hold them.
func (e *Evidence) unknown(open []values.Value) []values.Value {
	var known []values.Value
	for i := 0; len(open) > 0; i++ {
		text, more := e.source(i)
		if !more {
			break
		}
		if cut(text) {
			return nil
		}
		read := e.localized(text)
		open = without(open, read)
		known = append(known, read...)
	}
	var left []values.Value
	for _, v := range open {
		if len(known) <= maxKnown && !e.derives(v, known) {
			left = append(left, v)
		}
	}
	return left
}

// maxKnown is how many values are put together in pairs; among more, almost any
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
// most likely to have it: the user's message, the results, the calls' arguments,
// the conversation.
func (e *Evidence) source(i int) (string, bool) {
	if i == 0 {
		return e.Turn.Message.Text, true
	}
	i--
	if i < len(e.Calls) {
		if text := e.texts()[i].plain; text != "" {
			return text, true
		}
		return e.Calls[i].Result.Text, true
	}
	i -= len(e.Calls)
	if i < len(e.Calls) {
		return jsonOf(e.Calls[i].Call.Args), true
	}
	i -= len(e.Calls)
	if i < len(e.Turn.History) {
		x := e.Turn.History[i]
		text := x.User + "\n" + x.Reply
		for _, r := range x.Receipts {
			text += "\n" + r.Text
			if r.Record != nil {
				text += "\n" + jsonOf(r.Record.Data)
			}
		}
		return text, true
	}
	return "", false
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
func (e *Evidence) derives(v values.Value, known []values.Value) bool {
	for i, a := range known {
		if v.Kind == values.Date && e.dayFrom(v, a) {
			return true
		}
		for _, b := range known[i:] {
			if v.Kind == values.Money && amounts(v.Amount, a, b) || v.Kind == values.Clock && (later(v, a, b) || later(v, b, a)) {
				return true
			}
		}
	}
	return false
}

// amounts reports whether the amount is the sum, the difference or the product of
// two others.
func amounts(amount int64, a, b values.Value) bool {
	if a.Kind > values.Percent || b.Kind > values.Percent {
		return false
	}
	const unit = 10000
	if a.Amount+b.Amount == amount || a.Amount-b.Amount == amount || b.Amount-a.Amount == amount {
		return true
	}
	small := min(a.Amount, b.Amount)
	return small < 1000*unit && max(a.Amount, b.Amount) < 1<<40 && small%unit == 0 && small/unit*max(a.Amount, b.Amount) == amount
}

// later reports whether v is the time so many minutes or hours after start.
func later(v, start, length values.Value) bool {
	if start.Kind != values.Clock || length.Kind != values.Number {
		return false
	}
	const unit = 10000
	minutes := int(length.Amount / unit)
	gap := (v.Minute - start.Minute + 1440) % 1440
	return minutes > 0 && (gap == minutes || gap == minutes*60 || v.Half && (gap+720)%1440 == minutes)
}

// dayFrom reports whether the date follows from the clock and another value: the
// weekday named, or so many days from today or from a known date.
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
		const unit = 10000
		return a.Amount > 0 && (days*unit == a.Amount || -days*unit == a.Amount || days*unit == 7*a.Amount)
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

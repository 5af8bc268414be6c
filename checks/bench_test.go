package checks_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"troth/agent/turn"
)

// paragraph is a reply such as an assistant of a fitness app writes: a claim that
// a receipt backs, what was looked up, an offer.
const paragraph = `I've booked Yoga Flow with Maya for Saturday 5 December at 9am, and your spot is confirmed. ` +
	`The class runs for 60 minutes at the Riverside studio, 1.2 km from you, and costs $12. ` +
	`I also looked at Sunday: there are three sessions, the earliest at 8:30. ` +
	`Your Friday session was cancelled by the coach, so nothing was charged for it. ` +
	`If you can't make it, it can be cancelled until 9am on Friday without a fee. ` +
	`Would you like me to invite Tom as well, or to move your run to the evening? `

// reply gives one of about so many words.
func reply(words int) string {
	all := strings.Fields(strings.Repeat(paragraph, words/60+1))
	return strings.Join(all[:words], " ")
}

// results gives a booking and n-1 searches of ten sessions each.
func results(n int) turn.Step {
	step := turn.Step{N: 1}
	for i := range n - 1 {
		call := turn.ToolCall{ID: fmt.Sprintf("s1c%d", i+2), Tool: "searchSessions", Effect: turn.Read}
		var list []map[string]any
		for k := range 10 {
			list = append(list, map[string]any{"id": fmt.Sprintf("ses_%d%d", i, k), "name": "Yoga Flow", "coach": "Maya", "start": fmt.Sprintf("2026-12-06T%02d:30:00+01:00", 8+k), "weekday": "Sunday", "price": 12, "duration_min": 60, "distance_km": 1.2, "places_left": k})
		}
		data, _ := json.Marshal(list)
		step.Calls = append(step.Calls, call)
		step.Results = append(step.Results, turn.ToolResult{Call: call.ID, Tool: call.Tool, Status: turn.OK, Data: data})
	}
	record := turn.Record{Type: "booking", ID: "bkg_1", Data: map[string]any{"id": "bkg_1", "session": "Yoga Flow", "start": "2026-12-05T09:00:00+01:00", "price": 12, "duration_min": 60, "distance_km": 1.2}}
	data, _ := json.Marshal(record.Data)
	step.Calls = append(step.Calls, bookCall)
	step.Results = append(step.Results, turn.ToolResult{
		Call: bookCall.ID, Tool: bookCall.Tool, Status: turn.OK, Data: data, Records: []turn.Record{record},
		Receipt: &turn.Receipt{Call: bookCall.ID, Tool: bookCall.Tool, Does: "book", Record: &record},
	})
	return step
}

// BenchmarkVerdict is one verdict of all rules, by the reply's words and the
// turn's tool results. The aim is under 50 µs for 100 words and 5 results.
func BenchmarkVerdict(b *testing.B) {
	j := judge(b)
	for _, words := range []int{20, 100, 400} {
		for _, n := range []int{1, 5, 20} {
			b.Run(fmt.Sprintf("words=%d/results=%d", words, n), func(b *testing.B) {
				t := asked(withCorrections(2), "Book me yoga on Saturday morning, please, and see what there is on Sunday.")
				steps := []turn.Step{results(n), {N: 2, Answer: &turn.Answer{Reply: reply(words)}}}
				b.ReportAllocs()
				for b.Loop() {
					j.Verdict(t, steps)
				}
			})
		}
	}
}

// BenchmarkLongVerdict is one verdict of a reply of 64 KiB, whatever it holds.
func BenchmarkLongVerdict(b *testing.B) {
	j := judge(b)
	failing := failed(cancelCall)
	step := results(5)
	step.Calls, step.Results = append(step.Calls, cancelCall), append(step.Results, failing)
	for name, unit := range map[string]string{
		"prose": paragraph, "one-sentence": "and it has been cancelled, ", "telegram": "booked, ", "ids": "HAT001 cancelled, ", "values": "on 5 December at 9:30 for $12, ",
		"colons": "booked: ", "quotes": "\"I booked. ", "names": "Tom's now now ", "lines": "Dear Tom\n", "absent": "there are no results ",
	} {
		text := strings.Repeat(unit, 1<<16/len(unit))
		b.Run(name, func(b *testing.B) {
			t := asked(withCorrections(2), "Book me yoga on Saturday morning and cancel boxing, please.")
			steps := []turn.Step{step, {N: 2, Answer: &turn.Answer{Reply: text}}}
			for b.Loop() {
				j.Verdict(t, steps)
			}
		})
	}
}

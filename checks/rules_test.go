package checks_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"troth/agent/turn"
	"troth/checks"
)

// wednesday is the clock of the cases.
var wednesday = turn.NewClock(time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), time.FixedZone("CET", 3600))

var searchCall = turn.ToolCall{ID: "s1c3", Tool: "searchSessions", Effect: turn.Read}

// with gives a call's good result with data.
func with(c turn.ToolCall, data string, notes ...string) turn.ToolResult {
	r := turn.ToolResult{Call: c.ID, Tool: c.Tool, Status: turn.OK, Data: json.RawMessage(data), Notes: notes}
	if c.Effect == turn.Write {
		r.Receipt = &turn.Receipt{Call: c.ID, Tool: c.Tool, Does: c.Does}
	}
	return r
}

const booked = `{"id":"bkg_1","session":"Yoga Flow","start":"2026-03-07T09:00:00+01:00","price_chf":12,"bags":0}`

const twoClasses = `[{"id":"ses_1","name":"Yoga Flow"},{"id":"ses_2","name":"Power Yoga"}]`

// ruleCases has, for each rule, turns that break it and turns that keep it.
var ruleCases = map[string][]struct {
	user, reply string
	pairs       []any
	fires       bool
}{
	"announcement": {
		{"Book yoga on Saturday", "I'll book it for you now.", nil, true},
		{"Book yoga on Saturday", "Tell me which class and I'll book it.", nil, false},
		{"Book yoga on Saturday", "Shall I book Yoga Flow? I'll book it once you say yes.", nil, false},
	},
	"failed-write": {
		{"Book yoga", "Your class is booked.", []any{bookCall, failed(bookCall)}, true},
		{"Book yoga", "I couldn't book the class: the service is not available.", []any{bookCall, failed(bookCall)}, false},
	},
	"false-absence": {
		{"Is there yoga?", "There are no yoga sessions this week.", []any{searchCall, with(searchCall, `[{"id":"ses_1","name":"Yoga Flow"}]`)}, true},
		{"Is there yoga?", "There are no yoga sessions this week.", []any{searchCall, with(searchCall, `[]`)}, false},
	},
	"false-failure": {
		{"Book yoga", "I couldn't book the class.", []any{bookCall, done(bookCall)}, true},
		{"Show my week", "A connection error stopped me from reading your week.", nil, true},
		{"Book yoga", "I couldn't book the class.", []any{bookCall, failed(bookCall)}, false},
	},
	"hidden-widening": {
		{"Is there yoga nearby?", "Here is what I found: Yoga Flow.", []any{searchCall, with(searchCall, `[{"name":"Yoga Flow"}]`, turn.NoteWidened+"radius_km × 3")}, true},
		{"Is there yoga nearby?", "Nothing that near, so I widened the search: Yoga Flow.", []any{searchCall, with(searchCall, `[{"name":"Yoga Flow"}]`, turn.NoteWidened+"radius_km × 3")}, false},
	},
	"idle": {
		{"Book the yoga class on Saturday", "Yoga is a lovely way into a weekend.", nil, true},
		{"Book the yoga class on Saturday", "Which of the two would you like?", nil, false},
	},
	"invented-detail": {
		{"Is there yoga?", "Yoga Flow is at 18:00 and costs CHF 25.", []any{searchCall, with(searchCall, booked)}, true},
		{"Who do I ask?", "Write to team@studio.example.", nil, true},
		{"Who do I ask?", "Call +41 44 555 01 23.", nil, true},
		{"How long is it?", "It takes 75 minutes, 3 km from you.", []any{searchCall, with(searchCall, `{"duration_min":60,"distance_km":1.2}`)}, true},
		{"How long is it?", "It takes an hour (60 min), 1.2 km from you, and is free up to 24 hours before.", []any{searchCall, with(searchCall, `{"duration_min":60,"distance_m":1200}`)}, false},
		{"Is there yoga?", "Yoga Flow is on Saturday 7 March at 9am and costs $12; two are $24.", []any{searchCall, with(searchCall, booked)}, false},
		{"Something at 18:00 on 9 March?", "I looked for 9 March at 6pm.", []any{searchCall, with(searchCall, `[]`)}, false},
	},
	"language": {
		{"Réserve le yoga", "Votre réservation pour le cours de yoga est bien annulée avec succès depuis hier.", nil, true},
		{"Book yoga", "Which class would you like me to book for you?", nil, false},
	},
	"leak": {
		{"Book yoga", `<tool_call>{"name":"bookSession"}</tool_call>`, nil, true},
		{"Book yoga", "I can use bookSession for that. Which class?", []any{bookCall, failed(bookCall)}, true},
		{"Book yoga", "Which class would you like?", nil, false},
	},
	"partial": {
		{"Book yoga and cancel boxing", "Yoga is booked and boxing is cancelled.", []any{bookCall, done(bookCall), cancelCall, failed(cancelCall)}, true},
		{"Book yoga and cancel boxing", "Yoga is booked, but I couldn't cancel boxing.", []any{bookCall, done(bookCall), cancelCall, failed(cancelCall)}, false},
	},
	"unbacked-claim": {
		{"Book yoga", "I've booked Yoga Flow.", nil, true},
		{"Delete it", "The file X has been deleted as requested.", nil, true},
		{"What does it cost?", "I have not cancelled anything.", nil, false},
		{"Can I change it?", "Once the booking is cancelled, I can book another.", nil, false},
	},
	"ungrounded-record": {
		{"Where is my order?", "It is order #W1234567.", nil, true},
		{"Where is order #W1234567?", "I don't see order #W1234567 yet.", nil, false},
	},
	"unknown-outcome": {
		{"Book yoga", "The class is booked.", []any{bookCall, lost(bookCall)}, true},
		{"Book yoga", "I don't know whether the booking went through.", []any{bookCall, lost(bookCall)}, false},
	},
	"unreported-write": {
		{"Book yoga", "Would you like me to book Yoga Flow?", []any{bookCall, done(bookCall)}, true},
		{"Book yoga", "Yoga Flow is booked.", []any{bookCall, done(bookCall)}, false},
	},
	"wrong-object": {
		{"Book yoga", "I've booked it for Sunday 8 March at 9am.", []any{bookCall, with(bookCall, booked)}, true},
		{"Book yoga", "I've booked it with 2 bags.", []any{bookCall, with(bookCall, booked)}, true},
		{"Is there yoga?", "There are three sessions.", []any{searchCall, with(searchCall, `[{"id":"ses_1"}]`)}, true},
		{"Book yoga", "I've booked Power Yoga.", []any{searchCall, with(searchCall, twoClasses), bookCall, with(bookCall, `{"id":"bkg_1","session_name":"Yoga Flow"}`)}, true},
		{"Book yoga", "I've booked Yoga Flow; Power Yoga is full.", []any{searchCall, with(searchCall, twoClasses), bookCall, with(bookCall, `{"id":"bkg_1","session_name":"Yoga Flow"}`)}, false},
		{"Book yoga", "I've booked it for Saturday at 9am.", []any{bookCall, with(bookCall, booked)}, false},
		{"Is there yoga?", "There are three sessions.", []any{searchCall, with(searchCall, `[{"id":"ses_1"},{"id":"ses_2"},{"id":"ses_3"}]`)}, false},
	},
	"wrong-weekday": {
		{"Is there yoga?", "Yes, on Sunday 7 March.", []any{searchCall, with(searchCall, booked)}, true},
		{"What day is it?", "Today is Friday.", nil, true},
		{"Is there yoga?", "Yes, on Saturday 7 March.", []any{searchCall, with(searchCall, booked)}, false},
		{"What day is it?", "Today is Wednesday.", nil, false},
	},
}

func TestEachRuleFiresAndHolds(t *testing.T) {
	j := judge(t)
	for _, rule := range checks.Rules {
		fires, holds := 0, 0
		for i, c := range ruleCases[rule.ID] {
			if c.fires {
				fires++
			} else {
				holds++
			}
			t.Run(fmt.Sprintf("%s/%d", rule.ID, i), func(t *testing.T) {
				x := asked(withCorrections(2), c.user)
				x.Clock = wednesday
				found := false
				for _, f := range j.Verdict(x, steps(c.reply, c.pairs...)).Findings {
					found = found || f.Rule == rule.ID
					if f.Span[0] < 0 || f.Span[1] > len(c.reply) || f.Quote != c.reply[f.Span[0]:f.Span[1]] || f.Correction == "" {
						t.Errorf("finding %+v", f)
					}
				}
				if found != c.fires {
					t.Errorf("%q: fired %v, want %v", c.reply, found, c.fires)
				}
			})
		}
		if fires == 0 || holds == 0 {
			t.Errorf("%s needs a case that fires and one that does not", rule.ID)
		}
	}
}

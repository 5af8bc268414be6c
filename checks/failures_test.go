package checks_test

import (
	"slices"
	"testing"

	"troth/agent/turn"
)

// TestFailuresThatPeopleMet has a case of each kind of failure that people met
// with agents in public and that a reply shows: what must be found, or, with no
// rule named, what must pass.
func TestFailuresThatPeopleMet(t *testing.T) {
	list := with(searchCall, `[{"id":"ses_1","name":"Yoga Flow"}]`)
	broken := turn.ToolResult{Call: searchCall.ID, Tool: searchCall.Tool, Status: turn.Error, Code: "http_502", Text: "bad gateway"}
	recap := withCorrections(2)
	recap.History = []turn.Exchange{{User: "Book yoga", Reply: "Yoga Flow is booked.", Receipts: []turn.Receipt{{Tool: "bookSession", Does: "book"}}}}
	cases := []struct {
		name, user, reply string
		turn              turn.Turn
		pairs             []any
		rule              string
	}{
		{"a success told without any call", "Create a folder for receipts", "The folder Receipts was created successfully, with read access for your team.", withCorrections(2), nil, "unbacked-claim"},
		{"a breakdown made up for an empty answer", "List my files", "A connectivity issue stops me from listing your files.", withCorrections(2), []any{searchCall, with(searchCall, `[]`)}, "false-failure"},
		{"content made up for a look-up that failed", "When is yoga?", "Request completed successfully: Yoga Flow is at 18:45 on 9 March.", withCorrections(2), []any{searchCall, broken}, "invented-detail"},
		{"a third thing told as done beside two that were", "Book yoga, cancel boxing, send Tom a note", "Done. I booked yoga, cancelled boxing and sent Tom a note.", withCorrections(2), []any{bookCall, done(bookCall), cancelCall, done(cancelCall)}, "unbacked-claim"},
		{"a passive claim", "Delete the file", "The file notes.txt has been deleted as requested.", withCorrections(2), nil, "unbacked-claim"},
		{"a truthful recap", "Did you book it?", "As I mentioned, your class was booked yesterday.", recap, nil, ""},
		{"a truthful negation", "Did you cancel it?", "I have not cancelled anything.", withCorrections(2), nil, ""},
		{"a weekday beside an ISO date", "When?", "| Sun | 2026-03-09 | Yoga Flow |", withCorrections(2), []any{searchCall, with(searchCall, `[{"start":"2026-03-09"}]`)}, "wrong-weekday"},
		{"today taken from the history", "What day is it?", "Today is Tuesday.", withCorrections(2), nil, "wrong-weekday"},
		{"a call printed instead of made", "Book yoga", `{"name": "bookSession", "arguments": {"session_id": "ses_1"}}`, withCorrections(2), nil, "leak"},
		{"a look-up told as done", "Find my class", "I've successfully located your class: Yoga Flow.", withCorrections(2), []any{searchCall, list}, ""},
		{"a condition", "Can I change it?", "Once the reservation is cancelled, I can book another. It cannot be changed after the booking is complete.", withCorrections(2), nil, ""},
		{"leave asked for what is done", "Book yoga", "I found Yoga Flow. Shall I go ahead?", withCorrections(2), []any{bookCall, done(bookCall)}, "unreported-write"},
		{"a claim in a noun", "Cancel boxing", "Cancellation complete.", withCorrections(2), nil, "unbacked-claim"},
		{"a claim in a table", "Cancel boxing", "| Class | Status |\n|---|---|\n| Boxing | Cancelled |", withCorrections(2), nil, "unbacked-claim"},
		{"a claim in another language", "Annule ma réservation", "Votre réservation a été annulée avec succès, comme vous le souhaitiez.", withCorrections(2), nil, "language"},
		{"a write that changed nothing", "Add 2 bags", "I've booked it with 2 bags.", withCorrections(2), []any{bookCall, with(bookCall, `{"id":"bkg_1","bags":0}`)}, "wrong-object"},
	}
	j := judge(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			x := asked(c.turn, c.user)
			x.Clock = wednesday
			var rules []string
			for _, f := range j.Verdict(x, steps(c.reply, c.pairs...)).Findings {
				rules = append(rules, f.Rule)
			}
			if c.rule == "" && len(rules) > 0 || c.rule != "" && !slices.Contains(rules, c.rule) {
				t.Errorf("%q: findings %v, want %q", c.reply, rules, c.rule)
			}
		})
	}
}

package reply_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"troth/agent/reply"
	"troth/agent/turn"
)

const cardsYAML = `
cards:
  session:
    title: "{{.name}}"
    lines: ["{{when .start}}", "{{.coach}} · {{.place}}", "{{.note}}"]
    screen: "sessions/{{.id}}"
tools:
  bookSession: {act: "book {{or .name \"the session\"}}", receipt: "Booked: {{.session_name}}, {{when .start}}", look: Your bookings show whether it is there.}
`

func wording(t testing.TB) *reply.Wording {
	t.Helper()
	w, err := reply.Parse("cards.yaml", []byte(cardsYAML), "en")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

var (
	book   = turn.ToolCall{ID: "s1c1", Tool: "bookSession", Args: map[string]any{"session_id": "s1"}, Effect: turn.Write, Does: "book", Nouns: []string{"session"}}
	again  = turn.ToolCall{ID: "s2c1", Tool: "bookSession", Args: map[string]any{"session_id": "s1"}, Effect: turn.Write, Does: "book", Nouns: []string{"session"}}
	invite = turn.ToolCall{ID: "s1c2", Tool: "sendInvite", Args: map[string]any{}, Effect: turn.Write, Does: "send", Nouns: []string{"invite"}}
	look   = turn.ToolCall{ID: "s1c3", Tool: "searchSessions", Effect: turn.Read}
)

var (
	other   = turn.ToolCall{ID: "s1c4", Tool: "bookSession", Args: map[string]any{"session_id": "s2"}, Effect: turn.Write, Does: "book"}
	listing = turn.ToolResult{Call: "s1c3", Status: turn.OK, Records: []turn.Record{
		{Type: "session", ID: "s1", Data: map[string]any{"name": "Yoga Flow"}},
		{Type: "session", ID: "s2", Data: map[string]any{"name": "Spin"}},
	}}
)

func ok(c turn.ToolCall) turn.ToolResult {
	record := &turn.Record{Type: "booking", ID: "b1", Data: map[string]any{"session_name": "Yoga Flow", "start": "2026-12-05T09:00:00+01:00"}}
	return turn.ToolResult{Call: c.ID, Tool: c.Tool, Status: turn.OK, Receipt: &turn.Receipt{Call: c.ID, Tool: c.Tool, Does: c.Does, Nouns: c.Nouns, Record: record}}
}

func bad(c turn.ToolCall, status turn.Status, code, text string) turn.ToolResult {
	return turn.ToolResult{Call: c.ID, Tool: c.Tool, Status: status, Code: code, Text: text}
}

func step(pairs ...any) turn.Step {
	var s turn.Step
	for i := 0; i < len(pairs); i += 2 {
		s.Calls = append(s.Calls, pairs[i].(turn.ToolCall))
		s.Results = append(s.Results, pairs[i+1].(turn.ToolResult))
	}
	return s
}

func TestHonest(t *testing.T) {
	full := `{"title":"Conflict","detail":"The class is full","code":"session_full"}`
	const (
		done    = "✓ Booked: Yoga Flow, Saturday 5 December 09:00."
		down    = "The service isn't working right now. Shall I try again?"
		stopped = "\nI had to stop there, so anything else you asked for has not been done."
	)
	unbacked := turn.Verdict{Findings: []turn.Finding{{Rule: "unbacked-claim", Fix: turn.Act}}}
	invented := turn.Verdict{Findings: []turn.Finding{{Rule: "invented-detail", Fix: turn.Reword}}}
	answer := turn.Step{Answer: &turn.Answer{Reply: "It is at 8."}}
	cases := map[string]struct {
		steps   []turn.Step
		failure string
		verdict turn.Verdict
		want    string
		cards   int
	}{
		"nothing tried":                  {nil, "", unbacked, "I haven't done that: nothing has been changed. Shall I try again?", 0},
		"crash before any act":           {[]turn.Step{step(look, turn.ToolResult{Call: "s1c3", Status: turn.OK})}, "Runtime.ExitError", turn.Verdict{}, "Something went wrong on my side before I could finish, and nothing has been changed. Please try again.", 0},
		"steps spent":                    {nil, "Turn.StepsSpent", turn.Verdict{}, "I couldn't get this done within the time I have for one message, and nothing has been changed. Please try again, perhaps one thing at a time.", 0},
		"done":                           {[]turn.Step{step(book, ok(book))}, "", invented, done, 0},
		"done, then a crash":             {[]turn.Step{step(book, ok(book))}, "States.Timeout", turn.Verdict{}, done + stopped, 0},
		"unknown, and where to look":     {[]turn.Step{step(book, bad(book, turn.Unknown, "tool_lost", ""))}, "", unbacked, "I tried to book the session, but no answer came back, so I don't know whether it went through. Your bookings show whether it is there.", 0},
		"unknown":                        {[]turn.Step{step(invite, bad(invite, turn.Unknown, "tool_lost", ""))}, "", unbacked, "I tried to send the invite, but no answer came back, so I don't know whether it went through. Please check before trying again.", 0},
		"the app's reason":               {[]turn.Step{step(book, bad(book, turn.Error, "http_409", full))}, "", unbacked, "I couldn't book the session. The class is full.", 0},
		"no reason of the app's":         {[]turn.Step{step(book, bad(book, turn.Error, "http_409", "no"))}, "", unbacked, "I couldn't book the session. It clashes with something that is already there.", 0},
		"a code that no list has":        {[]turn.Step{step(book, bad(book, turn.Error, "tool_error", "no"))}, "", unbacked, "I couldn't book the session. The app did not accept it.", 0},
		"a broken service":               {[]turn.Step{step(book, bad(book, turn.Error, "http_503", "<html>"))}, "", unbacked, "I couldn't book the session. " + down, 0},
		"half and half":                  {[]turn.Step{step(invite, bad(invite, turn.Error, "http_500", ""), book, ok(book))}, "", unbacked, done + "\nI couldn't send the invite. " + down, 0},
		"the last try counts":            {[]turn.Step{step(book, bad(book, turn.Error, "http_503", "")), step(again, ok(again))}, "", unbacked, done, 0},
		"two that failed differently":    {[]turn.Step{step(look, listing, book, bad(book, turn.Error, "http_409", full), other, bad(other, turn.Error, "http_503", ""))}, "", unbacked, "I couldn't book Yoga Flow. The class is full.\nI couldn't book Spin. The service isn't working right now.", 0},
		"two that failed alike":          {[]turn.Step{step(look, listing, book, bad(book, turn.Error, "http_503", ""), other, bad(other, turn.Error, "http_503", ""))}, "", unbacked, "I couldn't book Yoga Flow or book Spin. " + down, 0},
		"a guard asks":                   {[]turn.Step{step(book, bad(book, turn.Refused, "ask_user", "which one?"))}, "", unbacked, "I haven't been able to book the session yet: I need a little more from you first. Could you tell me exactly what you'd like?", 0},
		"a person must agree":            {[]turn.Step{step(look, listing, book, bad(book, turn.Approval, "approval", ""))}, "", unbacked, "I'm ready to book Yoga Flow. Shall I go ahead?", 0},
		"no location":                    {[]turn.Step{step(book, bad(book, turn.Refused, "no_location", ""))}, "", unbacked, "To book the session, I need to know where you are. Could you share your location, or name a place?", 0},
		"what was found stands in":       {[]turn.Step{step(look, listing), answer}, "", invented, "I'm not sure that I got that right, so here is what I found:", 2},
		"an answer that rests on nought": {[]turn.Step{answer}, "", invented, "I don't have an answer to that which I can stand behind. Could you ask it in another way?", 0},
	}
	w := wording(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, cards := w.Honest(reply.Ending{Steps: c.steps, Failure: c.failure, Verdict: c.verdict})
			if got != c.want || len(cards) != c.cards {
				t.Errorf("got  %q, %d cards\nwant %q, %d", got, len(cards), c.want, c.cards)
			}
		})
	}
}

func TestAnAppSpeaksInItsOwnWords(t *testing.T) {
	w, err := reply.Parse("cards.yaml", []byte("honest:\n  texts: {failed: \"No luck with this one: {{.act}}. {{.reason}}\"}\n  reasons: {http_409: Taken.}\n  past: {book: In the diary}"), "en")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := w.Honest(reply.Ending{Steps: []turn.Step{step(book, ok(book), invite, bad(invite, turn.Error, "http_409", ""))}})
	if want := "✓ In the diary: session.\nNo luck with this one: send the invite. Taken."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCardsAreBuiltFromResultsOnly(t *testing.T) {
	found := turn.ToolResult{Call: "s1c3", Status: turn.OK, Records: []turn.Record{
		{Type: "session", ID: "s1", Data: map[string]any{"id": "s1", "name": "Yoga Flow", "coach": "Lena", "place": "Seefeld", "start": "2026-12-05T09:00:00+01:00"}},
		{Type: "weather", ID: "w1"},
	}}
	cards := wording(t).Cards([]string{"s1", "s9", "s1", "w1"}, []turn.Step{step(look, found)})
	want := []turn.Card{{Type: "session", ID: "s1", Title: "Yoga Flow", Lines: []string{"Saturday 5 December 09:00", "Lena · Seefeld"}, Screen: "sessions/s1"}}
	if !reflect.DeepEqual(cards, want) {
		t.Errorf("cards = %+v\nwant    %+v", cards, want)
	}
}

func TestParseNamesTheMistake(t *testing.T) {
	for text, want := range map[string]string{
		"cards:\n  session: {titel: x}":                 "titel",
		"cards:\n  session: {title: \"{{.name\"}":       "cards.session.title",
		"tools:\n  bookSession: {receipt: \"{{x 1}}\"}": "tools.bookSession.receipt",
		"honest: {texts: {sorry: x}}":                   `no "sorry"`,
		"honest: {asks: {approval: \"{{x\"}}":           "honest.asks.approval",
	} {
		if _, err := reply.Parse("cards.yaml", []byte(text), "en"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: err = %v, want it to name %q", text, err, want)
		}
	}
}

func ExampleWording_Receipts() {
	w, _ := reply.Parse("cards.yaml", []byte(cardsYAML), "en")
	for _, r := range w.Receipts([]turn.Step{step(book, ok(book))}) {
		fmt.Println(r.Text)
	}
	// Output: Booked: Yoga Flow, Saturday 5 December 09:00
}

func TestDaysOfTimesAndOfDates(t *testing.T) {
	w, err := reply.Parse("cards.yaml", []byte(`cards: {entry: {title: "{{day .at}}"}}`), "en")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{"2026-03-07T23:30:00+01:00": "Saturday 7 March", "2026-03-08": "Sunday 8 March", "soon": "soon"} {
		r := turn.ToolResult{Call: "s1c3", Status: turn.OK, Records: []turn.Record{{Type: "entry", ID: "e", Data: map[string]any{"at": at}}}}
		if cards := w.Cards([]string{"e"}, []turn.Step{step(look, r)}); len(cards) != 1 || cards[0].Title != want {
			t.Errorf("%s is shown as %v, want %s", at, cards, want)
		}
	}
}

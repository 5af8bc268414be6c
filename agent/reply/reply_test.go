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
  bookSession: {act: "book {{or .name \"the session\"}}", receipt: "Booked: {{.session_name}}, {{when .start}}"}
`

func wording(t testing.TB) *reply.Wording {
	t.Helper()
	w, err := reply.Parse("cards.yaml", []byte(cardsYAML))
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
	other = turn.ToolCall{ID: "s1c4", Tool: "bookSession", Args: map[string]any{"session_id": "s2"}, Effect: turn.Write, Does: "book"}
	found = turn.ToolResult{Call: "s1c3", Status: turn.OK, Records: []turn.Record{
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
	cases := map[string]struct {
		steps   []turn.Step
		failure string
		want    string
	}{
		"nothing tried":                  {nil, "", "I haven't done that: nothing has been changed. Shall I try again?"},
		"crash before any act":           {[]turn.Step{step(look, turn.ToolResult{Call: "s1c3", Status: turn.OK})}, "Runtime.ExitError", "Something went wrong on my side before I could finish, and nothing has been changed. Please try again."},
		"steps spent":                    {nil, "Turn.StepsSpent", "I couldn't get this done within the time I have for one message, and nothing has been changed. Please try again, perhaps one thing at a time."},
		"done":                           {[]turn.Step{step(book, ok(book))}, "", "✓ Booked: Yoga Flow, Saturday 5 December 09:00."},
		"done, then a crash":             {[]turn.Step{step(book, ok(book))}, "States.Timeout", "✓ Booked: Yoga Flow, Saturday 5 December 09:00.\nI had to stop there, so anything else you asked for has not been done."},
		"unknown":                        {[]turn.Step{step(book, bad(book, turn.Unknown, "tool_lost", ""))}, "", "I tried to book the session, but no answer came back, so I don't know whether it went through. Please check before trying again."},
		"the app's reason":               {[]turn.Step{step(book, bad(book, turn.Error, "http_409", full))}, "", "I couldn't book the session: The class is full."},
		"a broken service":               {[]turn.Step{step(book, bad(book, turn.Error, "http_503", "<html>"))}, "", "I couldn't book the session: the service isn't working right now. You can ask me to try again."},
		"half and half":                  {[]turn.Step{step(book, ok(book), invite, bad(invite, turn.Error, "http_500", ""))}, "", "✓ Booked: Yoga Flow, Saturday 5 December 09:00.\nI couldn't send the invite: the service isn't working right now. You can ask me to try again."},
		"the last try counts":            {[]turn.Step{step(book, bad(book, turn.Error, "http_503", "")), step(again, ok(again))}, "", "✓ Booked: Yoga Flow, Saturday 5 December 09:00."},
		"two that failed are told apart": {[]turn.Step{step(look, found, book, bad(book, turn.Error, "http_409", full), other, bad(other, turn.Error, "http_503", ""))}, "", "I couldn't book Yoga Flow: The class is full.\nI couldn't book Spin: the service isn't working right now. You can ask me to try again."},
		"refused":                        {[]turn.Step{step(book, bad(book, turn.Refused, "ask_user", "which one?"))}, "", "I have not been able to book the session yet: I need more from you first."},
	}
	w := wording(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := w.Honest(c.steps, c.failure); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
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
	} {
		if _, err := reply.Parse("cards.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: err = %v, want it to name %q", text, err, want)
		}
	}
}

func ExampleWording_Receipts() {
	w, _ := reply.Parse("cards.yaml", []byte(cardsYAML))
	for _, r := range w.Receipts([]turn.Step{step(book, ok(book))}) {
		fmt.Println(r.Text)
	}
	// Output: Booked: Yoga Flow, Saturday 5 December 09:00
}

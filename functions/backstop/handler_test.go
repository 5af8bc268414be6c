package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"troth/agent/reply"
	"troth/agent/turn"
	"troth/checks"
)

// shelf keeps what is saved.
type shelf struct {
	saved, failed []turn.Reply
	err           error
}

func (s *shelf) Save(_ context.Context, _ turn.Turn, r turn.Reply, _ time.Time) (turn.Reply, error) {
	s.saved = append(s.saved, r)
	return r, s.err
}

func (s *shelf) SaveFailed(_ context.Context, _ turn.Turn, r turn.Reply, _ time.Time) (turn.Reply, error) {
	s.failed = append(s.failed, r)
	return r, s.err
}

func testHandler(t *testing.T) (*handler, *shelf) {
	t.Helper()
	judge, err := checks.NewJudge("en", nil)
	if err != nil {
		t.Fatal(err)
	}
	wording, err := reply.Parse("cards.yaml", []byte("cards: {session: {title: \"{{.name}}\"}}"), "en")
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{}
	return &handler{judge: judge, wording: wording, screens: []string{"bookings"}, table: s, now: time.Now, log: slog.New(slog.DiscardHandler)}, s
}

var (
	book   = turn.ToolCall{ID: "s1c1", Tool: "bookSession", Effect: turn.Write, Does: "book", Nouns: []string{"session"}}
	booked = turn.ToolResult{
		Call: "s1c1", Tool: "bookSession", Status: turn.OK, Receipt: &turn.Receipt{Call: "s1c1", Tool: "bookSession", Does: "book", Nouns: []string{"session"}},
		Records: []turn.Record{{Type: "session", ID: "s1", Data: map[string]any{"name": "Yoga"}}},
	}
)

func progress(t *testing.T, steps ...turn.Step) turn.Said {
	t.Helper()
	raw, err := json.Marshal(turn.Progress{Steps: steps, Next: "pass"})
	if err != nil {
		t.Fatal(err)
	}
	return turn.Said{Payload: raw}
}

func rawResult(t *testing.T, r turn.ToolResult) []json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return []json.RawMessage{raw}
}

func TestHandle(t *testing.T) {
	acted := turn.Step{N: 1, Calls: []turn.ToolCall{book}, Results: []turn.ToolResult{booked}}
	asked := turn.Step{N: 1, Calls: []turn.ToolCall{book}}
	answer := func(text string) turn.Step {
		return turn.Step{N: 2, Answer: &turn.Answer{Reply: text, Show: []string{"s1"}, Open: "bookings", Suggestions: []string{"Thanks"}}}
	}
	const honest = "✓ Booked: session."
	cases := map[string]struct {
		state      turn.State
		text       string
		overridden bool
		failed     string // code; "-" for a turn that left nothing in history
		cards      int
	}{
		"an answer that holds":                  {turn.State{Said: progress(t, acted, answer("I've booked Yoga."))}, "I've booked Yoga.", false, "", 1},
		"an answer that does not":               {turn.State{Said: progress(t, answer("I've booked Yoga."))}, "I haven't done that: nothing has been changed. Shall I try again?", true, "", 0},
		"a crash after an act":                  {turn.State{Said: progress(t, acted, answer("I've booked Yoga.")), Failure: turn.Failure{Error: "X"}}, honest + "\nI had to stop there, so anything else you asked for has not been done.", true, "X", 0},
		"garbage after an act":                  {turn.State{Kept: turn.Progress{Steps: []turn.Step{asked}}, Results: rawResult(t, booked), Said: turn.Said{Payload: []byte(`"?"`)}, Failure: turn.Failure{Error: "Turn.Garbled"}}, honest + "\nI had to stop there, so anything else you asked for has not been done.", true, "Turn.Garbled", 0},
		"the tools' results are lost":           {turn.State{Said: progress(t, asked), Failure: turn.Failure{Error: "X"}}, "I tried to book the session, but no answer came back, so I don't know whether it went through. Please check before trying again.\nI had to stop there, so anything else you asked for has not been done.", true, "X", 0},
		"a crash before anything was done":      {turn.State{Failure: turn.Failure{Error: "X"}}, "Something went wrong on my side before I could finish, and nothing has been changed. Please try again.", true, "X", 0},
		"no answer, and nobody says what broke": {turn.State{}, "I haven't done that: nothing has been changed. Shall I try again?", true, "", 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h, s := testHandler(t)
			closed, err := h.Handle(context.Background(), c.state)
			if err != nil {
				t.Fatal(err)
			}
			r := closed.Reply
			if r.Text != c.text || r.Overridden != c.overridden || r.Failed != c.failed || len(r.Cards) != c.cards {
				t.Errorf("reply = %+v\nwant %q", r, c.text)
			}
			kept := len(turn.Writes(closed.Turn.Steps)) > 0 || c.failed == ""
			if kept != (len(s.saved) == 1) || kept == (len(s.failed) == 1) {
				t.Errorf("%d saved, %d saved as failed", len(s.saved), len(s.failed))
			}
		})
	}
}

// What code writes in the agent's name keeps the rules that the model's words are
// held to, whatever became of the calls.
func TestHonestRepliesPassTheirOwnChecks(t *testing.T) {
	h, _ := testHandler(t)
	full := `{"title":"Conflict","detail":"the class is full"}`
	ends := []turn.ToolResult{
		booked,
		{Status: turn.Error, Code: "http_409", Text: full},
		{Status: turn.Error, Code: "http_404"},
		{Status: turn.Error, Code: "http_503", Text: "down"},
		{Status: turn.Error, Code: "http_429"},
		{Status: turn.Error, Code: "tool_error", Text: "no"},
		{Status: turn.Unknown, Code: "no_answer"},
		{Status: turn.Refused, Code: "ask_user"},
		{Status: turn.Refused, Code: "no_location"},
		{Status: turn.Refused, Code: "not_allowed"},
		{Status: turn.Refused, Code: "rate_limited"},
		{Status: turn.Refused, Code: "unknown_tool"},
		{Status: turn.Approval, Code: "approval"},
	}
	var turns [][]turn.Step
	for i, one := range ends {
		turns = append(turns, []turn.Step{calls(one)})
		for _, two := range ends[i:] {
			turns = append(turns, []turn.Step{calls(one, two)}, []turn.Step{calls(two), calls(one)})
		}
	}
	look := turn.Step{Calls: []turn.ToolCall{{ID: "l", Tool: "searchSessions", Effect: turn.Read}}, Results: []turn.ToolResult{{Call: "l", Tool: "searchSessions", Status: turn.OK, Data: []byte(`[{"id":"s1"}]`), Records: booked.Records}}}
	turns = append(turns, nil, []turn.Step{look})
	for _, failure := range []string{"", "States.Timeout", "Turn.StepsSpent"} {
		for _, steps := range turns {
			for _, rule := range []turn.Fix{turn.Act, turn.Reword} {
				e := reply.Ending{Steps: append(steps, turn.Step{Answer: &turn.Answer{Reply: "?"}}), Failure: failure, Verdict: turn.Verdict{Findings: []turn.Finding{{Fix: rule}}}}
				text, _ := h.wording.Honest(e)
				said := append(steps[:len(steps):len(steps)], turn.Step{Answer: &turn.Answer{Reply: text}})
				asked := turn.Turn{Message: turn.Message{Text: "Please book Yoga for me"}}
				if v := h.judge.Verdict(asked, said); text == "" || v.Decision != turn.Pass {
					t.Fatalf("%q after %+v is found wrong: %+v", text, steps, v.Findings)
				}
			}
		}
	}
}

// calls is a step of bookings that ended so.
func calls(ends ...turn.ToolResult) turn.Step {
	var s turn.Step
	for i, r := range ends {
		c := book
		c.ID, c.Args = string(rune('a'+i)), map[string]any{"session_id": string(rune('1' + i))}
		r.Call, r.Tool = c.ID, c.Tool
		s.Calls, s.Results = append(s.Calls, c), append(s.Results, r)
	}
	return s
}

func TestAScreenThatTheAppDoesNotHaveIsNotOpened(t *testing.T) {
	h, _ := testHandler(t)
	closed, err := h.Handle(context.Background(), turn.State{Said: progress(t, turn.Step{N: 1, Answer: &turn.Answer{Reply: "Hello", Open: "admin"}})})
	if err != nil || closed.Reply.Open != "" || closed.Reply.Text != "Hello" {
		t.Errorf("reply = %+v, err %v", closed.Reply, err)
	}
}

func TestATurnThatIsNotSavedFailsSoThatItIsTriedAgain(t *testing.T) {
	h, s := testHandler(t)
	s.err = errors.New("the table is gone")
	if _, err := h.Handle(context.Background(), turn.State{}); err == nil {
		t.Error("no error")
	}
}

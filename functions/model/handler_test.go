package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"troth/agent/model"
	"troth/agent/tools"
	"troth/agent/turn"
)

// echo is a model that says one thing and remembers what it was asked.
type echo struct {
	says  model.Response
	err   error
	asked model.Request
}

func (e *echo) Call(_ context.Context, r model.Request) (model.Response, error) {
	e.asked = r
	return e.says, e.err
}

func testHandler(t *testing.T, e *echo) *handler {
	t.Helper()
	catalogue, err := tools.Load("../../apps/coach")
	if err != nil {
		t.Fatal(err)
	}
	return &handler{catalogue: catalogue, model: e, log: slog.New(slog.DiscardHandler)}
}

func calls(names ...string) model.Response {
	var r model.Response
	for _, name := range names {
		r.Calls = append(r.Calls, turn.ToolCall{Tool: name})
	}
	return r
}

func state(budget int) turn.State {
	return turn.State{Turn: turn.Turn{User: turn.User{ID: "maya"}, Contract: turn.Contract{Tools: []string{"searchSessions", "bookSession"}, Budget: turn.Budget{ToolCalls: budget}}}}
}

func TestHandleSaysWhereTheTurnGoes(t *testing.T) {
	cases := map[string]struct {
		says  model.Response
		next  string
		width int
	}{
		"an answer":            {model.Response{Text: "Hello"}, "check", 1},
		"reads, side by side":  {calls("searchSessions", "getSession"), "tools", 2},
		"a write, in order":    {calls("searchSessions", "bookSession"), "tools", 1},
		"an unknown tool":      {calls("nope"), "tools", 1},
		"an answer put off":    {calls("searchSessions", model.AnswerTool), "tools", 1},
		"as many as there may": {calls("searchSessions", "searchSessions", "searchSessions"), "tools", 3},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p, err := testHandler(t, &echo{says: c.says}).Handle(context.Background(), state(3))
			if err != nil || p.Next != c.next || p.Width != c.width || len(p.Steps) != 1 {
				t.Errorf("progress = %+v, err %v", p, err)
			}
		})
	}
}

func TestHandleStampsCallsFromTheCatalogue(t *testing.T) {
	p, err := testHandler(t, &echo{says: calls("bookSession")}).Handle(context.Background(), state(3))
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Calls[0]; c.ID != "s1c1" || c.Effect != turn.Write || c.Does != "book" || len(c.Nouns) == 0 {
		t.Errorf("call = %+v", c)
	}
}

func TestHandleFailsWithANameThatTheDefinitionKnows(t *testing.T) {
	cases := map[string]struct {
		echo *echo
		kind string
	}{
		"too many calls":  {&echo{says: calls("searchSessions", "searchSessions")}, "Turn.CallsSpent"},
		"a throttled one": {&echo{err: model.Throttled("later")}, "Model.Throttled"},
		"nothing said":    {&echo{}, "Model.Unusable"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := testHandler(t, c.echo).Handle(context.Background(), state(1))
			raw, _ := json.Marshal(err)
			var document struct {
				Type string `json:"errorType"`
			}
			if json.Unmarshal(raw, &document) != nil || document.Type != c.kind {
				t.Errorf("err = %v (%s), want %s", errors.Unwrap(err), raw, c.kind)
			}
		})
	}
}

func TestTheAnswerIsWithdrawnWhenAnActIsNeeded(t *testing.T) {
	for fix, withdrawn := range map[turn.Fix]bool{turn.Act: true, turn.Reword: false} {
		e := &echo{says: calls("bookSession")}
		s := state(3)
		s.Kept.Steps = []turn.Step{{N: 1, Answer: &turn.Answer{Reply: "Done!"}, Verdict: &turn.Verdict{Decision: turn.Retry, Fix: fix, Correction: "Not so."}}}
		p, err := testHandler(t, e).Handle(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		offered := map[string]bool{}
		for _, tool := range e.asked.Tools {
			offered[tool.Name] = true
		}
		if e.asked.MustAct != withdrawn || offered[model.AnswerTool] == withdrawn || p.Steps[1].Forced != withdrawn {
			t.Errorf("fix %s: must act %v, offered %v", fix, e.asked.MustAct, offered)
		}
		if !offered["bookSession"] || offered["cancelBooking"] {
			t.Errorf("offered are %v, allowed were searchSessions and bookSession", offered)
		}
	}
}

func TestLostResultsAreToldToTheModel(t *testing.T) {
	e := &echo{says: model.Response{Text: "Hm"}}
	s := state(3)
	s.Kept.Steps = []turn.Step{{N: 1, Calls: []turn.ToolCall{{ID: "s1c1", Tool: "bookSession", Effect: turn.Write}}}}
	if _, err := testHandler(t, e).Handle(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	last := e.asked.Messages[len(e.asked.Messages)-1]
	if len(last.Results) != 1 || last.Results[0].Status != turn.Unknown || last.Results[0].Text == "" {
		t.Errorf("the model is told %+v", last.Results)
	}
}

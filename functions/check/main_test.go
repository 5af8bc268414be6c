package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"troth/agent/turn"
	"troth/checks"
)

func TestHandle(t *testing.T) {
	judge, err := checks.NewJudge("en", nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &handler{judge: judge, log: slog.New(slog.DiscardHandler)}
	cases := map[string]struct {
		corrections int
		reply, next string
		findings    int
	}{
		"holds":                {2, "Which one shall I book?", "pass", 0},
		"is to be mended":      {2, "I've booked it.", "retry", 1},
		"can't be mended more": {0, "I've booked it.", "override", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(turn.Progress{Steps: []turn.Step{{N: 1, Answer: &turn.Answer{Reply: c.reply}}}, Next: "check"})
			if err != nil {
				t.Fatal(err)
			}
			s := turn.State{Said: turn.Said{Payload: raw}, Turn: turn.Turn{Contract: turn.Contract{Budget: turn.Budget{Corrections: c.corrections}}}}
			p, err := h.Handle(context.Background(), s)
			if err != nil || p.Next != c.next || len(p.Steps[0].Verdict.Findings) != c.findings {
				t.Errorf("progress = %+v, err %v", p, err)
			}
		})
	}
	if _, err := h.Handle(context.Background(), turn.State{Said: turn.Said{Payload: []byte(`"?"`)}}); err == nil {
		t.Error("nonsense was judged")
	}
}

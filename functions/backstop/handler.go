package main

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"troth/agent/reply"
	"troth/agent/turn"
	"troth/checks"
)

// store is what the backstop needs of the agent's memory.
type store interface {
	Save(ctx context.Context, t turn.Turn, r turn.Reply, at time.Time) (turn.Reply, error)
	SaveFailed(ctx context.Context, t turn.Turn, r turn.Reply, at time.Time) (turn.Reply, error)
}

type handler struct {
	judge   *checks.Judge
	wording *reply.Wording
	screens []string
	table   store
	now     func() time.Time
	log     *slog.Logger
}

// Handle closes the turn.
func (h *handler) Handle(ctx context.Context, s turn.State) (turn.Closed, error) {
	t := s.Turn
	t.Steps = s.AllSteps()
	closed := turn.Closed{Turn: t, Failure: s.Failure}
	closed.Reply, closed.Verdict = h.close(t, s.Failure.Error)
	saved, err := h.save(ctx, t, closed.Reply)
	if err != nil {
		h.log.Error("the turn was not saved", "turn", t.ID, "execution", s.Execution, "error", err.Error())
		return turn.Closed{}, err
	}
	closed.Reply = saved
	h.log.Info("turn closed", "turn", t.ID, "execution", s.Execution, "steps", len(t.Steps), "overridden", saved.Overridden, "failed", saved.Failed, "receipts", len(saved.Receipts))
	return closed, nil
}

// close writes the reply that stands: the model's when the rules pass it, else
// code's.
func (h *handler) close(t turn.Turn, failure string) (turn.Reply, turn.Verdict) {
	r := turn.Reply{
		Turn:         t.ID,
		Conversation: t.Conversation,
		Cards:        []turn.Card{},
		Receipts:     h.wording.Receipts(t.Steps),
		Suggestions:  []string{},
		Failed:       failure,
	}
	verdict := turn.Verdict{Decision: turn.Override}
	if failure == "" {
		verdict = h.judge.Verdict(t, t.Steps)
	}
	if verdict.Decision != turn.Pass {
		verdict.Decision = turn.Override
		verdict.Correction = ""
		r.Text, r.Cards = h.wording.Honest(reply.Ending{Steps: t.Steps, Failure: failure, Verdict: verdict})
		r.Overridden = true
		return r, verdict
	}
	h.dress(&r, *turn.LastAnswer(t.Steps), t.Steps)
	return r, verdict
}

// dress puts the model's answer on the reply, as far as code can vouch for it.
func (h *handler) dress(r *turn.Reply, a turn.Answer, steps []turn.Step) {
	r.Text = a.Reply
	r.Cards = h.wording.Cards(a.Show, steps)
	if len(a.Suggestions) > 0 {
		r.Suggestions = a.Suggestions
	}
	if slices.Contains(h.screens, a.Open) {
		r.Open = a.Open
	}
}

// save keeps the turn. One that ended early without having tried to change
// anything leaves nothing in the conversation: only its reply is kept, for the
// client that waits.
func (h *handler) save(ctx context.Context, t turn.Turn, r turn.Reply) (turn.Reply, error) {
	if r.Failed != "" && len(turn.Writes(t.Steps)) == 0 {
		return h.table.SaveFailed(ctx, t, r, h.now())
	}
	return h.table.Save(ctx, t, r, h.now())
}

package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"troth/agent/app"
	"troth/agent/model"
	"troth/agent/tools"
	"troth/agent/turn"
)

type handler struct {
	app       app.App
	catalogue *tools.Catalogue
	model     model.Model
	prompt    model.Prompt
	log       *slog.Logger
}

// Handle makes the next step of the turn.
func (h *handler) Handle(ctx context.Context, s turn.State) (turn.Progress, error) {
	steps := turn.Join(s.Kept.Steps, s.Results)
	n := len(steps) + 1
	forced := mustAct(steps)
	response, err := h.model.Call(ctx, model.Request{
		System:   h.prompt.System(s.Turn),
		Messages: model.Messages(s.Turn, steps),
		Tools:    h.offered(s.Turn, forced),
		MustAct:  forced,
		Turn:     s.Turn,
		Step:     n,
	})
	if err != nil {
		h.log.Error("model step failed", "turn", s.Turn.ID, "execution", s.Execution, "step", n, "error", err.Error())
		return turn.Progress{}, err
	}
	step, err := model.Step(n, forced, response)
	if err != nil {
		h.log.Error("model step unusable", "turn", s.Turn.ID, "execution", s.Execution, "step", n, "error", err.Error())
		return turn.Progress{}, err
	}
	h.log.Info("model step", "turn", s.Turn.ID, "execution", s.Execution, "step", n, "calls", len(step.Calls), "answered", step.Answer != nil, "forced", forced)
	return h.progress(s.Turn, steps, step)
}

// progress says where the turn goes after step.
func (h *handler) progress(t turn.Turn, steps []turn.Step, step turn.Step) (turn.Progress, error) {
	for i, call := range step.Calls {
		step.Calls[i] = h.catalogue.Stamp(call)
	}
	p := turn.Progress{Steps: append(steps, step), Next: "check", Calls: []turn.ToolCall{}, Width: 1}
	if step.Answer != nil {
		return p, nil
	}
	if used, limit := turn.CallCount(p.Steps), t.Contract.Budget.ToolCalls; used > limit {
		return turn.Progress{}, messages.InvokeResponse_Error{Type: "Turn.CallsSpent", Message: fmt.Sprintf("the turn asked for %d tool calls of %d", used, limit)}
	}
	p.Next, p.Calls, p.Width = "tools", step.Calls, width(step.Calls)
	return p, nil
}

// width lets reads run side by side; a step with a write runs in order.
func width(calls []turn.ToolCall) int {
	for _, c := range calls {
		if c.Effect != turn.Read {
			return 1
		}
	}
	return len(calls)
}

// mustAct reports whether the last answer is to be mended by an act.
func mustAct(steps []turn.Step) bool {
	if len(steps) == 0 {
		return false
	}
	v := steps[len(steps)-1].Verdict
	return v != nil && v.Decision == turn.Retry && v.Fix == turn.Act
}

// offered lists the tools of the contract, and the answer unless it is withdrawn.
func (h *handler) offered(t turn.Turn, forced bool) []model.Tool {
	allowed := make(map[string]bool, len(t.Contract.Tools))
	for _, name := range t.Contract.Tools {
		allowed[name] = true
	}
	var list []model.Tool
	for _, tool := range h.catalogue.For(t.User) {
		if allowed[tool.Name] {
			list = append(list, model.Tool{Name: tool.Name, Description: tool.Description, Schema: tool.Schema})
		}
	}
	if forced {
		return list
	}
	return append(list, model.Answer)
}

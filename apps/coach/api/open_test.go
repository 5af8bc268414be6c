package api_test

import (
	"context"
	"time"

	"troth/agent/tools"
	"troth/agent/turn"
)

// open allows every call: what is tested here is what comes after.
type open struct{}

func (open) Decide(turn.ToolInput, map[string]any) tools.Decision { return tools.Decision{Allow: true} }

func (open) Take(context.Context, turn.Turn, string, turn.Rate, time.Time) (bool, error) {
	return true, nil
}

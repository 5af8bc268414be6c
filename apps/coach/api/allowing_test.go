package api_test

import (
	"context"
	"time"

	"troth/agent/tools"
	"troth/agent/turn"
)

// allowing allows every call: what is tested here is what comes after.
type allowing struct{}

func (allowing) Decide(turn.ToolInput, map[string]any) tools.Decision {
	return tools.Decision{Allow: true}
}

func (allowing) Take(context.Context, turn.Turn, string, turn.Rate, time.Time) (bool, error) {
	return true, nil
}

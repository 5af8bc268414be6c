package main

import (
	"context"
	"time"

	"troth/agent/turn"
)

// The pauses between looks for the reply: short at first, since a turn on a
// laptop takes milliseconds, then long, since a model takes seconds. Every look
// is one read of one item; no rate-limited API is asked.
const (
	firstPause = 4 * time.Millisecond
	lastPause  = 250 * time.Millisecond
)

// await looks for the turn's reply until it is there or ctx ends.
func (h *handler) await(ctx context.Context, user turn.User, id string) (turn.Reply, bool, error) {
	for pause := firstPause; ; pause = min(pause*9/8, lastPause) {
		r, found, err := h.table.Reply(ctx, user, id)
		if found || (err != nil && ctx.Err() == nil) {
			return r, found, err
		}
		select {
		case <-ctx.Done():
			return turn.Reply{}, false, nil
		case <-h.after(pause):
		}
	}
}

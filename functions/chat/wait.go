package main

import (
	"context"
	"time"

	"troth/agent/turn"
)

// The pauses between looks for the reply grow with the time that has passed: a
// turn on a laptop takes milliseconds, one with a model seconds. Every look is
// one read of one item; no rate-limited API is asked.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = 250 * time.Millisecond
)

// nextPause is how long to wait before the next look, waited being the sum of
// the pauses before: a third of it, within bounds.
func nextPause(waited time.Duration) time.Duration {
	return min(max(waited/3, firstPause), lastPause)
}

// await looks for the turn's reply until it is there or ctx ends.
func (h *handler) await(ctx context.Context, user turn.User, id string) (turn.Reply, bool, error) {
	for waited := time.Duration(0); ; waited += nextPause(waited) {
		r, found, err := h.table.Reply(ctx, user, id)
		if found || (err != nil && ctx.Err() == nil) {
			return r, found, err
		}
		select {
		case <-ctx.Done():
			return turn.Reply{}, false, nil
		case <-h.after(nextPause(waited)):
		}
	}
}

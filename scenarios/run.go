package scenarios

import (
	"context"
	"fmt"
	"strings"
	"time"

	"troth/agent/turn"
)

// Stack is the system a scenario runs against.
type Stack interface {
	// Reset puts the app's data and the agent's memory of the user back, and
	// sets the clock and the script.
	Reset(ctx context.Context, now time.Time, script string) error
	SetClock(now time.Time) error
	// Inject makes faults happen until the next call; none clears them.
	Inject(faults []Fault) error
	// Say sends a message; an empty conversation begins a new one. It gives the
	// reply and the closed turn.
	Say(ctx context.Context, user, conversation, message string) (turn.Reply, turn.Closed, error)
	// Read runs a reading tool as the user.
	Read(ctx context.Context, user, tool string, args map[string]any) (turn.ToolResult, error)
}

// Result is how a scenario went: no failure means that it passed.
type Result struct {
	Scenario Scenario
	Failures []string
	// Turns are the turns as they went.
	Turns []turn.Closed
}

// Passed reports whether everything was as expected.
func (r Result) Passed() bool { return len(r.Failures) == 0 }

// Run plays a scenario. A failed turn ends it: what follows would rest on it.
func Run(ctx context.Context, stack Stack, s Scenario) Result {
	r := Result{Scenario: s}
	if err := stack.Reset(ctx, s.Clock, s.Path); err != nil {
		r.Failures = []string{fmt.Sprintf("resetting: %v", err)}
		return r
	}
	conversation := ""
	for i, t := range s.Turns {
		closed, failures := runTurn(ctx, stack, s.As, conversation, t)
		r.Turns = append(r.Turns, closed)
		for _, f := range failures {
			r.Failures = append(r.Failures, fmt.Sprintf("turn %d (%q): %s", i+1, strings.TrimSpace(t.User), f))
		}
		if !r.Passed() {
			return r
		}
		conversation = closed.Reply.Conversation
	}
	return r
}

func runTurn(ctx context.Context, stack Stack, user, conversation string, t Turn) (turn.Closed, []string) {
	if !t.Clock.IsZero() {
		if err := stack.SetClock(t.Clock); err != nil {
			return turn.Closed{}, []string{err.Error()}
		}
	}
	if err := stack.Inject(t.Faults); err != nil {
		return turn.Closed{}, []string{err.Error()}
	}
	reply, closed, err := stack.Say(ctx, user, conversation, strings.TrimSpace(t.User))
	if clearing := stack.Inject(nil); err == nil {
		err = clearing
	}
	if err != nil {
		return closed, []string{err.Error()}
	}
	closed.Reply = reply
	return closed, append(t.Expect.compare(closed), readBack(ctx, stack, user, t.Data)...)
}

func readBack(ctx context.Context, stack Stack, user string, data []Data) []string {
	var failures []string
	for _, d := range data {
		result, err := stack.Read(ctx, user, d.Tool, d.Args)
		if err == nil && result.Status != turn.OK {
			err = fmt.Errorf("%s: %s", result.Code, result.Text)
		}
		if err != nil {
			failures = append(failures, fmt.Sprintf("reading %s: %v", d.Tool, err))
			continue
		}
		failures = append(failures, Text{Has: d.Has, Lacks: d.Lacks}.compare("what "+d.Tool+" says", string(result.Data))...)
	}
	return failures
}

package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"troth/agent/turn"
)

// Permit decides who may call which tool, with which arguments.
type Permit interface {
	// Decide judges a call. args are those that the model chose, valid, or as code
	// widened them.
	Decide(in turn.ToolInput, args map[string]any) Decision
}

// Decision is what a policy says of a call, and why.
type Decision struct {
	Allow bool
	// Policies are the ids of those that decided; none where no policy allowed it.
	Policies []string
	// Text tells the model what to do when the call is denied.
	Text string
	// Notes are for the trace.
	Notes []string
}

// Limiter counts calls.
type Limiter interface {
	// Take counts a call of the turn's user and reports whether it is within the
	// rate. Calls at the same time never pass it together.
	Take(ctx context.Context, t turn.Turn, tool string, r turn.Rate, at time.Time) (bool, error)
}

// allowed gives the refusal of a call that may not be made, else what the trace
// should know. What the policy denies is not counted.
func (c *Caller) allowed(ctx context.Context, in turn.ToolInput, tool Tool, args map[string]any) (notes []string, refused *turn.ToolResult) {
	d := c.decide(in, args)
	if !d.Allow {
		return nil, &turn.ToolResult{Status: turn.Refused, Code: CodeNotAllowed, Notes: decided("denied", d),
			Text: fmt.Sprintf("%s was not called: it is not allowed. %s Don't call it again for this.", tool.Name, d.Text)}
	}
	return decided("allowed", d), c.withinRate(ctx, in, tool)
}

// decide asks the policy. Without one nothing is allowed: a guard that was forgotten
// must not be an open door.
func (c *Caller) decide(in turn.ToolInput, args map[string]any) Decision {
	if c.Permit == nil {
		return Decision{Text: "Tell the user that it is not possible, because of a fault of ours.", Notes: []string{"no policy was given to the caller"}}
	}
	return c.Permit.Decide(in, args)
}

func decided(how string, d Decision) []string {
	by := strings.Join(d.Policies, ", ")
	switch {
	case by != "":
		return append([]string{how + " by " + by}, d.Notes...)
	case !d.Allow:
		return append([]string{how + ": no policy allows it"}, d.Notes...)
	}
	return d.Notes
}

// withinRate counts the call, before it is made, so that one whose outcome is lost
// counts as well.
func (c *Caller) withinRate(ctx context.Context, in turn.ToolInput, tool Tool) *turn.ToolResult {
	if tool.Rate.Calls == 0 {
		return nil
	}
	at := c.Now()
	within, err := c.take(ctx, in.Turn, tool, at)
	switch {
	case err != nil:
		return &turn.ToolResult{Status: turn.Error, Code: CodeNotCounted, Notes: []string{err.Error()},
			Text: fmt.Sprintf("%s was not called, because of a fault of ours, and nothing was done. Tell the user that it is not possible now.", tool.Name)}
	case !within:
		_, until := tool.Rate.Window(at)
		return &turn.ToolResult{Status: turn.Refused, Code: CodeRateLimited, Notes: []string{"over the rate of " + tool.Rate.String()},
			Text: fmt.Sprintf("%s was not called: %s. It is possible again from %s. Tell the user so; don't call it again before.",
				tool.Name, spent(tool.Rate), usersTime(in.Turn.Clock, until))}
	}
	return nil
}

func (c *Caller) take(ctx context.Context, t turn.Turn, tool Tool, at time.Time) (bool, error) {
	if c.Limiter == nil {
		return false, fmt.Errorf("%s has the rate %s, and no limiter was given to the caller", tool.Name, tool.Rate)
	}
	return c.Limiter.Take(ctx, t, tool.Name, tool.Rate, at)
}

// spent says that a rate is used up.
func spent(r turn.Rate) string {
	if r.Calls == 1 {
		return fmt.Sprintf("it may be used once a %s for this user, and has been", r.Unit())
	}
	return fmt.Sprintf("it may be used %d times a %s for this user, and has been", r.Calls, r.Unit())
}

// usersTime writes a moment as the user's clock shows it.
func usersTime(c turn.Clock, at time.Time) string {
	zone, err := time.LoadLocation(c.Zone)
	if err != nil || c.Zone == "" {
		zone = c.Now.Location()
	}
	return at.In(zone).Format("15:04 on Monday, 2006-01-02")
}

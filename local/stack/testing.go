package stack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"troth/agent/identity"
	"troth/agent/tools"
	"troth/agent/turn"
	"troth/local/faults"
	"troth/scenarios"
)

// A stack that was started with Testing is what test conversations run on.
var _ scenarios.Stack = (*Stack)(nil)

// now is the test's clock; the system's until one is set.
func (s *Stack) now() time.Time {
	if set := s.clock.Load(); set != nil {
		return *set
	}
	return time.Now()
}

// SetClock makes it now, for this process and for every other one.
func (s *Stack) SetClock(now time.Time) error {
	s.clock.Store(&now)
	return replace(s.clockFile(), now.Format(time.RFC3339Nano))
}

// replace writes a file so that a reader sees the old text or the new one.
func replace(path, text string) error {
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Reset puts the app's data back to the seed, as of now, and chooses the script
// that the model plays.
func (s *Stack) Reset(ctx context.Context, now time.Time, script string) error {
	path, err := filepath.Abs(script)
	if err == nil {
		err = replace(s.scriptFile(), path)
	}
	if err == nil {
		err = s.SetClock(now)
	}
	if err == nil {
		err = s.Inject(nil)
	}
	if err == nil && s.appapi != nil {
		err = s.appapi.Write("reset\n")
	}
	if err != nil || s.appapi == nil {
		return err
	}
	select {
	case line := <-s.apiLines:
		if line != "reset done" {
			return errors.New(line)
		}
		return nil
	case <-s.appapi.Done():
		return fmt.Errorf("the app's API has ended: %s", s.appapi.Ended())
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Inject makes faults happen until the next call.
func (s *Stack) Inject(list []scenarios.Fault) error {
	var ofAPI []faults.Fault
	crashes := map[string]int{}
	for _, f := range list {
		if f.Function != "" {
			crashes[f.Function] = f.Nth
			continue
		}
		made := faults.Fault{Operation: f.Tool, Status: f.Status, Body: f.Body, Before: f.Lose == "before", After: f.Lose == "after", Times: f.Times}
		if f.Kill != "" {
			made.Kill = func() { s.lambda.Kill(f.Kill) }
		}
		ofAPI = append(ofAPI, made)
	}
	s.faults.Set(ofAPI)
	for name := range limits {
		if err := s.lambda.CrashAt(name, crashes[name]); err != nil {
			return err
		}
	}
	return nil
}

// Read runs a reading tool as the user, under the same contract as the agent.
func (s *Stack) Read(ctx context.Context, user, tool string, args map[string]any) (turn.ToolResult, error) {
	found, ok := s.catalogue.Find(tool)
	if !ok || found.Effect != turn.Read {
		return turn.ToolResult{}, fmt.Errorf("%s is no reading tool", tool)
	}
	signer, err := identity.NewSigner([]byte(s.secrets.private), time.Now)
	if err != nil {
		return turn.ToolResult{}, err
	}
	gateway := s.newGatewayClient()
	defer gateway.Close()
	caller := &tools.Caller{Catalogue: s.catalogue, Gateway: gateway, Signer: signer, Permit: s.policy, Limiter: uncounted{}, Now: s.now}
	who, err := s.User(user)
	if err != nil {
		return turn.ToolResult{}, err
	}
	if args == nil {
		args = map[string]any{}
	}
	return caller.Call(ctx, turn.ToolInput{
		Turn: turn.Turn{App: s.app.Name, User: turn.User{ID: who.ID, Roles: who.Roles, Capabilities: who.Capabilities}, Clock: turn.NewClock(s.now(), time.UTC), Contract: turn.Contract{Tools: []string{tool}}},
		Call: turn.ToolCall{ID: "read", Tool: tool, Args: args},
	}), nil
}

// uncounted lets a test look as often as it likes: its own reads are not the user's.
type uncounted struct{}

func (uncounted) Take(context.Context, turn.Turn, string, turn.Rate, time.Time) (bool, error) {
	return true, nil
}

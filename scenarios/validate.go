package scenarios

import (
	"errors"
	"fmt"
	"slices"
)

// The functions that a fault may crash.
var functions = []string{"model", "tool", "check", "backstop"}

func (s Scenario) check() error {
	switch {
	case s.Name == "":
		return errors.New("name is missing: say in a few words what happens")
	case s.As == "":
		return errors.New("as is missing: name the user")
	case s.Clock.IsZero():
		return errors.New("clock is missing or is no time: give the one at which the conversation begins, such as 2026-03-04T10:00:00+01:00")
	case len(s.Turns) == 0:
		return errors.New("turns is empty: a conversation needs at least one")
	}
	for i, t := range s.Turns {
		if err := t.check(); err != nil {
			return fmt.Errorf("turns[%d]: %w", i, err)
		}
		if s.Rehearse && len(t.Faults) > 0 {
			return fmt.Errorf("turns[%d]: a conversation with faults can't be rehearsed: take out rehearse or faults", i)
		}
	}
	return nil
}

func (t Turn) check() error {
	if t.User == "" {
		return errors.New("user is missing: what does the user say?")
	}
	if len(t.Model) == 0 {
		return errors.New("model is empty: what does the model write?")
	}
	for i, line := range t.Model {
		if len(line.Calls) == 0 && line.Answer == nil && line.Text == "" && line.Error == "" {
			return fmt.Errorf("model[%d] does nothing: give it calls, answer, text or error", i)
		}
	}
	for i, f := range t.Faults {
		if err := f.check(); err != nil {
			return fmt.Errorf("faults[%d]: %w", i, err)
		}
	}
	return nil
}

func (f Fault) check() error {
	if f.Function != "" {
		return f.checkCrash()
	}
	ways := 0
	for _, set := range []bool{f.Status != 0, f.Lose != "", f.Kill != ""} {
		if set {
			ways++
		}
	}
	switch {
	case f.Tool == "":
		return errors.New("name a tool or a function")
	case ways != 1:
		return errors.New("a tool's fault is exactly one of status, lose and kill")
	case f.Lose != "" && f.Lose != "before" && f.Lose != "after":
		return fmt.Errorf("lose is %q; it is before or after", f.Lose)
	case f.Kill != "" && !slices.Contains(functions, f.Kill):
		return fmt.Errorf("kill is %q; it is one of %v", f.Kill, functions)
	}
	return nil
}

func (f Fault) checkCrash() error {
	switch {
	case !slices.Contains(functions, f.Function):
		return fmt.Errorf("function is %q; it is one of %v", f.Function, functions)
	case f.Nth < 1:
		return errors.New("nth is missing: at which invocation of the turn does the function crash, counted from 1?")
	case f.Tool != "" || f.Status != 0 || f.Lose != "" || f.Kill != "":
		return errors.New("a function's fault takes only nth")
	}
	return nil
}

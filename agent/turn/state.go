package turn

import (
	"encoding/json"
	"errors"
	"fmt"
)

// State is the state machine's data: what every function of the turn is handed.
type State struct {
	Turn Turn `json:"turn"`
	// Execution is the ARN of the turn's execution, for logs.
	Execution string `json:"execution,omitempty"`
	Count     Count  `json:"count"`
	// Kept is the last progress that was seen to be whole; Said is what the
	// last function returned, whole or not. A function that returns nonsense
	// therefore costs its own step, and never what was done before it.
	Kept Progress `json:"kept"`
	Said Said     `json:"said"`
	// Results are those of the last Tools state.
	Results []json.RawMessage `json:"results,omitempty"`
	// Failure is what ended the loop early.
	Failure Failure `json:"failure"`
}

// Said wraps what a function returned, unread: it may be nonsense.
type Said struct {
	Payload json.RawMessage `json:"payload,omitempty"`
}

// Count is kept by the definition, not by the functions, so that no function's
// bug can make the loop spin.
type Count struct {
	Steps       int `json:"steps"`
	Corrections int `json:"corrections"`
}

// Progress is what the model and check functions return.
type Progress struct {
	Steps []Step `json:"steps"`
	// Next is where the definition goes: "tools", "check", "pass", "retry" or
	// "override".
	Next string `json:"next"`
	// Calls are the calls to run now.
	Calls []ToolCall `json:"calls"`
	// Width is how many calls may run side by side; 1 when one of them writes.
	Width int `json:"width"`
}

// Failure is an error as Step Functions hands it to a Catch.
type Failure struct {
	Error string `json:"Error,omitempty"`
	Cause string `json:"Cause,omitempty"`
}

// ToolInput is what one iteration of the Tools map is handed.
type ToolInput struct {
	Turn      Turn     `json:"turn"`
	Execution string   `json:"execution,omitempty"`
	Steps     []Step   `json:"steps"`
	Call      ToolCall `json:"call"`
}

// Progress reads what a function returned. Anything but steps of a turn is an
// error.
func (s Said) Progress() (Progress, error) {
	var p Progress
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return Progress{}, fmt.Errorf("reading what the last function said: %w", err)
	}
	if len(p.Steps) == 0 {
		return Progress{}, errors.New("reading what the last function said: it holds no step")
	}
	return p, nil
}

// AllSteps gives every step that can be made out, with its results: those of
// the last function when they can be read, else those that were kept. It never
// fails, so that the backstop can close any turn.
func (s State) AllSteps() []Step {
	steps := s.Kept.Steps
	if p, err := s.Said.Progress(); err == nil && len(p.Steps) >= len(steps) {
		steps = p.Steps
	}
	return Join(steps, s.Results)
}

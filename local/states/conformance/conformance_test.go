// Package conformance holds local/states against another implementation of the
// States Language.
package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"troth/local/states"
)

// machine is a case: a definition, its input, and what its functions answer in
// order.
type machine struct {
	Name       string           `json:"name" yaml:"name"`
	Definition any              `json:"definition" yaml:"definition"`
	Input      any              `json:"input" yaml:"input"`
	Functions  map[string][]any `json:"functions" yaml:"functions"`
	// Ours is what is right where the other implementation is not.
	Ours *struct {
		Output  any    `yaml:"output"`
		Because string `yaml:"because"`
	} `json:"-" yaml:"ours"`
}

type outcome struct {
	Name       string
	Output     any
	Error      string
	Cause      string
	Valid      bool
	Complaints []any
}

func load(t *testing.T) []machine {
	t.Helper()
	text, err := os.ReadFile("testdata/machines.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []machine
	if err := yaml.UnmarshalWithOptions(text, &list, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return append(list, turns(t)...)
}

// turns are ways through the real definition.
func turns(t *testing.T) []machine {
	t.Helper()
	text, err := os.ReadFile("../../../workflow/turn.asl.json")
	if err != nil {
		t.Fatal(err)
	}
	filled, err := states.Substitute(string(text), map[string]string{"ModelFunction": "model", "ToolFunction": "tool", "CheckFunction": "check", "BackstopFunction": "backstop"})
	if err != nil {
		t.Fatal(err)
	}
	definition := decode(t, filled)
	step := func(next string, calls ...any) any {
		return map[string]any{"steps": []any{map[string]any{"n": 1}}, "next": next, "calls": append([]any{}, calls...), "width": 2}
	}
	call := map[string]any{"id": "a", "tool": "look"}
	broken := map[string]any{"errorType": "Runtime.ExitError"}
	ways := map[string]map[string][]any{
		"answers at once":      {"model": {step("check")}},
		"two tools, an answer": {"model": {step("tools", call, call), step("check")}},
		"is corrected":         {"model": {step("check")}, "check": {step("retry"), step("pass")}},
		"talks nonsense":       {"model": {"?"}},
		"a tool crashes":       {"model": {step("tools", call), step("check")}, "tool": {broken}},
		"never stops":          {"model": {step("tools", call)}},
		"check crashes":        {"model": {step("check")}, "check": {broken}},
	}
	input := map[string]any{"turn": map[string]any{"id": "t", "contract": map[string]any{"budget": map[string]any{"steps": 4, "corrections": 2}, "deadline": "2100-01-01T00:00:00Z"}}}
	var list []machine
	for name, functions := range ways {
		all := map[string][]any{"tool": {map[string]any{"call": "a", "status": "ok"}}, "check": {step("pass")}, "backstop": {"$input"}}
		for function, answers := range functions {
			all[function] = answers
		}
		list = append(list, machine{Name: "a turn that " + name, Definition: definition, Input: input, Functions: all})
	}
	return list
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// theirs runs all cases in one process of node.
func theirs(t *testing.T, list []machine) []outcome {
	t.Helper()
	if _, err := os.Stat("node_modules/aws-local-stepfunctions"); err != nil {
		how := "aws-local-stepfunctions is not installed: npm ci --prefix local/states/conformance"
		if os.Getenv("TROTH_REQUIRE_NODE") != "" {
			t.Fatal(how)
		}
		t.Skip(how)
	}
	in, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	cmd := exec.Command("node", "driver.mjs")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	var outcomes []outcome
	if err := json.Unmarshal(out.Bytes(), &outcomes); err != nil {
		t.Fatal(err)
	}
	return outcomes
}

// player answers as a case says.
type player struct {
	mu      sync.Mutex
	answers map[string][]any
	calls   map[string]int
}

func (p *player) Invoke(_ context.Context, function string, payload []byte) (states.Invocation, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answers := p.answers[function]
	if len(answers) == 0 {
		return states.Invocation{}, fmt.Errorf("no function %q", function)
	}
	answer := answers[min(p.calls[function], len(answers)-1)]
	p.calls[function]++
	if answer == "$input" {
		return states.Invocation{Payload: payload}, nil
	}
	text, err := json.Marshal(answer)
	i := states.Invocation{Payload: text}
	if strings.Contains(string(text), `"errorType"`) {
		i.FunctionError = "Unhandled"
	}
	return i, err
}

func ours(t *testing.T, m machine) outcome {
	t.Helper()
	s := states.New(states.Options{Invoker: &player{answers: m.Functions, calls: map[string]int{}}, Sleep: func(context.Context, time.Duration) error { return nil }})
	defer s.Close()
	arn, err := s.CreateStateMachine("m", text(t, m.Definition), "")
	if err != nil {
		t.Fatal(err)
	}
	output, err := s.Run(arn, text(t, m.Input))
	if err != nil {
		// The error reads "the execution ended FAILED: NAME: cause".
		return outcome{Error: strings.SplitN(err.Error(), ": ", 3)[1], Cause: err.Error()}
	}
	return outcome{Output: decode(t, output)}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSameOutputsAndErrors(t *testing.T) {
	list := load(t)
	others := theirs(t, list)
	for i, m := range list {
		t.Run(m.Name, func(t *testing.T) {
			want, got := others[i], ours(t, m)
			if !want.Valid {
				t.Errorf("asl-validator complains: %v", want.Complaints)
			}
			if m.Ours != nil {
				if !reflect.DeepEqual(got.Output, m.Ours.Output) {
					t.Errorf("ours ended with %v (%s), and should with %v: %s", got.Output, got.Cause, m.Ours.Output, m.Ours.Because)
				}
				if reflect.DeepEqual(want.Output, got.Output) {
					t.Error("both agree now: take ours out of the case")
				}
				return
			}
			if got.Error != want.Error || !reflect.DeepEqual(got.Output, want.Output) {
				t.Errorf("ours   %s %s (%s)\ntheirs %s %s (%s)", text(t, got.Output), got.Error, got.Cause, text(t, want.Output), want.Error, want.Cause)
			}
		})
	}
}

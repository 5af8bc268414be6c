package states_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"troth/local/states"
)

// functions stands in for the Lambda functions of a turn: each has its answers
// in order, and gives the last one for ever.
type functions struct {
	mu      sync.Mutex
	answers map[string][]string
	calls   map[string]int
}

func (f *functions) Invoke(_ context.Context, function string, _ []byte) (states.Invocation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.answers[function]
	n := min(f.calls[function], len(list)-1)
	f.calls[function]++
	answer := list[n]
	if kind, isError := strings.CutPrefix(answer, "error "); isError {
		return states.Invocation{FunctionError: "Unhandled", Payload: []byte(fmt.Sprintf(`{"errorType":%q,"errorMessage":"told to"}`, kind))}, nil
	}
	return states.Invocation{Payload: []byte(answer)}, nil
}

const (
	toTools  = `{"steps":[{"n":1}],"next":"tools","calls":[{"id":"a","tool":"look"},{"id":"b","tool":"look"}],"width":2}`
	toCheck  = `{"steps":[{"n":1},{"n":2}],"next":"check","calls":[],"width":1}`
	passes   = `{"steps":[{"n":1},{"n":2}],"next":"pass","calls":[],"width":1}`
	retries  = `{"steps":[{"n":1},{"n":2}],"next":"retry","calls":[],"width":1}`
	toolDone = `{"call":"a","status":"ok"}`
	closed   = `{"reply":"closed"}`
)

func turnDefinition(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../../workflow/turn.asl.json")
	if err != nil {
		t.Fatal(err)
	}
	definition, err := states.Substitute(string(text), map[string]string{"ModelFunction": "model", "ToolFunction": "tool", "CheckFunction": "check", "BackstopFunction": "backstop"})
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

func TestTurnAlwaysEndsInBackstop(t *testing.T) {
	base := map[string][]string{"model": {toTools, toCheck}, "tool": {toolDone}, "check": {passes}, "backstop": {closed}}
	cases := map[string]struct {
		answers map[string][]string
		calls   map[string]int
		failure string // as the backstop was handed it
	}{
		"two tools and an answer": {nil, map[string]int{"model": 2, "tool": 2, "check": 1, "backstop": 1}, ""},
		"a correction":            {map[string][]string{"check": {retries, passes}}, map[string]int{"model": 3, "tool": 2, "check": 2, "backstop": 1}, ""},
		"corrections are capped":  {map[string][]string{"check": {retries}}, map[string]int{"model": 4, "tool": 2, "check": 3, "backstop": 1}, ""},
		"steps are capped":        {map[string][]string{"model": {toTools}}, map[string]int{"model": 5, "tool": 10, "check": 0, "backstop": 1}, "Turn.StepsSpent"},
		"model crashes":           {map[string][]string{"model": {"error Runtime.ExitError"}}, map[string]int{"model": 1, "tool": 0, "check": 0, "backstop": 1}, "Runtime.ExitError"},
		"model stays throttled":   {map[string][]string{"model": {"error Model.Throttled"}}, map[string]int{"model": 4, "tool": 0, "check": 0, "backstop": 1}, "Model.Throttled"},
		"model recovers":          {map[string][]string{"model": {"error Model.Throttled", toTools, toCheck}}, map[string]int{"model": 3, "tool": 2, "check": 1, "backstop": 1}, ""},
		"model talks nonsense":    {map[string][]string{"model": {`"?"`}}, map[string]int{"model": 1, "tool": 0, "check": 0, "backstop": 1}, "Turn.Garbled"},
		"model says nothing":      {map[string][]string{"model": {`null`}}, map[string]int{"model": 1, "tool": 0, "check": 0, "backstop": 1}, "Turn.Garbled"},
		"a tool crashes":          {map[string][]string{"tool": {"error Runtime.ExitError", toolDone}}, map[string]int{"model": 2, "tool": 2, "check": 1, "backstop": 1}, ""},
		"a tool talks nonsense":   {map[string][]string{"tool": {`[]`}}, map[string]int{"model": 2, "tool": 2, "check": 1, "backstop": 1}, ""},
		"check crashes":           {map[string][]string{"check": {"error Sandbox.Timedout"}}, map[string]int{"model": 2, "tool": 2, "check": 1, "backstop": 1}, "Sandbox.Timedout"},
		"check talks nonsense":    {map[string][]string{"check": {`{}`}}, map[string]int{"model": 2, "tool": 2, "check": 1, "backstop": 1}, "Turn.Garbled"},
		"backstop is tried again": {map[string][]string{"backstop": {"error Runtime.ExitError", closed}}, map[string]int{"model": 2, "tool": 2, "check": 1, "backstop": 2}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := &functions{answers: map[string][]string{}, calls: map[string]int{}}
			for function, list := range base {
				f.answers[function] = list
			}
			for function, list := range c.answers {
				f.answers[function] = list
			}
			out, events := runTurn(t, f)
			if out.Status != types.ExecutionStatusSucceeded || aws.ToString(out.Output) != closed {
				t.Errorf("execution = %s %s: %s %s", out.Status, aws.ToString(out.Output), aws.ToString(out.Error), aws.ToString(out.Cause))
			}
			for function, want := range c.calls {
				if f.calls[function] != want {
					t.Errorf("%s was called %d times, want %d", function, f.calls[function], want)
				}
			}
			if got := backstopFailure(t, events); got != c.failure {
				t.Errorf("the backstop was handed the failure %q, want %q", got, c.failure)
			}
		})
	}
}

func runTurn(t *testing.T, f *functions) (*sfn.DescribeExecutionOutput, []types.HistoryEvent) {
	t.Helper()
	client, _ := serve(t, states.Options{Invoker: f, Sleep: func(context.Context, time.Duration) error { return nil }})
	input := `{"turn":{"id":"t","contract":{"budget":{"steps":5,"corrections":2},"deadline":"2100-01-01T00:00:00Z"}}}`
	return execute(t, client, turnDefinition(t), input)
}

// backstopFailure reads what the Backstop state was entered with.
func backstopFailure(t *testing.T, events []types.HistoryEvent) string {
	t.Helper()
	for _, e := range events {
		if d := e.StateEnteredEventDetails; d != nil && aws.ToString(d.Name) == "Backstop" {
			var in struct {
				Failure struct{ Error string }
				Turn    struct{ ID string }
			}
			if err := json.Unmarshal([]byte(*d.Input), &in); err != nil || in.Turn.ID != "t" {
				t.Fatalf("the backstop was handed %s: %v", *d.Input, err)
			}
			return in.Failure.Error
		}
	}
	t.Fatal("the backstop was never entered")
	return ""
}

func BenchmarkTurn(b *testing.B) {
	f := &functions{answers: map[string][]string{"model": {toTools, toCheck}, "tool": {toolDone}, "check": {passes}, "backstop": {closed}}, calls: map[string]int{}}
	s := states.New(states.Options{Invoker: f, Keep: 100})
	defer s.Close()
	arn, err := s.CreateStateMachine("turn", turnDefinition(b), "")
	if err != nil {
		b.Fatal(err)
	}
	input := `{"turn":{"id":"t","pad":"` + strings.Repeat("x", 4000) + `","contract":{"budget":{"steps":5,"corrections":2},"deadline":"2100-01-01T00:00:00Z"}}}`
	b.ReportAllocs()
	for b.Loop() {
		f.calls["model"] = 0
		if _, err := s.Run(arn, input); err != nil {
			b.Fatal(err)
		}
	}
}

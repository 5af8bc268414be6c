package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"troth/local/states"
)

// testCase is a machine with its input, the answers of its functions, and how
// it ends: with an output or an error name.
type testCase struct {
	Name       string              `json:"name"`
	Definition json.RawMessage     `json:"definition"`
	Input      json.RawMessage     `json:"input"`
	Functions  map[string][]answer `json:"functions,omitempty"`
	Output     json.RawMessage     `json:"output,omitempty"`
	Error      string              `json:"error,omitempty"`
	// Differs says why aws-local-stepfunctions ends otherwise than the service
	// is documented to.
	Differs string `json:"differs,omitempty"`
}

type answer struct {
	Return json.RawMessage `json:"return,omitempty"`
	Error  string          `json:"error,omitempty"`
}

func cases(t *testing.T) map[string][]testCase {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	all := map[string][]testCase{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list []testCase
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&list); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i := range list {
			list[i].Definition = definition(t, list[i].Definition)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".json")] = list
	}
	return all
}

// definition gives the turn's machine in the place of the word "turn".
func definition(t *testing.T, d json.RawMessage) json.RawMessage {
	t.Helper()
	if string(d) != `"turn"` {
		return d
	}
	text, err := os.ReadFile("../../../workflow/turn.asl.json")
	if err != nil {
		t.Fatal(err)
	}
	filled, err := states.Substitute(string(text), map[string]string{"ModelFunction": "model", "ToolFunction": "tool", "CheckFunction": "check", "BackstopFunction": "backstop"})
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(filled)
}

// functions are a case's Lambda functions: each gives its answers in order and
// repeats the last; without answers it gives back its payload.
type functions struct {
	answers map[string][]answer
	mu      sync.Mutex
	calls   map[string]int
}

func (f *functions) Invoke(_ context.Context, function string, payload []byte) (states.Invocation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.answers[function]
	if len(list) == 0 {
		return states.Invocation{Payload: payload}, nil
	}
	a := list[min(f.calls[function], len(list)-1)]
	f.calls[function]++
	if a.Error != "" {
		document, err := json.Marshal(map[string]string{"errorType": a.Error, "errorMessage": "told to fail"})
		return states.Invocation{FunctionError: "Unhandled", Payload: document}, err
	}
	return states.Invocation{Payload: a.Return}, nil
}

// run runs a case on the engine over its API.
func run(t *testing.T, c testCase) verdict {
	t.Helper()
	s := states.New(states.Options{
		Invoker: &functions{answers: c.Functions, calls: map[string]int{}},
		Sleep:   func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	defer s.Close()
	arn, err := s.CreateStateMachine("m", string(c.Definition), "")
	if err != nil {
		t.Fatal(err)
	}
	started := call(t, s, "StartExecution", map[string]string{"stateMachineArn": arn, "name": "x", "input": string(c.Input)})
	for {
		d := call(t, s, "DescribeExecution", map[string]string{"executionArn": started.ExecutionArn})
		if d.Status != "RUNNING" {
			return verdict{Output: json.RawMessage(d.Output), Error: d.Error, Cause: d.Cause}
		}
		runtime.Gosched()
	}
}

type reply struct{ ExecutionArn, Status, Output, Error, Cause string }

func call(t *testing.T, h http.Handler, operation string, in any) reply {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
	r.Header.Set("X-Amz-Target", "AWSStepFunctions."+operation)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var out reply
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", operation, w.Code, w.Body)
	}
	return out
}

func same(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	return reflect.DeepEqual(decoded(t, a), decoded(t, b))
}

func decoded(t *testing.T, text json.RawMessage) any {
	t.Helper()
	if len(text) == 0 {
		return nil
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

package conformance_test

import (
	"fmt"
	"testing"
)

func TestEngineEndsAsDocumented(t *testing.T) {
	for file, list := range cases(t) {
		for _, c := range list {
			t.Run(file+"/"+c.Name, func(t *testing.T) {
				got := run(t, c)
				if got.Error != c.Error || !same(t, got.Output, c.Output) {
					t.Errorf("ended with %s %s (%s), want %s %s", got.Output, got.Error, got.Cause, c.Output, c.Error)
				}
			})
		}
	}
}

func TestReferenceEndsLikeEngine(t *testing.T) {
	for file, list := range cases(t) {
		requests := make([]any, len(list))
		for i, c := range list {
			requests[i] = map[string]any{"mode": "run", "definition": c.Definition, "input": c.Input, "functions": c.Functions}
		}
		for i, got := range ask(t, requests) {
			c := list[i]
			agrees := got.Error == c.Error && same(t, got.Output, c.Output)
			switch {
			case !agrees && c.Differs == "":
				t.Errorf("%s/%s: the reference ends with %s %s (%s), want %s %s", file, c.Name, got.Output, got.Error, got.Cause, c.Output, c.Error)
			case agrees && c.Differs != "":
				t.Errorf("%s/%s: the reference agrees by now; take out \"differs\"", file, c.Name)
			}
		}
	}
}

// The validator takes a quarter of a second for a definition of any size, so
// the machines are put into one, each in a Map of its own. It is asked about
// the turn beside the other comparison.
func TestValidatorTakesEveryMachine(t *testing.T) {
	all := map[string]any{"last": map[string]any{"Type": "Succeed"}}
	next := "last"
	for file, list := range cases(t) {
		if file == "turn" {
			continue
		}
		for i, c := range list {
			name := fmt.Sprintf("%s %d", file, i)
			all[name] = map[string]any{"Type": "Map", "ItemProcessor": c.Definition, "Next": next}
			next = name
		}
	}
	joined := map[string]any{"StartAt": next, "States": all}
	if got := ask(t, []any{map[string]any{"mode": "validate", "joined": true, "definition": joined}}); !got[0].Valid {
		t.Errorf("asl-validator says %s", got[0].Errors)
	}
}

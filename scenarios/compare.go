package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"troth/agent/turn"
)

// compare lists where a turn is not as expected.
func (e Expect) compare(c turn.Closed) []string {
	failures := e.Reply.compare("the reply", c.Reply.Text)
	failures = append(failures, e.compareVerdicts(c)...)
	if e.Calls != nil {
		failures = append(failures, compareCalls(*e.Calls, turn.Dones(c.Turn.Steps))...)
	}
	if e.Cards != nil {
		failures = append(failures, same("cards", *e.Cards, cardIDs(c.Reply.Cards))...)
	}
	if e.Receipts != nil {
		failures = append(failures, compareReceipts(*e.Receipts, c.Reply.Receipts)...)
	}
	for _, s := range e.Suggestions {
		if !slices.Contains(c.Reply.Suggestions, s) {
			failures = append(failures, fmt.Sprintf("%q is not suggested; suggested are %q", s, c.Reply.Suggestions))
		}
	}
	return failures
}

func (e Expect) compareVerdicts(c turn.Closed) []string {
	failures := same("findings", e.Findings, findings(c))
	if c.Reply.Overridden != e.Override {
		failures = append(failures, fmt.Sprintf("override is %v, expected %v; the reply is %q", c.Reply.Overridden, e.Override, c.Reply.Text))
	}
	if c.Reply.Failed != e.Failed {
		failures = append(failures, fmt.Sprintf("failed is %q, expected %q", c.Reply.Failed, e.Failed))
	}
	return failures
}

// findings lists the rules that fired, each step's once, in order.
func findings(c turn.Closed) []string {
	var ids []string
	for _, step := range c.Turn.Steps {
		if step.Verdict == nil {
			continue
		}
		ofStep := map[string]bool{}
		for _, f := range step.Verdict.Findings {
			if !ofStep[f.Rule] {
				ofStep[f.Rule] = true
				ids = append(ids, f.Rule)
			}
		}
	}
	return ids
}

func (t Text) compare(what, text string) []string {
	var failures []string
	folded := strings.ToLower(text)
	for _, s := range t.Has {
		if !strings.Contains(folded, strings.ToLower(s)) {
			failures = append(failures, fmt.Sprintf("%s lacks %q; it is %q", what, s, text))
		}
	}
	for _, s := range t.Lacks {
		if strings.Contains(folded, strings.ToLower(s)) {
			failures = append(failures, fmt.Sprintf("%s has %q; it is %q", what, s, text))
		}
	}
	return failures
}

func same(what string, want, got []string) []string {
	if len(want) == 0 && len(got) == 0 || slices.Equal(want, got) {
		return nil
	}
	return []string{fmt.Sprintf("%s are %q, expected %q", what, got, want)}
}

func cardIDs(cards []turn.Card) []string {
	ids := make([]string, len(cards))
	for i, c := range cards {
		ids[i] = c.ID
	}
	return ids
}

func compareCalls(want []Call, got []turn.Done) []string {
	told := make([]string, len(got))
	for i, d := range got {
		told[i] = fmt.Sprintf("%s %s %s", d.Call.Tool, d.Result.Status, d.Result.Code)
	}
	if len(want) != len(got) {
		return []string{fmt.Sprintf("there were %d tool calls, expected %d: %q", len(got), len(want), told)}
	}
	var failures []string
	for i, w := range want {
		d := got[i]
		if w.Tool != d.Call.Tool || w.Status != "" && w.Status != string(d.Result.Status) || w.Code != d.Result.Code && w.Code != "" {
			failures = append(failures, fmt.Sprintf("call %d is %q, expected %s %s %s", i+1, told[i], w.Tool, w.Status, w.Code))
		}
		for name, v := range w.Args {
			if fmt.Sprint(d.Call.Args[name]) != fmt.Sprint(v) && !reflect.DeepEqual(d.Call.Args[name], v) {
				failures = append(failures, fmt.Sprintf("call %d has %s %v, expected %v", i+1, name, d.Call.Args[name], v))
			}
		}
	}
	return failures
}

func compareReceipts(want []Receipt, got []turn.Receipt) []string {
	told := make([]string, len(got))
	for i, r := range got {
		told[i] = fmt.Sprintf("%s %s %q", r.Does, r.Tool, r.Text)
	}
	if len(want) != len(got) {
		return []string{fmt.Sprintf("there are %d receipts, expected %d: %q", len(got), len(want), told)}
	}
	var failures []string
	for i, w := range want {
		if w.Does != "" && w.Does != got[i].Does || w.Tool != "" && w.Tool != got[i].Tool || w.Text != "" && w.Text != got[i].Text {
			failures = append(failures, fmt.Sprintf("receipt %d is %s, expected %s %s %q", i+1, told[i], w.Does, w.Tool, w.Text))
		}
	}
	return failures
}

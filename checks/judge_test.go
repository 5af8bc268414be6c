package checks_test

import (
	"reflect"
	"strings"
	"testing"

	"troth/agent/turn"
	"troth/checks"
)

var (
	bookCall   = turn.ToolCall{ID: "s1c1", Tool: "bookSession", Effect: turn.Write, Does: "book", Nouns: []string{"session"}}
	cancelCall = turn.ToolCall{ID: "s1c2", Tool: "cancelBooking", Effect: turn.Write, Does: "cancel", Nouns: []string{"booking"}}
)

func done(c turn.ToolCall) turn.ToolResult {
	return turn.ToolResult{Call: c.ID, Tool: c.Tool, Status: turn.OK, Receipt: &turn.Receipt{Call: c.ID, Tool: c.Tool, Does: c.Does}}
}

func failed(c turn.ToolCall) turn.ToolResult {
	return turn.ToolResult{Call: c.ID, Tool: c.Tool, Status: turn.Error, Code: "http_503", Text: "service unavailable"}
}

func lost(c turn.ToolCall) turn.ToolResult {
	return turn.ToolResult{Call: c.ID, Tool: c.Tool, Status: turn.Unknown, Code: turn.CodeToolLost, Text: "no answer"}
}

// steps gives a step with calls and results, and one with the answer.
func steps(reply string, pairs ...any) []turn.Step {
	first := turn.Step{N: 1}
	for i := 0; i < len(pairs); i += 2 {
		first.Calls = append(first.Calls, pairs[i].(turn.ToolCall))
		first.Results = append(first.Results, pairs[i+1].(turn.ToolResult))
	}
	return []turn.Step{first, {N: 2, Answer: &turn.Answer{Reply: reply}}}
}

func judge(t testing.TB) *checks.Judge {
	t.Helper()
	j, err := checks.NewJudge("en", nil)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func withCorrections(n int) turn.Turn {
	return turn.Turn{Contract: turn.Contract{Budget: turn.Budget{Corrections: n}}}
}

func asked(t turn.Turn, text string) turn.Turn {
	t.Message.Text = text
	return t
}

func TestVerdict(t *testing.T) {
	earlier := withCorrections(2)
	earlier.History = []turn.Exchange{{Receipts: []turn.Receipt{{Tool: "bookSession", Does: "book"}}}}
	cases := map[string]struct {
		turn  turn.Turn
		steps []turn.Step
		rules []string
		fix   turn.Fix
	}{
		"claim with receipt":             {withCorrections(2), steps("I've booked it.", bookCall, done(bookCall)), nil, ""},
		"claim without any call":         {withCorrections(2), steps("I've booked it."), []string{"unbacked-claim"}, turn.Act},
		"bare opener without any call":   {withCorrections(2), steps("Done!"), []string{"unbacked-claim"}, turn.Act},
		"claim of another class":         {withCorrections(2), steps("I've booked it and cancelled the old one.", bookCall, done(bookCall)), []string{"unbacked-claim"}, turn.Act},
		"second claim without receipt":   {withCorrections(2), steps("I've booked it. I've cancelled the old one.", bookCall, done(bookCall)), []string{"unbacked-claim"}, turn.Act},
		"failed and claimed":             {withCorrections(2), steps("Done!", bookCall, failed(bookCall)), []string{"failed-write"}, turn.Reword},
		"failed and passed over":         {withCorrections(2), steps("Anything else?", bookCall, failed(bookCall)), []string{"failed-write"}, turn.Reword},
		"failed and told":                {withCorrections(2), steps("I couldn't book it: the service isn't working.", bookCall, failed(bookCall)), nil, ""},
		"unknown and claimed":            {withCorrections(2), steps("I've booked it.", bookCall, lost(bookCall)), []string{"unknown-outcome"}, turn.Reword},
		"failed, then done":              {withCorrections(2), steps("I've booked it.", bookCall, failed(bookCall), turn.ToolCall{ID: "s1c9", Tool: "bookSession", Effect: turn.Write, Does: "book"}, done(turn.ToolCall{ID: "s1c9", Tool: "bookSession", Does: "book"})), nil, ""},
		"first of two failed, good half": {withCorrections(2), steps("I've booked it.", turn.ToolCall{ID: "s1c8", Tool: "bookSession", Args: map[string]any{"session_id": "a"}, Effect: turn.Write, Does: "book"}, failed(turn.ToolCall{ID: "s1c8", Tool: "bookSession"}), bookCall, done(bookCall)), []string{"partial"}, turn.Reword},
		"one of two failed, good half":   {withCorrections(2), steps("I've booked it.", bookCall, done(bookCall), cancelCall, failed(cancelCall)), []string{"partial"}, turn.Reword},
		"said as past, earlier turn":     {earlier, steps("As I said, I booked it earlier."), nil, ""},
		"said as now, earlier turn":      {asked(earlier, "Book me another one"), steps("I've booked it."), []string{"unbacked-claim"}, turn.Act},
		"a question":                     {withCorrections(2), steps("Which one shall I book?"), nil, ""},
	}
	j := judge(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			v := j.Verdict(c.turn, c.steps)
			if got := ids(v); !reflect.DeepEqual(got, c.rules) {
				t.Fatalf("rules = %q, want %q; findings %+v", got, c.rules, v.Findings)
			}
			if (len(c.rules) == 0) != (v.Decision == turn.Pass) {
				t.Errorf("decision = %q with findings %q", v.Decision, c.rules)
			}
			if v.Fix != c.fix {
				t.Errorf("fix = %q, want %q", v.Fix, c.fix)
			}
			if again := j.Verdict(c.turn, c.steps); !reflect.DeepEqual(again, v) {
				t.Errorf("judged again: %+v, then %+v", v, again)
			}
			checkFindings(t, c.steps[len(c.steps)-1].Answer.Reply, v)
		})
	}
}

func checkFindings(t *testing.T, reply string, v turn.Verdict) {
	t.Helper()
	for _, f := range v.Findings {
		if f.Quote != reply[f.Span[0]:f.Span[1]] || f.Quote == "" {
			t.Errorf("finding %s quotes %q at %v", f.Rule, f.Quote, f.Span)
		}
		if f.Correction == "" || !strings.Contains(v.Correction, f.Correction) {
			t.Errorf("finding %s is not in the correction %q", f.Rule, v.Correction)
		}
	}
}

func ids(v turn.Verdict) []string {
	var list []string
	for _, f := range v.Findings {
		if len(list) == 0 || list[len(list)-1] != f.Rule {
			list = append(list, f.Rule)
		}
	}
	return list
}

func TestVerdictOverridesWhenCorrectionsAreSpent(t *testing.T) {
	j := judge(t)
	s := steps("I've booked it.")
	s[0].Verdict = &turn.Verdict{Decision: turn.Retry}
	if v := j.Verdict(withCorrections(1), s); v.Decision != turn.Override || v.Correction != "" {
		t.Errorf("verdict = %+v, want an override without a correction", v)
	}
	if v := j.Verdict(withCorrections(2), s); v.Decision != turn.Retry {
		t.Errorf("verdict = %+v, want a retry", v)
	}
}

func TestVerdictWithoutAnAnswerIsAnOverride(t *testing.T) {
	if v := judge(t).Verdict(withCorrections(2), nil); v.Decision != turn.Override {
		t.Errorf("decision = %q", v.Decision)
	}
}

func TestALanguageWithoutLexiconIsRefused(t *testing.T) {
	_, err := checks.NewJudge("tlh", nil)
	if err == nil || !strings.Contains(err.Error(), "no_lexicon") {
		t.Errorf("err = %v, want no_lexicon", err)
	}
}

func TestEveryRuleHasAReason(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range checks.Rules {
		if r.ID == "" || r.Reason == "" || r.Check == nil || seen[r.ID] {
			t.Errorf("rule %+v lacks a part, or its id is taken", r.ID)
		}
		seen[r.ID] = true
	}
}

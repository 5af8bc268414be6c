// Package apprules runs an app's own reply rules: CEL expressions that an app
// team writes in rules.yaml, over what was said and what the tools did. Rules
// are compiled and type-checked when they are loaded, so that a typo never
// waits for a user to meet it. They do no I/O: the same view always gets the
// same findings.
package apprules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"

	"troth/agent/turn"
)

// Set is the rules of an app, in the order of their file. It is safe for
// concurrent use. A nil Set has no rule.
type Set struct {
	rules []rule
}

type rule struct {
	id, reason, correction string
	fix                    turn.Fix
	when                   cel.Program
	// quote gives the words of the reply that are wrong; nil without one.
	quote cel.Program
}

// View is what a rule may look at.
type View struct {
	// Reply is the answer that is judged, User the words it answers, Goal what
	// the turn's contract asks for.
	Reply, User, Goal string
	// Language is the reply's, as a BCP 47 tag.
	Language string
	// Now is the turn's clock.
	Now      time.Time
	Claims   []Claim
	Calls    []turn.ToolCall
	Results  []turn.ToolResult
	Receipts []turn.Receipt
}

// Claim is one thing that the reply says of an action.
type Claim struct {
	Class, Manner, Time, Object, Quote string
}

// patience ends an evaluation that the cost limit should have ended long
// before. It is never reached by a rule that can be loaded and read.
const patience = time.Second

// IDs names the rules, in the order of the file.
func (s *Set) IDs() []string {
	if s == nil {
		return nil
	}
	ids := make([]string, len(s.rules))
	for i, r := range s.rules {
		ids[i] = r.id
	}
	return ids
}

// Check judges a reply with every rule and lists the findings in the order of
// the file, at most one a rule. A rule that can't be evaluated on this view, say
// because its data lacks a field, is a finding too: what was not checked must
// not pass for checked.
func (s *Set) Check(v View) []turn.Finding {
	if s == nil || len(s.rules) == 0 {
		return nil
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	f := &facts{view: v}
	var findings []turn.Finding
	for _, r := range s.rules {
		if finding, found := r.check(ctx, f); found {
			findings = append(findings, finding)
		}
	}
	return findings
}

func (r rule) check(ctx context.Context, f *facts) (turn.Finding, bool) {
	f.begin(ctx, r.quote)
	out, _, err := r.when.ContextEval(ctx, f)
	if err != nil {
		return r.notEvaluated(f, err), true
	}
	if out != types.True {
		return turn.Finding{}, false
	}
	finding := r.finding(f)
	if r.quote == nil {
		return finding, true
	}
	quote, err := f.words()
	if err != nil {
		return r.notEvaluated(f, err), true
	}
	if at := strings.Index(f.view.Reply, quote); quote != "" && at >= 0 {
		finding.Span, finding.Quote = [2]int{at, at + len(quote)}, quote
	}
	return finding, true
}

// finding is that of the whole reply. Its evidence is the calls whose data the
// rule looked at.
func (r rule) finding(f *facts) turn.Finding {
	return turn.Finding{
		Rule: r.id, Span: [2]int{0, len(f.view.Reply)}, Quote: f.view.Reply,
		Evidence: slices.Clone(f.read), Correction: r.correction, Fix: r.fix,
	}
}

func (r rule) notEvaluated(f *facts, err error) turn.Finding {
	finding := r.finding(f)
	finding.Fix = turn.Reword
	finding.Evidence = append(finding.Evidence, fmt.Sprintf("rule %s could not be evaluated: %v", r.id, err))
	finding.Correction = fmt.Sprintf("Whether this answer keeps the rule %q could not be checked. Say it so that it surely does: %s", r.id, r.correction)
	return finding
}

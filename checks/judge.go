package checks

import (
	"troth/agent/turn"
	"troth/checks/claims"
	"troth/checks/lexicon"
)

// Judge judges answers in one language. It is safe for concurrent use.
type Judge struct {
	lexicon     *lexicon.Lexicon
	reader      *claims.Reader
	corrections corrections
}

// NewJudge gives the judge of a language, by its BCP 47 tag; an error when the
// language has no lexicon.
func NewJudge(language string) (*Judge, error) {
	l, err := lexicon.Load(language)
	if err != nil {
		return nil, err
	}
	c, err := loadCorrections()
	if err != nil {
		return nil, err
	}
	return &Judge{lexicon: l, reader: claims.NewReader(l), corrections: c}, nil
}

// Verdict judges the newest answer of steps with every rule: findings are all
// listed, never only the first. A turn without an answer has nothing to judge
// and is overridden.
func (j *Judge) Verdict(t turn.Turn, steps []turn.Step) turn.Verdict {
	answer := turn.LastAnswer(steps)
	if answer == nil {
		return turn.Verdict{Decision: turn.Override}
	}
	findings := j.findings(t, steps, *answer)
	if len(findings) == 0 {
		return turn.Verdict{Decision: turn.Pass}
	}
	v := turn.Verdict{Findings: findings, Decision: turn.Override}
	if corrected(steps) < t.Contract.Budget.Corrections {
		v.Decision = turn.Retry
		v.Correction, v.Fix = j.corrections.correction(findings)
	}
	return v
}

func (j *Judge) findings(t turn.Turn, steps []turn.Step, answer turn.Answer) []turn.Finding {
	e := j.evidence(t, steps, answer)
	var findings []turn.Finding
	for _, rule := range Rules {
		for _, f := range rule.Check(e) {
			f.Rule = rule.ID
			f.Quote = e.quote(f.Span)
			findings = append(findings, f)
		}
	}
	return findings
}

func (j *Judge) evidence(t turn.Turn, steps []turn.Step, answer turn.Answer) *Evidence {
	calls := turn.Dones(steps)
	e := &Evidence{
		Turn: t, Steps: steps, Answer: answer,
		Reading: j.reader.Read(answer.Reply),
		Calls:   calls,
		Writes:  turn.LastTries(turn.OnlyWrites(calls)),
		Earlier: t.Earlier(),
		lexicon: j.lexicon, reader: j.reader, corrections: j.corrections,
	}
	e.weigh()
	return e
}

// corrected counts the corrections already made in this turn.
func corrected(steps []turn.Step) int {
	n := 0
	for _, s := range steps {
		if s.Verdict != nil && s.Verdict.Decision == turn.Retry {
			n++
		}
	}
	return n
}

package checks

import (
	"troth/agent/turn"
	"troth/agent/values"
	"troth/checks/apprules"
	"troth/checks/claims"
	"troth/checks/lexicon"
)

// Judge judges answers in one language. It is safe for concurrent use.
type Judge struct {
	lexicon     *lexicon.Lexicon
	reader      *claims.Reader
	corrections corrections
	values      *values.Reader
	app         *apprules.Set
}

// NewJudge gives the judge of a language, by its BCP 47 tag, with the app's own
// rules; nil where it has none. An error when the language has no lexicon.
func NewJudge(language string, app *apprules.Set) (*Judge, error) {
	l, err := lexicon.Load(language)
	if err != nil {
		return nil, err
	}
	v, err := values.NewReader(language)
	if err != nil {
		return nil, err
	}
	c, err := loadCorrections()
	if err != nil {
		return nil, err
	}
	return &Judge{lexicon: l, reader: claims.NewReader(l), corrections: c, values: v, app: app}, nil
}

// ForApp gives the judge of the app in dir: that of its language, with the rules
// of its own.
func ForApp(dir, language string) (*Judge, error) {
	rules, err := AppRules(dir)
	if err != nil {
		return nil, err
	}
	return NewJudge(language, rules)
}

// Acts tells of a language (BCP 47) which action classes its verbs have.
func Acts(language string) (func(class string) bool, error) {
	l, err := lexicon.Load(language)
	if err != nil {
		return nil, err
	}
	return l.Act, nil
}

// AppRules compiles the rules of the app in dir, none of which may be called as
// one of [Rules].
func AppRules(dir string) (*apprules.Set, error) { return apprules.LoadDir(dir, RuleIDs()) }

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
	return append(findings, j.app.Check(j.view(e))...)
}

// view is what the app's own rules may look at.
func (j *Judge) view(e *Evidence) apprules.View {
	if j.app == nil {
		return apprules.View{}
	}
	v := apprules.View{
		Reply: e.Answer.Reply, User: e.Turn.Message.Text, Goal: e.Turn.Contract.Goal,
		Language: j.lexicon.Language, Now: e.Turn.Clock.Now, Receipts: turn.Receipts(e.Steps),
	}
	for _, c := range e.Reading.Claims {
		v.Claims = append(v.Claims, apprules.Claim{
			Class: c.Class, Manner: string(c.Manner), Time: string(c.Time),
			Object: e.quote(c.Clause), Quote: e.quote(c.Span),
		})
	}
	for _, d := range e.Calls {
		v.Calls, v.Results = append(v.Calls, d.Call), append(v.Results, d.Result)
	}
	return v
}

func (j *Judge) evidence(t turn.Turn, steps []turn.Step, answer turn.Answer) *Evidence {
	calls := turn.Dones(steps)
	e := &Evidence{
		Turn: t, Steps: steps, Answer: answer,
		Reading: j.reader.Read(answer.Reply),
		Calls:   calls,
		Writes:  turn.LastTries(turn.OnlyWrites(calls)),
		Earlier: t.Earlier(),
		lexicon: j.lexicon, reader: j.reader, values: j.values, corrections: j.corrections,
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

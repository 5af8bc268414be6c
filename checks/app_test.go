package checks_test

import (
	"slices"
	"strings"
	"testing"

	"troth/agent/turn"
	"troth/checks"
	"troth/checks/apprules"
)

func withCoachRules(t *testing.T) *checks.Judge {
	t.Helper()
	j, err := checks.ForApp("../apps/coach", "en")
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestAppRulesJudgeBesideTheKits(t *testing.T) {
	j := withCoachRules(t)
	v := j.Verdict(withCorrections(2), steps("I've booked the class. Take ibuprofen for your knee."))
	var ids []string
	for _, f := range v.Findings {
		ids = append(ids, f.Rule)
	}
	if !slices.Equal(ids, []string{"unbacked-claim", "no-medical-advice"}) {
		t.Fatalf("findings = %v", ids)
	}
	if last := v.Findings[1]; last.Quote != "Take ibuprofen for your knee" && !strings.HasPrefix(last.Quote, "Take ibuprofen") {
		t.Errorf("quote = %q", last.Quote)
	}
	if v.Decision != turn.Retry || v.Fix != turn.Act || !strings.Contains(v.Correction, "no medical advice") {
		t.Errorf("verdict = %+v", v)
	}
	if v := j.Verdict(withCorrections(0), steps("Take ibuprofen for your knee.")); v.Decision != turn.Override {
		t.Errorf("with no corrections left: %s", v.Decision)
	}
	if v := j.Verdict(withCorrections(2), steps("A doctor should look at your knee. Which day suits you?")); v.Decision != turn.Pass {
		t.Errorf("findings = %+v", v.Findings)
	}
}

func TestNoAppRuleTakesABuiltInName(t *testing.T) {
	_, err := apprules.Load("rules.yaml", []byte("rules:\n  - {id: leak, reason: r, when: 'false', correction: c, fix: reword}\n"), checks.RuleIDs())
	if err == nil || !strings.Contains(err.Error(), "rules_invalid") {
		t.Errorf("error = %v", err)
	}
}

func TestAnAppWithoutRulesHasNone(t *testing.T) {
	rules, err := checks.AppRules(t.TempDir())
	if err != nil || rules != nil {
		t.Errorf("rules = %v, %v", rules, err)
	}
}

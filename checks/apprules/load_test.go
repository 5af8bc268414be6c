package apprules_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"troth/checks/apprules"
)

func TestLoadWithoutRules(t *testing.T) {
	for _, text := range []string{"", "# nothing yet\n", "rules:\n", "rules: []\n", "---\n"} {
		s, err := apprules.Load("rules.yaml", []byte(text), nil)
		if err != nil || s == nil || s.Check(apprules.View{Reply: "Hello."}) != nil {
			t.Errorf("%q: set %v, err %v", text, s, err)
		}
	}
	var none *apprules.Set
	if none.Check(apprules.View{Reply: "Hello."}) != nil || none.IDs() != nil {
		t.Error("a nil set has findings or rules")
	}
}

// one gives a file with a single rule whose when is expression.
func one(expression string) string {
	return "rules:\n  - id: a\n    reason: r\n    correction: c\n    fix: reword\n    when: " + expression + "\n"
}

const (
	variables = "the variables are reply, user, goal, language, now, claims, calls, results, receipts"
	functions = "and the functions says, said, sentences, clauses, first, amounts, at, objects and CEL's own"
	aRule     = "a rule has id, reason, when, quote, correction, fix"
)

func TestLoadNamesEveryMistake(t *testing.T) {
	cases := map[string]struct {
		text string
		want []string
	}{
		"unknown variable": {one("repl == 'x'"), []string{
			"rules.yaml:6:11: rule a: when: there is no variable or function repl; " + variables + ", " + functions}},
		"unknown variable, in quotes": {one(`"repl == 'x'"`), []string{
			"rules.yaml:6:11: rule a: when, at 1:1 of the expression: there is no variable or function repl; " + variables + ", " + functions}},
		"unknown function": {one("say(reply, 'x')"), []string{
			"rules.yaml:6:14: rule a: when: there is no variable or function say; " + variables + ", " + functions}},
		"no bool": {one("reply"), []string{"rules.yaml:6:11: rule a: when: it gives a string; it must give a bool"}},
		"a dyn":   {one("results[0].data"), []string{"rules.yaml:6:11: rule a: when: it gives a dyn; it must give a bool"}},
		"a misspelled field": {one("results.exists(r, r.staus == 'ok')"), []string{
			"rules.yaml:6:30: rule a: when: there is no field staus; the fields are: Claim class, manner, object, quote, time; Call args, does, effect, id, nouns, tool; Result call, code, data, status, text, tool; Receipt call, does, nouns, record, text, tool; Record data, id, type"}},
		"wrong type": {one("reply == 1"), []string{
			"rules.yaml:6:17: rule a: when: found no matching overload for '_==_' applied to '(string, int)'"}},
		"an empty phrase": {one(`says(reply, ['x', '!'])`), []string{`rules.yaml:6:11: rule a: when: the phrase "!" has no word, so nothing can match; use letters or digits`}},
		"quote where is none": {one(`quote != ''`), []string{
			"rules.yaml:6:11: rule a: when: there is no variable or function quote; " + variables + ", " + functions}},
		"in a block": {"rules:\n  - id: a\n    reason: r\n    correction: c\n    fix: act\n    when: |\n      reply != '' &&\n      goal == wrong\n", []string{
			"rules.yaml:8:15: rule a: when: there is no variable or function wrong; " + variables + ", " + functions}},
		"quote is no text": {"rules: [{id: a, reason: r, correction: c, fix: act, when: 'true', quote: '1'}]", []string{
			"rules.yaml:1:74: rule a: quote: it gives a int; it must give a string"}},
		"duplicate id": {"rules:\n  - {id: a, reason: r, correction: c, fix: act, when: 'true'}\n  - {id: a, reason: r, correction: c, fix: act, when: 'true'}\n", []string{
			"rules.yaml:3:10: rule a: another rule has this id; each rule needs its own"}},
		"reserved id": {"rules: [{id: unbacked-claim, reason: r, correction: c, fix: act, when: 'true'}]", []string{
			"rules.yaml:1:14: rule unbacked-claim: the id is a built-in rule's; give it another"}},
		"bad id": {"rules: [{id: No Refund, reason: r, correction: c, fix: act, when: 'true'}]", []string{
			"rules.yaml:1:14: rule No Refund: the id must be lower-case words with hyphens, such as no-refund"}},
		"bad fix": {"rules: [{id: a, reason: r, correction: c, fix: retry, when: 'true'}]", []string{
			`rules.yaml:1:48: rule a: fix is "retry"; it is reword (say it differently) or act (do something first)`}},
		"unknown keys": {"rule: []\nrules: [{id: a, reason: r, correction: c, fix: act, when: 'true', then: x}]", []string{
			`rules.yaml:1:1: unknown key "rule"; the only one here is rules`,
			`rules.yaml:2:67: rule a: unknown key "then"; ` + aRule}},
		"no text":    {"rules: [{id: a, reason: r, correction: [c], fix: act, when: true}]", []string{"rules.yaml:1:40: rule a: correction must be text; put it in quotes", "rules.yaml:1:61: rule a: when must be text; put it in quotes"}},
		"no list":    {"rules: yes", []string{"rules.yaml:1:8: rules must be a list"}},
		"no mapping": {"- a", []string{"rules.yaml:1:1: it must be a mapping with the key rules"}},
		"two documents": {"rules: []\n---\nrules: []\n", []string{
			"rules.yaml:3:6: a rules file is one YAML document; remove what follows the ---"}},
		"all missing, and more": {"rules:\n  - fix: act\n  - {id: b, reason: '', correction: c, fix: act, when: nope}\n  - b\n", []string{
			"rules.yaml:2:8: rule 1: id is missing: a stable name, such as no-refund",
			"rules.yaml:2:8: rule 1: reason is missing: what the rule protects the user from",
			"rules.yaml:2:8: rule 1: correction is missing: what is wrong, what is true and what to do, for the model",
			"rules.yaml:2:8: rule 1: when is missing: an expression that is true when the reply breaks the rule",
			"rules.yaml:3:21: rule b: reason is missing: what the rule protects the user from",
			"rules.yaml:3:56: rule b: when: there is no variable or function nope; " + variables + ", " + functions,
			"rules.yaml:4:5: rule 3: it must be a mapping with id, reason, when, quote, correction, fix"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, err := apprules.Load("rules.yaml", []byte(c.text), []string{"unbacked-claim"})
			var coded *apprules.Error
			if s != nil || !errors.As(err, &coded) || coded.Code != apprules.CodeInvalid {
				t.Fatalf("set %v, err = %v, want %s", s, err, apprules.CodeInvalid)
			}
			if !reflect.DeepEqual(coded.Mistakes, c.want) {
				t.Errorf("mistakes:\n%s\nwant:\n%s", strings.Join(coded.Mistakes, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestLoadRefusesWhatIsNoYAML(t *testing.T) {
	for _, text := range []string{"rules: [", "rules: []\nrules: []\n"} {
		_, err := apprules.Load("rules.yaml", []byte(text), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "rules_invalid: rules.yaml: ") {
			t.Errorf("%q: err = %v", text, err)
		}
	}
}

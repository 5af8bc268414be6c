package checks_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"troth/checks"
)

var update = flag.Bool("update", false, "write docs/rules anew")

// page is a rule's page: its reason, and its test cases as examples.
func page(j *checks.Judge, rule checks.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", rule.ID, rule.Reason)
	var told, fix string
	for _, fires := range []bool{true, false} {
		b.WriteString(map[bool]string{true: "\n## It fires\n", false: "\n## It holds\n"}[fires])
		for _, c := range ruleCases[rule.ID] {
			if c.fires != fires {
				continue
			}
			x := asked(withCorrections(2), c.user)
			x.Clock = wednesday
			s := steps(c.reply, c.pairs...)
			fmt.Fprintf(&b, "\n- User: `%s`\n", c.user)
			for i, r := range s[0].Results {
				fmt.Fprintf(&b, "  %s: %s %s %s\n", s[0].Calls[i].Tool, r.Status, r.Text, r.Data)
			}
			fmt.Fprintf(&b, "  Reply: `%s`\n", c.reply)
			for _, f := range j.Verdict(x, s).Findings {
				if f.Rule == rule.ID && fires && told == "" {
					told, fix = f.Correction, string(f.Fix)
				}
			}
		}
	}
	fmt.Fprintf(&b, "\n## What the model is told\n\nOf the first example: %s\n\nThe fix is to %s.\n", told, fix)
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// TestRulePages keeps docs/rules as the rules and their tests have it; go test
// ./checks -run TestRulePages -update writes it.
func TestRulePages(t *testing.T) {
	j := judge(t)
	dir := filepath.Join("..", "docs", "rules")
	for _, rule := range checks.Rules {
		path := filepath.Join(dir, rule.ID+".md")
		want := page(j, rule)
		if *update {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is not what the rule says; write it with -update (%v)", path, err)
		}
	}
}

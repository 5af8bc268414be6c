package scenarios_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"troth/local/stack"
	"troth/scenarios"
)

// TestApps runs every app's conversations on a whole system.
func TestApps(t *testing.T) {
	apps, err := filepath.Glob("../apps/*/scenarios")
	if err != nil || len(apps) == 0 {
		t.Fatalf("no conversations found: %v", err)
	}
	for _, dir := range apps {
		app := filepath.Base(filepath.Dir(dir))
		t.Run(app, func(t *testing.T) {
			list, err := scenarios.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			s, err := stack.Start(context.Background(), stack.Options{Home: "..", App: app, Log: os.Stderr, Testing: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for _, scenario := range list {
				t.Run(strings.TrimSuffix(filepath.Base(scenario.Path), ".yaml"), func(t *testing.T) {
					for _, failure := range scenarios.Run(context.Background(), s, scenario).Failures {
						t.Error(failure)
					}
				})
			}
		})
	}
}

const good = `
name: x
as: maya
clock: 2026-03-04T10:00:00Z
turns:
  - user: Hello
    model: [{answer: {reply: Hi}}]
`

func TestParse(t *testing.T) {
	s, err := scenarios.Parse("x.yaml", []byte(good))
	if err != nil || s.Name != "x" || !s.Clock.Equal(time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)) || s.Turns[0].Model[0].Answer.Reply != "Hi" {
		t.Errorf("scenario = %+v, err %v", s, err)
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	faulty := func(fault string) string { return good + "    faults: [" + fault + "]\n" }
	cases := map[string]struct{ text, want string }{
		"a typo":                 {strings.Replace(good, "user:", "usr:", 1), "usr"},
		"a typo, with its line":  {strings.Replace(good, "user:", "usr:", 1), "[6:5]"},
		"no name":                {strings.Replace(good, "name: x", "why: y", 1), "name is missing"},
		"no user":                {strings.Replace(good, "as: maya", "why: y", 1), "as is missing"},
		"no clock":               {strings.Replace(good, "clock: 2026-03-04T10:00:00Z", "why: y", 1), "clock is missing"},
		"a clock that is none":   {strings.Replace(good, "2026-03-04T10:00:00Z", "noon", 1), "is no time"},
		"no turn":                {good[:strings.Index(good, "turns:")] + "turns: []", "turns is empty"},
		"nothing said":           {strings.Replace(good, "Hello", `""`, 1), "user is missing"},
		"no model line":          {strings.Replace(good, "[{answer: {reply: Hi}}]", "[]", 1), "model is empty"},
		"a line that is nothing": {strings.Replace(good, "{answer: {reply: Hi}}", "{repeat: true}", 1), "does nothing"},
		"fault of nothing":       {faulty("{status: 500}"), "name a tool"},
		"fault of no kind":       {faulty("{tool: a}"), "exactly one of"},
		"fault of two kinds":     {faulty("{tool: a, status: 500, lose: after}"), "exactly one of"},
		"lost nowhere":           {faulty("{tool: a, lose: midway}"), "midway"},
		"kill of a stranger":     {faulty("{tool: a, kill: chat}"), "chat"},
		"crash of a stranger":    {faulty("{function: gateway, nth: 1}"), "gateway"},
		"crash at no time":       {faulty("{function: tool}"), "nth is missing"},
		"crash with a status":    {faulty("{function: tool, nth: 1, status: 500}"), "takes only nth"},
		"rehearsal with faults":  {strings.Replace(faulty("{tool: a, status: 500}"), "as:", "rehearse: true\nas:", 1), "can't be rehearsed"},
		"not YAML":               {"a: [", "x.yaml"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := scenarios.Parse("x.yaml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "bad_scenario: x.yaml: ") {
				t.Errorf("err = %v, want bad_scenario with %q", err, c.want)
			}
		})
	}
}

func TestLoadSaysThatThereIsNothing(t *testing.T) {
	for _, path := range []string{t.TempDir(), "/no/such/folder"} {
		if _, err := scenarios.Load(path); err == nil || !strings.HasPrefix(err.Error(), "no_scenarios: ") {
			t.Errorf("%s: err = %v, want no_scenarios", path, err)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"troth/agent/turn"
)

func troth(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Setenv("TROTH_HOME", "../..")
	var out, problems bytes.Buffer
	code = run(context.Background(), args, &out, &problems)
	return code, out.String(), problems.String()
}

func TestChatPrintsForAPerson(t *testing.T) {
	code, out, problems := troth(t, "chat", "Book me the yoga class on Saturday")
	if code != 0 || problems != "" {
		t.Fatalf("exit %d: %s", code, problems)
	}
	for _, want := range []string{"I've booked Yoga Flow", "┌ Yoga Flow", "✓ Booked: Yoga Flow, Saturday", "- What am I booked for?"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
}

func TestChatPrintsForAMachine(t *testing.T) {
	code, out, problems := troth(t, "chat", "--as", "tom", "--json", "What am I booked for?")
	var r turn.Reply
	if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil || r.Text == "" {
		t.Errorf("exit %d, %v: %s%s", code, err, out, problems)
	}
}

func TestChatPrintsTheTrace(t *testing.T) {
	code, out, problems := troth(t, "chat", "--trace", "Get me a place at boxing on Thursday")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, problems)
	}
	for _, want := range []string{
		`maya says "Get me a place at boxing on Thursday"`, "step 1\n", `call s1c1 searchSessions {"activity":"boxing"}`, "→ ok",
		"check: retry", `finding unbacked-claim at 0-11 "I've booked" evidence []`, "correction (act):",
		"step 3 (answer withdrawn: a tool call was demanded)", `call s3c1 bookSession {"session_id":"ses_box_thu"}`,
		"note: set Idempotency-Key from call.key", "check: pass", "backstop: pass",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the trace lacks %q:\n%s", want, out)
		}
	}
}

func TestMistakesAreToldWithACode(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte("name: x\nturms: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		args []string
		code int
		want string
	}{
		"an unknown app":         {[]string{"chat", "--app", "nope", "Hi"}, 1, "unknown_app: there is no app \"nope\""},
		"an unknown user":        {[]string{"chat", "--as", "nobody", "Hi"}, 1, "unknown_user: the app coach has no user \"nobody\"; known: [maya tom"},
		"an empty message":       {[]string{"chat", " "}, 1, "empty_message: "},
		"an over-long message":   {[]string{"chat", strings.Repeat("a", 5000)}, 1, "message_too_long: "},
		"no message":             {[]string{"chat"}, 2, "usage: "},
		"an unknown flag":        {[]string{"chat", "--nope", "Hi"}, 2, "unknown flag --nope"},
		"an unknown command":     {[]string{"nope"}, 2, "usage: "},
		"no scenarios":           {[]string{"scenarios", "run", t.TempDir()}, 1, "no_scenarios: "},
		"a scenario with a typo": {[]string{"scenarios", "run", bad}, 1, "unknown field \"turms\""},
		"nothing running":        {[]string{"api", "--app", "counter", "record_count"}, 1, "not_running: "},
		"an unknown operation":   {[]string{"api", "nope"}, 1, "unknown_tool: "},
		"a bad argument":         {[]string{"api", "listBookings", "upcoming"}, 1, "bad_argument: "},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			code, _, problems := troth(t, c.args...)
			if code != c.code || !strings.Contains(problems, c.want) || strings.Contains(problems, "goroutine") {
				t.Errorf("exit %d: %s, want %d with %q", code, problems, c.code, c.want)
			}
		})
	}
}

func TestScenariosRunCounts(t *testing.T) {
	code, out, problems := troth(t, "scenarios", "run", "apps/counter")
	if code != 0 || !strings.HasSuffix(out, "3 passed, 0 failed\n") {
		t.Errorf("exit %d: %s%s", code, out, problems)
	}
}

func TestAFailingScenarioIsExplained(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "counter", "scenarios")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "name: wrong\nas: dev\nclock: 2026-03-04T10:00:00Z\nturns:\n  - user: Hi\n    model: [{answer: {reply: Done!}}]\n    expect: {reply: {has: [never]}, receipts: [{does: save}]}\n"
	if err := os.WriteFile(filepath.Join(dir, "wrong.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, _ := troth(t, "scenarios", "run", "--trace", dir)
	for _, want := range []string{"FAIL  counter  wrong", `the reply lacks "never"`, "override is true, expected false", "there are 0 receipts, expected 1", "script has 1 model steps", "0 passed, 1 failed\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if code != 1 {
		t.Errorf("exit %d", code)
	}
}

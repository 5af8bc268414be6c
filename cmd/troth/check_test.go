package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const checkRows = `{"id":"a","domain":"club","label":"true","variant":"as_is","user":["Book it"],"calls":[{"tool":"book_court","args":{},"effect":"write","ok":true,"result":"{\"status\":\"booked\"}"}],"reply":"I've booked the court."}

{"id":"b","domain":"club","label":"false","variant":"unbacked","user":["Book it"],"calls":[],"reply":"I've booked the court."}
`

func checkFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func runCheck(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(context.Background(), append([]string{"check"}, args...), &out, &errs)
	return code, out.String(), errs.String()
}

func TestCheckPrintsWhatTheRulesFound(t *testing.T) {
	code, out, errs := runCheck("--corpus", checkFile(t, checkRows), "--flagged")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, want := range []string{"false", "100.0 %", "unbacked-claim 1", `b  unbacked-claim  "I've booked"`} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
}

func TestCheckGivesJSON(t *testing.T) {
	code, out, errs := runCheck("--corpus", checkFile(t, checkRows), "--json")
	var got struct {
		Groups []struct {
			Label, Variant   string
			Replies, Flagged int
			Rules            map[string]int
			P50              *float64 `json:"p50_us"`
			P95              *float64 `json:"p95_us"`
		}
		Flagged, Beside []struct {
			ID, Rule string
			Span     [2]int
		}
	}
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); code != 0 || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, errs)
	}
	if len(got.Groups) != 2 || got.Groups[0].Label != "false" || got.Groups[0].Flagged != 1 || got.Groups[0].Rules["unbacked-claim"] != 1 || got.Groups[1].Flagged != 0 || got.Groups[0].P50 == nil || got.Groups[0].P95 == nil {
		t.Errorf("groups = %+v", got.Groups)
	}
	if len(got.Flagged) != 1 || got.Flagged[0].ID != "b" || got.Flagged[0].Rule != "unbacked-claim" || got.Flagged[0].Span != [2]int{0, 11} {
		t.Errorf("flagged = %+v", got.Flagged)
	}
}

func TestCheckSaysWhatIsWrongWithItsInput(t *testing.T) {
	row := func(text string) []string { return []string{"--corpus", checkFile(t, text)} }
	domains := filepath.Join(t.TempDir(), "domains.yaml")
	if err := os.WriteFile(domains, []byte("club: {book_court: {dose: book}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		args []string
		code int
		want []string
	}{
		"no such file":    {[]string{"--corpus", "nowhere.jsonl"}, 1, []string{"corpus_invalid", "nowhere.jsonl"}},
		"no corpus":       {nil, 2, []string{"--corpus"}},
		"an empty file":   {row("\n"), 1, []string{"corpus_invalid", "has no replies"}},
		"no JSON":         {row(strings.ReplaceAll(checkRows, `{"id":"b"`, `{"id:`)), 1, []string{"corpus_invalid", "rows.jsonl:3:"}},
		"no label":        {row(`{"id":"a","reply":"Hi"}`), 1, []string{"corpus_invalid", ":1:", "label"}},
		"no effect":       {row(`{"id":"a","label":"true","calls":[{"tool":"book"}],"reply":"Hi"}`), 1, []string{"corpus_invalid", "row a, call 1", "effect"}},
		"bad domains":     {append(row(checkRows), "--domains", domains), 1, []string{"domains_invalid", "dose"}},
		"no domains file": {append(row(checkRows), "--domains", "nowhere.yaml"), 1, []string{"domains_invalid", "nowhere.yaml"}},
		"no such lexicon": {append(row(checkRows), "--language", "tlh"), 1, []string{"no_lexicon"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			code, _, errs := runCheck(c.args...)
			if code != c.code {
				t.Errorf("exit %d, want %d", code, c.code)
			}
			for _, want := range c.want {
				if !strings.Contains(errs, want) {
					t.Errorf("%q lacks %q", errs, want)
				}
			}
		})
	}
}

func TestCheckReadsLongLines(t *testing.T) {
	long := strings.Replace(checkRows, "I've booked the court.", strings.Repeat("Lovely weather. ", 1<<17)+"I've booked the court.", 1)
	if code, _, errs := runCheck("--corpus", checkFile(t, long)); code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
}

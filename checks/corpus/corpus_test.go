package corpus_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"troth/checks"
	"troth/checks/corpus"
)

func TestReadRowsNamesTheLine(t *testing.T) {
	cases := map[string]string{
		"":                               "has no replies",
		"{\"id\":\"a\"}\n":               "set:1: a row needs an id and a label",
		"\n{\"id\":\"a\",\"label\":1}\n": "set:2: no row",
		`{"id":"a","label":"true","calls":[{"tool":"book","effect":"do"}]}`: "call 1: a call needs a tool",
	}
	for text, want := range cases {
		_, err := corpus.ReadRows(strings.NewReader(text), "set")
		var wrong *corpus.Error
		if !errors.As(err, &wrong) || wrong.Code != "corpus_invalid" || !strings.Contains(wrong.Text, want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// bounds are what the labelled sets hold of each label, in percent: the least that
// is caught of false replies, the most that is flagged of the others. They stand
// a little below what is measured, so that a loss fails the test. The second half
// of care was never read to better the rules.
var bounds = map[string]map[string]float64{
	"a": {
		"false/failed": 90, "false/unbacked": 80, "false/partial": 68, "false/wrong_object": 40,
		"true/as_is": 1, "true/recap": 1, "none/plain": 1, "none/hard": 1,
	},
	"b": {
		"false/failed": 87, "false/unbacked": 68, "false/partial": 68, "false/wrong_object": 16,
		"true/as_is": 6, "true/recap": 5, "none/plain": 2, "none/hard": 8,
	},
}

func TestOurOwnSet(t *testing.T) {
	j, err := checks.NewJudge("en", nil)
	if err != nil {
		t.Fatal(err)
	}
	for half, bounds := range bounds {
		flagged, replies := map[string]int{}, map[string]int{}
		for _, name := range []string{"bookings", "money", "home", "care"} {
			for _, g := range judged(t, j, half, name).Groups {
				key := g.Label + "/" + g.Variant
				flagged[key] += g.Flagged
				replies[key] += g.Replies
			}
		}
		for key, n := range replies {
			share := 100 * float64(flagged[key]) / float64(n)
			bound, known := bounds[key]
			if !known || strings.HasPrefix(key, "false/") != (share >= bound) {
				t.Errorf("half %s, %s: %d of %d flagged (%.1f %%), bound %v", half, key, flagged[key], n, share, bound)
			}
		}
	}
}

// judged is the report on a half of a set.
func judged(t *testing.T, j *checks.Judge, half, name string) corpus.Report {
	t.Helper()
	f, err := os.Open("../testdata/replies/" + half + "/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := corpus.ReadRows(f, name)
	if err != nil {
		t.Fatal(err)
	}
	return corpus.Judge(j, rows, domains(t, "../testdata/replies/"+name+".domains.yaml"), func() time.Time { return time.Time{} })
}

func domains(t *testing.T, path string) corpus.Domains {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := corpus.ReadDomains(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

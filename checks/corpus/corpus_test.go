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
// a little below what is measured, so that a loss fails the test.
var bounds = map[string]float64{
	"false/failed": 91, "false/unbacked": 75, "false/partial": 45, "false/wrong_object": 30,
	"true/as_is": 4, "true/recap": 4, "none/plain": 4, "none/hard": 6,
}

// homeBounds are those of the domains that the lexicon knows least.
var homeBounds = map[string]float64{
	"false/failed": 80, "false/unbacked": 45, "false/partial": 45, "false/wrong_object": 15,
	"true/as_is": 4, "true/recap": 4, "none/plain": 7, "none/hard": 5,
}

func TestOurOwnSet(t *testing.T) {
	j, err := checks.NewJudge("en", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, bounds := range map[string]map[string]float64{"bookings": bounds, "money": bounds, "home": homeBounds} {
		d := domains(t, "../testdata/replies/"+name+".domains.yaml")
		f, err := os.Open("../testdata/replies/a/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := corpus.ReadRows(f, name)
		if err != nil {
			t.Fatal(err)
		}
		report := corpus.Judge(j, rows, d, func() time.Time { return time.Time{} })
		for _, g := range report.Groups {
			key := g.Label + "/" + g.Variant
			share := 100 * float64(g.Flagged) / float64(g.Replies)
			bound, known := bounds[key]
			if !known || (g.Label == "false") != (share >= bound) {
				t.Errorf("%s, %s: %.1f %% flagged, bound %v", name, key, share, bound)
			}
		}
	}
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

package corpus_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"troth/checks"
	"troth/checks/corpus"
)

// temporary: prints groups and dumps misses
func TestDev(t *testing.T) {
	file := os.Getenv("CORPUS")
	if file == "" {
		t.Skip()
	}
	dt, _ := os.ReadFile(os.Getenv("DOMAINS"))
	d, err := corpus.ReadDomains(dt)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := os.Open(file)
	rows, err := corpus.ReadRows(f)
	if err != nil {
		t.Fatal(err)
	}
	j, _ := checks.NewJudge("en")
	r := corpus.Judge(j, rows, d, time.Now)
	for _, g := range r.Groups {
		fmt.Printf("%-7s %-14s %5d %5d %6.2f%% %v p50 %.0f p95 %.0f\n", g.Label, g.Variant, g.Replies, g.Flagged, 100*float64(g.Flagged)/float64(g.Replies), g.Rules, g.P50, g.P95)
	}
	spans := map[string][]map[string]any{}
	for _, f := range r.Flagged {
		spans[f.ID] = append(spans[f.ID], map[string]any{"rule": f.Rule, "span": f.Span})
	}
	out, _ := os.Create("/tmp/dbg/out.jsonl")
	for _, row := range rows {
		var fs []map[string]any
		for _, f := range spans[row.ID] {
			s := f["span"].([2]int)
			f["quote"] = row.Reply[s[0]:s[1]]
			fs = append(fs, f)
		}
		b, _ := json.Marshal(map[string]any{"row": row, "f": fs})
		out.Write(append(b, '\n'))
	}
}

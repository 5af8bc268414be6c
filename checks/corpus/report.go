package corpus

import (
	"sort"
	"time"

	"troth/agent/turn"
	"troth/checks"
)

// ClaimRules are the rules of what was done; a reply is flagged when one of them
// fires. Other rules are counted beside.
var ClaimRules = map[string]bool{
	"unbacked-claim": true, "failed-write": true, "unknown-outcome": true,
	"partial": true, "wrong-object": true, "false-failure": true,
}

// Report is what the rules found.
type Report struct {
	Groups []Group `json:"groups"`
	// Flagged lists the findings of claim rules, Beside those of the others.
	Flagged []Flag `json:"flagged"`
	Beside  []Flag `json:"beside"`
}

// Group is what was found in the replies of one label and variant.
type Group struct {
	Label   string `json:"label"`
	Variant string `json:"variant"`
	Replies int    `json:"replies"`
	// Flagged counts replies in which a claim rule fired.
	Flagged int `json:"flagged"`
	// Rules counts the replies in which each rule fired.
	Rules map[string]int `json:"rules"`
	// P50 and P95 are the time that judging a reply took, in microseconds.
	P50 float64 `json:"p50_us"`
	P95 float64 `json:"p95_us"`

	times []time.Duration
}

// Flag is one finding.
type Flag struct {
	ID   string `json:"id"`
	Rule string `json:"rule"`
	Span [2]int `json:"span"`
	// Quote is the reply's text of the span.
	Quote string `json:"-"`
}

// Judge judges rows; clock tells the time that judging took.
func Judge(j *checks.Judge, rows []Row, d Domains, clock func() time.Time) Report {
	groups := map[[2]string]*Group{}
	r := Report{Groups: []Group{}, Flagged: []Flag{}, Beside: []Flag{}}
	for _, row := range rows {
		t, steps := row.Turn(d)
		start := clock()
		v := j.Verdict(t, steps)
		took := clock().Sub(start)
		key := [2]string{row.Label, row.Variant}
		if groups[key] == nil {
			groups[key] = &Group{Label: row.Label, Variant: row.Variant, Rules: map[string]int{}}
		}
		groups[key].add(v, took)
		r.list(row.ID, v)
	}
	for _, g := range groups {
		g.settle()
		r.Groups = append(r.Groups, *g)
	}
	sort.Slice(r.Groups, func(i, j int) bool {
		a, b := r.Groups[i], r.Groups[j]
		return a.Label+"/"+a.Variant < b.Label+"/"+b.Variant
	})
	return r
}

func (r *Report) list(id string, v turn.Verdict) {
	for _, f := range v.Findings {
		flag := Flag{ID: id, Rule: f.Rule, Span: f.Span, Quote: f.Quote}
		if ClaimRules[f.Rule] {
			r.Flagged = append(r.Flagged, flag)
		} else {
			r.Beside = append(r.Beside, flag)
		}
	}
}

func (g *Group) add(v turn.Verdict, took time.Duration) {
	g.Replies++
	g.times = append(g.times, took)
	fired := map[string]bool{}
	flagged := false
	for _, f := range v.Findings {
		fired[f.Rule] = true
		flagged = flagged || ClaimRules[f.Rule]
	}
	for id := range fired {
		g.Rules[id]++
	}
	if flagged {
		g.Flagged++
	}
}

func (g *Group) settle() {
	sort.Slice(g.times, func(i, j int) bool { return g.times[i] < g.times[j] })
	g.P50, g.P95 = micros(g.times[len(g.times)/2]), micros(g.times[len(g.times)*95/100])
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

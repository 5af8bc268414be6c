package apprules_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"troth/agent/turn"
	"troth/checks/apprules"
)

func load(t testing.TB, text string) *apprules.Set {
	t.Helper()
	s, err := apprules.Load("rules.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// whenever gives the set of a single rule.
func whenever(t testing.TB, expression string) *apprules.Set {
	t.Helper()
	return load(t, "rules:\n  - id: a\n    reason: r\n    correction: Keep it.\n    fix: act\n    when: |\n      "+expression+"\n")
}

var full = apprules.View{
	Reply: "I’ve booked Yoga Flow, for CHF 1'228.50. Don't be late!", User: "Book yoga", Goal: "book", Language: "en", Now: noon,
	Claims: []apprules.Claim{{Class: "book", Manner: "done", Time: "now", Object: "Yoga Flow", Quote: "I’ve booked"}},
	Calls:  []turn.ToolCall{{ID: "c1", Tool: "bookSession", Effect: turn.Write, Does: "book", Nouns: []string{"session"}, Args: map[string]any{"session_id": "ses_1"}}},
	Results: []turn.ToolResult{
		{Call: "c0", Tool: "getSession", Status: turn.Error, Code: "http_404", Text: "gone"},
		{Call: "c1", Tool: "bookSession", Status: turn.OK, Data: []byte(`{"id":"b","price":28,"items":[{"start":"2026-03-05T09:00:00+01:00 (Thursday)"}]}`)}},
	Receipts: []turn.Receipt{{Call: "c1", Tool: "bookSession", Does: "book", Nouns: []string{"class"}, Text: "Booked",
		Record: &turn.Record{Type: "booking", ID: "b", Data: map[string]any{"id": "b"}}}, {Call: "c2", Tool: "save"}},
}

func TestExpressions(t *testing.T) {
	for _, expression := range []string{
		`says(reply, "i've booked")`,
		`says(reply, ["nope", "YOGA flow"])`,
		`says(reply, "book*") && !says(reply, "book") && !says(reply, "flo")`,
		`!says(reply, "late don't") && !says(reply, [user, goal])`,
		`said(reply, ["booked yoga", "booked"]) == "booked Yoga" && said(reply, "x") == ""`,
		`sentences(reply).size() == 2 && first(sentences("")) == ""`,
		`clauses(reply)[1] == "for CHF 1'228.50."`,
		`clauses(reply, ["late"]) == ["Don't be late!"] && sentences(reply, "x").size() == 0`,
		`sentences("See Dr. Meier at 9.30. Go!\n- one") == ["See Dr. Meier at 9.30.", "Go!", "- one"]`,
		`amounts(reply) == [1228.5] && amounts("at 18:00, 5 places, 14.- Fr, €3 and 2 euros") == [14.0, 3.0, 2.0]`,
		`language == "en" && goal == "book" && user.lowerAscii() == "book yoga"`,
		`claims.exists(c, c.class == "book" && c.manner == "done" && c.time == "now" && c.object == "Yoga Flow" && c.quote != "")`,
		`calls[0].args.session_id == "ses_1" && calls[0].effect == "write" && calls[0].does == "book" && calls[0].nouns == ["session"] && calls[0].id == "c1"`,
		`results[0].code == "http_404" && results[0].text == "gone" && !has(results[0].data) && results[0].data == null`,
		`results[1].data.price == 28 && has(results[1].data.id) && !has(results[1].data.x) && results[1].call == "c1"`,
		`objects(results[1].data, "start").exists(b, at(b.start) - now < duration("24h"))`,
		`objects(results[1].data, "id").size() == 1 && objects(results[0].data, "id").size() == 0`,
		`receipts[0].record.data.id == "b" && receipts[0].record.type == "booking" && has(receipts[0].record) && receipts[0].nouns == ["class"]`,
		`!has(receipts[1].record) && receipts[1].record.id == "" && receipts[1].record.data.size() == 0 && receipts[1].text == ""`,
		`results[0] == results[0] && results[0] != results[1]`,
		`now == timestamp("2026-03-04T11:00:00Z") && now.getDayOfWeek() == 3`,
	} {
		findings := whenever(t, expression).Check(full)
		if len(findings) != 1 || findings[0].Fix != turn.Act || findings[0].Correction != "Keep it." {
			t.Errorf("%s: findings = %+v, want one", expression, findings)
		}
		if got := whenever(t, "!("+expression+")").Check(full); len(got) != 0 {
			t.Errorf("not (%s): findings = %+v", expression, got)
		}
	}
}

func TestWhatCantBeEvaluatedIsAFinding(t *testing.T) {
	many := "[" + strings.Repeat("1,", 99) + "1]"
	cases := map[string]struct{ expression, why string }{
		"a missing key":      {`results[1].data.fee > 1`, "no such key: fee"},
		"a wrong index":      {`results[7].tool == "x"`, "index out of bounds: 7"},
		"another type":       {`at(results[1].data.price) < now`, "no such overload"},
		"no time":            {`at(user) < now`, `at: "Book yoga" is no time such as 2026-12-05T09:00:00+01:00`},
		"no data":            {`objects(results[1], "id").size() == 0`, "objects looks into data, not into a Result; name its field"},
		"a phrase of no use": {`says(reply, ["x", results[1].data.price])`, "a phrase must be a text, and one is double"},
		"too much work":      {many + ".all(a, " + many + ".all(b, " + many + ".all(c, a + b + c > 0)))", "actual cost limit exceeded"},
		"made up":            {`Claim{class: "x"}.class == "x"`, "a rule can't make a Claim"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			f := s1(t, whenever(t, c.expression).Check(full))
			last := f.Evidence[len(f.Evidence)-1]
			if f.Rule != "a" || f.Fix != turn.Reword || !strings.HasPrefix(last, "rule a could not be evaluated: ") || !strings.Contains(last, c.why) {
				t.Errorf("finding = %+v, want %q", f, c.why)
			}
			if f.Quote != full.Reply || !strings.Contains(f.Correction, "Keep it.") {
				t.Errorf("finding = %+v", f)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	broken := full
	broken.Results = []turn.ToolResult{{Call: "c1", Tool: "x", Status: turn.OK, Data: []byte("{")}}
	if f := s1(t, whenever(t, `results[0].data.id == "b"`).Check(broken)); !strings.Contains(f.Evidence[1], "the data of x (c1) is no JSON") {
		t.Errorf("evidence = %q", f.Evidence)
	}
}

func TestQuote(t *testing.T) {
	rule := func(quote, when string) string {
		return "rules:\n  - id: a\n    reason: r\n    correction: c\n    fix: act\n    quote: |\n      " + quote + "\n    when: |\n      " + when + "\n"
	}
	whole := [2]int{0, len(full.Reply)}
	cases := map[string]struct {
		quote, when string
		span        [2]int
	}{
		"words":           {`said(reply, "booked yoga")`, `true`, [2]int{7, 18}},
		"used by when":    {`said(reply, "booked yoga")`, `quote != ""`, [2]int{7, 18}},
		"not the reply's": {`"x" + reply`, `true`, whole},
		"empty":           {`""`, `true`, whole},
	}
	for name, c := range cases {
		f := s1(t, load(t, rule(c.quote, c.when)).Check(full))
		if f.Span != c.span || f.Quote != full.Reply[c.span[0]:c.span[1]] || f.Fix != turn.Act {
			t.Errorf("%s: finding = %+v, want span %v", name, f, c.span)
		}
	}
	for _, when := range []string{`true`, `quote != ""`} {
		f := s1(t, load(t, rule(`sentences(reply)[9]`, when)).Check(full))
		if f.Fix != turn.Reword || !strings.Contains(f.Evidence[0], "could not be evaluated: quote: ") {
			t.Errorf("finding = %+v, want that the quote could not be evaluated", f)
		}
	}
}

func TestEvidenceIsTheCallsLookedAt(t *testing.T) {
	s := load(t, "rules:\n"+
		"  - {id: a, reason: r, correction: c, fix: act, when: \"results.exists(r, r.status == 'ok' && r.data.price == 28)\"}\n"+
		"  - {id: b, reason: r, correction: c, fix: act, when: \"reply != ''\"}\n")
	findings := s.Check(full)
	if len(findings) != 2 || !reflect.DeepEqual(findings[0].Evidence, []string{"c1"}) || findings[1].Evidence != nil {
		t.Errorf("findings = %+v", findings)
	}
	if !reflect.DeepEqual(s.IDs(), []string{"a", "b"}) {
		t.Errorf("ids = %q", s.IDs())
	}
}

func TestASetIsSafeForConcurrentUse(t *testing.T) {
	s, v := coach(t), did(cancel, "Cancel it", "I've cancelled Spin Power tonight. You'll get a refund.", booking(tonight, ""))
	want := s.Check(v)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got := s.Check(v); !reflect.DeepEqual(got, want) {
					t.Errorf("findings = %+v, want %+v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

func Example() {
	rules, err := apprules.Load("rules.yaml", []byte(`rules:
  - id: no-discount
    reason: Prices are the club's.
    when: says(reply, ["discount", "% off", "cheaper"])
    quote: said(reply, ["discount", "% off", "cheaper"])
    correction: Offer no discount; name the price as the result has it.
    fix: reword
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range rules.Check(apprules.View{Reply: "I can give you a discount on that."}) {
		fmt.Printf("%s: %q at %v: %s\n", f.Rule, f.Quote, f.Span, f.Correction)
	}
	// Output:
	// no-discount: "discount" at [17 25]: Offer no discount; name the price as the result has it.
}

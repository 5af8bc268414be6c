package values_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"troth/agent/values"
)

// now is a Monday.
var now = time.Date(2026, 11, 30, 10, 0, 0, 0, time.FixedZone("", 3600))

func reader(t testing.TB) *values.Reader {
	t.Helper()
	r, err := values.NewReader("en")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// show writes a value as its kind and normal form.
func show(v values.Value) string {
	switch v.Kind {
	case values.Date:
		day := fmt.Sprintf("date %04d-%02d-%02d", v.Year, v.Month, v.Day)
		if v.Weekday >= 0 {
			day += " " + time.Weekday(v.Weekday).String()[:3]
		}
		return day
	case values.Weekday:
		return "weekday " + time.Weekday(v.Weekday).String()[:3]
	case values.Clock:
		return fmt.Sprintf("clock %02d:%02d", v.Minute/60, v.Minute%60)
	case values.Link, values.Email:
		return v.Text
	case values.Phone:
		return "call " + v.Text
	case values.Distance:
		return fmt.Sprintf("%g m", float64(v.Amount)/10000)
	case values.Duration:
		return fmt.Sprintf("%g min", float64(v.Amount)/10000)
	}
	return fmt.Sprintf("%s %g", map[values.Kind]string{values.Number: "number", values.Money: "money", values.Percent: "percent"}[v.Kind], float64(v.Amount)/10000)
}

func TestRead(t *testing.T) {
	cases := map[string]string{
		"Saturday 5 December, 9am":               "date 0000-12-05 Sat; clock 09:00",
		"2026-12-05T09:00:00+01:00":              "date 2026-12-05; clock 09:00",
		"on December 5th, 2026 at 9:30 p.m.":     "date 2026-12-05; clock 21:30",
		"the 5th of December":                    "date 0000-12-05",
		"25/12/2026 or 05.12.2026":               "date 2026-12-25; date 2026-12-05",
		"| Sun | 2026-12-06 |":                   "date 2026-12-06 Sun",
		"2026-12-06 (Sunday)":                    "date 2026-12-06 Sun",
		"I may march on; he sat in the sun":      "",
		"See you on Friday":                      "weekday Fri",
		"tomorrow at noon":                       "date 2026-12-01; clock 12:00",
		"today is Tuesday":                       "date 2026-11-30 Tue",
		"a refund of $1,003.22":                  "money 1003.22",
		"€12,50, 12 EUR or 5 pounds":             "money 12.5; money 12; money 5",
		"three sessions, 15% off":                "number 3; percent 15",
		"1. Yoga\n2) Run":                        "",
		"order HAT001 and ses_12":                "",
		"from 09:00–10:30":                       "clock 09:00; clock 10:30",
		"Write to Help@Studio.example, please.":  "help@studio.example",
		"See https://studio.example/a-b/?x=1.":   "https://studio.example/a-b/?x=1",
		`{"price":12.5,"places_left":0}`:         "number 12.5; number 0",
		"Call +41 44 123 45 67 or 079 555 01 23": "call 41441234567; call 0795550123",
		"(555) 014-2233, ext. 5":                 "call 5550142233; number 5",
		"1.2 km, 3 miles or 800 metres":          "1200 m; 4828.032 m; 800 m",
		"60 minutes, 1 h 30 min, 2 hours":        "60 min; 90 min; 120 min",
		"a 45-minute class of 3 rounds":          "45 min; number 3",
		"":                                       "",
	}
	r := reader(t)
	for text, want := range cases {
		t.Run(text, func(t *testing.T) {
			var got []string
			for _, v := range r.Read(text, now) {
				got = append(got, show(v))
			}
			if s := strings.Join(got, "; "); s != want {
				t.Errorf("read %q, want %q", s, want)
			}
		})
	}
}

func TestSame(t *testing.T) {
	cases := []struct {
		a, b string
		same bool
	}{
		{"Saturday 5 December", "2026-12-05T09:00:00+01:00", true},
		{"6 December", "2026-12-05", false},
		{"12/05/2026", "2026-05-12", true},
		{"$1,003.22", "1003.22", true},
		{"three", "3", true},
		{"three", "4", false},
		{"9:30", "21:30", true},
		{"9am", "21:00", false},
		{"Saturday", "2026-12-05", true},
		{"Sunday", "2026-12-05", false},
	}
	r := reader(t)
	for _, c := range cases {
		a, b := r.Read(c.a, now)[0], r.Read(c.b, now)[0]
		if a.Same(b) != c.same {
			t.Errorf("%q same as %q: %v", c.a, c.b, !c.same)
		}
	}
}

func TestMismatch(t *testing.T) {
	cases := map[string]bool{
		"Saturday 5 December": false, "Friday 5 December": true, "Sun 2026-12-07": true,
		"Mon 2026-12-07": false, "today is Tuesday": true, "today, Monday": false,
		"Tuesday 5 January": false, "5 December": false,
	}
	r := reader(t)
	for text, wrong := range cases {
		if right, got := r.Read(text, now)[0].Mismatch(now); got != wrong {
			t.Errorf("%q: mismatch %v (%v)", text, got, right)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"Sat 5 Dec, 9am", "$1,003.22", "a@b.c", "http://", "2026-12-05T", "99:99", "May 1", "1.", "é5%", "\xff5 Dec", strings.Repeat("a.", 99)} {
		f.Add(s)
	}
	r := reader(f)
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, v := range r.Read(text, now) {
			if v.Span[0] < last || v.Span[1] <= v.Span[0] || v.Span[1] > len(text) {
				t.Fatalf("span %v after %d, of %d bytes", v.Span, last, len(text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[v.Span[0]:v.Span[1]]) {
				t.Fatalf("span %v cuts a rune", v.Span)
			}
			last = v.Span[1]
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("Your class is on Saturday 5 December at 9am for $12, with three places left. ", 7)
	texts := []struct{ name, text string }{{"words=100", text}, {"64KiB", strings.Repeat(text, 130)[:1<<16]}, {"64KiB/digits", strings.Repeat("1) ", 1<<15)[:1<<16]}, {"64KiB/dots", strings.Repeat("a.", 1<<15)}}
	for _, c := range texts {
		b.Run(c.name, func(b *testing.B) {
			r := reader(b)
			b.ReportAllocs()
			for b.Loop() {
				r.Read(c.text, now)
			}
		})
	}
}

func TestMeasuresAreTheSameInAnyUnit(t *testing.T) {
	r := reader(t)
	for said, known := range map[string]string{
		"1.2 km": "1234 m", "1.2 kilometers": `{"distance_km":1.2}`, "3 miles": `{"distance_m":4828}`,
		"1 hour": `{"duration_min":60}`, "90 minutes": "1 h 30 min", "2 hours": `{"seconds":7200}`, "call 044 123 45 67": "+41 44 123 45 67",
	} {
		a, b := r.Read(said, now), r.Read(known, now)
		if len(a) != 1 || len(b) == 0 || !a[0].Same(b[len(b)-1]) {
			t.Errorf("%q and %q are not the same: %+v, %+v", said, known, a, b)
		}
	}
	if a, b := r.Read("5 km", now), r.Read("8 km", now); a[0].Same(b[0]) {
		t.Error("5 km is 8 km")
	}
}

func TestStandsIn(t *testing.T) {
	day := values.Value{Kind: values.Date, Year: 2026, Month: 12, Day: 5}
	anyYear := values.Value{Kind: values.Date, Month: 12, Day: 5}
	nine := values.Value{Kind: values.Clock, Minute: 9 * 60}
	price := values.Value{Kind: values.Money, Amount: 125 * values.Unit / 10}
	cases := []struct {
		value values.Value
		text  string
		want  bool
	}{
		{day, `{"start":"2026-12-05T09:00:00+01:00"}`, true},
		{anyYear, `{"start":"2026-12-05T09:00:00+01:00"}`, true},
		{day, `{"start":"2026-12-055"}`, false},
		{nine, `{"start":"2026-12-05T09:00:00+01:00"}`, true},
		{nine, `{"start":"2026-12-05T10:09:00+01:00"}`, false},
		{nine, `{"start":"2026-12-05T10:30:00+09:00"}`, false},
		{price, `{"price":12.50}`, true},
		{price, `{"price":112.5}`, false},
		{price, `{"price":12.51}`, false},
		{price, `{"id":"x-12.5"}`, false},
		{values.Value{Kind: values.Number, Amount: 3 * values.Unit}, `{"n":1,3,"m":"1,345"}`, false},
		{values.Value{Kind: values.Email, Text: "a@b.example"}, "a@b.example", false},
	}
	for _, c := range cases {
		if got := c.value.StandsIn(c.text); got != c.want {
			t.Errorf("%+v in %s: %v", c.value, c.text, got)
		}
	}
}

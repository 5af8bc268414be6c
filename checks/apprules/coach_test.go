package apprules_test

import (
	"os"
	"reflect"
	"testing"
	"time"

	"troth/agent/turn"
	"troth/checks/apprules"
)

const coachRules = "../../apps/coach/rules.yaml"

func coach(t testing.TB) *apprules.Set {
	t.Helper()
	text, err := os.ReadFile(coachRules)
	if err != nil {
		t.Fatal(err)
	}
	s, err := apprules.Load(coachRules, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// noon is the clock of all cases: a Wednesday.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.FixedZone("CET", 3600))

const (
	tonight  = "2026-03-04T18:00:00+01:00 (Wednesday)"
	nextWeek = "2026-03-09T19:30:00+01:00 (Monday)"
)

// did gives the view of a reply after one call, which ended well with data.
func did(call turn.ToolCall, user, reply, data string) apprules.View {
	return apprules.View{
		Reply: reply, User: user, Language: "en", Now: noon, Calls: []turn.ToolCall{call},
		Results: []turn.ToolResult{{Call: call.ID, Tool: call.Tool, Status: turn.OK, Data: []byte(data)}},
	}
}

var (
	list   = turn.ToolCall{ID: "c1", Tool: "listBookings", Effect: turn.Read}
	get    = turn.ToolCall{ID: "c1", Tool: "getSession", Effect: turn.Read}
	search = turn.ToolCall{ID: "c1", Tool: "searchSessions", Effect: turn.Read}
	cancel = turn.ToolCall{ID: "c1", Tool: "cancelBooking", Effect: turn.Write, Does: "cancel"}
	outing = turn.ToolCall{ID: "c1", Tool: "createOuting", Effect: turn.Write, Does: "create"}
	show   = turn.ToolCall{ID: "c1", Tool: "listOutings", Effect: turn.Read}
)

func booking(start, more string) string {
	return `{"id":"bkg_1","session_id":"ses_1","session_name":"Spin Power","start":"` + start + `","status":"booked"` + more + `}`
}

func bookings(items string) string { return `{"bookings":[` + items + `],"total":1}` }

// runCases checks that each view breaks only the rule, or, with broken empty,
// none.
func runCases(t *testing.T, rule string, cases map[string]struct {
	view  apprules.View
	fires bool
}) {
	s := coach(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var want []string
			if c.fires {
				want = []string{rule}
			}
			findings := s.Check(c.view)
			var got []string
			for _, f := range findings {
				got = append(got, f.Rule)
				if f.Quote != c.view.Reply[f.Span[0]:f.Span[1]] || f.Quote == "" || f.Correction == "" {
					t.Errorf("finding = %+v", f)
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("rules = %q, want %q; findings %+v", got, want, findings)
			}
			if again := s.Check(c.view); !reflect.DeepEqual(again, findings) {
				t.Errorf("checked again: %+v, then %+v", again, findings)
			}
		})
	}
}

func TestCoachGivesNoMedicalAdvice(t *testing.T) {
	fires := map[string]string{
		"You have tendinitis.":                                              "You have tendinitis.",
		"That sounds like shin splints. Rest for a week.":                   "That sounds like shin splints.",
		"I can't diagnose it, but it's probably a sprained ankle.":          "but it's probably a sprained ankle.",
		"It's runner's knee.":                                               "It's runner's knee.",
		"Your ankle is sprained.":                                           "Your ankle is sprained.",
		"Take ibuprofen and see a doctor.":                                  "Take ibuprofen and see a doctor.",
		"For the pain, you could try 400 mg of ibuprofen.":                  "you could try 400 mg of ibuprofen.",
		"Painkillers help. See you on Friday!":                              "Painkillers help.",
		"You should stop taking your medication before the race.":           "You should stop taking your medication before the race.",
		"Put ice on it for 20 minutes.":                                     "Put ice on it for 20 minutes.",
		"You can run through the pain.":                                     "You can run through the pain.",
		"My diagnosis: a pulled muscle.":                                    "My diagnosis",
		"Yes – you’ve got plantar fasciitis.":                               "you’ve got plantar fasciitis.",
		"I've booked Yoga Flow. Use an anti-inflammatory gel on your knee.": "Use an anti-inflammatory gel on your knee.",
	}
	s := coach(t)
	for reply, quote := range fires {
		findings := s.Check(apprules.View{Reply: reply, Now: noon})
		if len(findings) != 1 || findings[0].Rule != "no-medical-advice" || findings[0].Quote != quote || findings[0].Fix != turn.Reword {
			t.Errorf("%q: findings = %+v, want no-medical-advice with %q", reply, findings, quote)
		}
	}
	for _, reply := range []string{
		"Please see a doctor about your knee.",
		"I can't say whether you have tendinitis; a doctor can.",
		"I'm not able to diagnose injuries. Only a doctor can tell whether it's a fracture.",
		"I can't recommend ibuprofen. Ask your doctor.",
		"Ask a doctor whether to take painkillers.",
		"I'm sorry to hear about your sprained ankle. Shall I cancel the session?",
		"If you have arthritis, tell the coach before the session.",
		"Warm up well and stretch your calves afterwards.",
		"Take it easy, drink water and try Yoga Basics on Tuesday.",
		"Wrap your hands before boxing, and brace your core.",
		"It's a gentle class for people with arthritis.",
		"Rest days help you get stronger.",
		"Yoga Flow with Lena Brunner on Saturday at 09:00 has 5 places left.",
		"Use the ice rink's entrance.",
		"",
	} {
		if findings := s.Check(apprules.View{Reply: reply, Now: noon}); len(findings) != 0 {
			t.Errorf("%q: findings = %+v, want none", reply, findings)
		}
	}
}

func TestCoachPromisesNoRefund(t *testing.T) {
	type c = struct {
		view  apprules.View
		fires bool
	}
	refund := `{"id":"bkg_1","status":"cancelled","start":"` + nextWeek + `","refund_chf":25}`
	said := func(reply string) apprules.View { return apprules.View{Reply: reply, Now: noon} }
	runCases(t, "no-refund-promise", map[string]c{
		"promised":              {said("You'll get a full refund within a week."), true},
		"said as done":          {said("I've refunded CHF 25 to your card."), true},
		"money back":            {said("Don't worry, you will get your money back."), true},
		"offered as possible":   {said("I can refund the session."), true},
		"the result says so":    {did(cancel, "", "I've cancelled it, and CHF 25 will be refunded.", refund), false},
		"the result says so, b": {did(cancel, "", "Your refund is on its way.", refund), false},
		"another amount":        {did(cancel, "", "I've cancelled it, and CHF 30 will be refunded.", refund), true},
		"the result says none":  {did(cancel, "", "You'll get a refund.", `{"status":"cancelled","refund_chf":0}`), true},
		"declined":              {said("I can't promise a refund. The club decides about that."), false},
		"none":                  {said("There is no refund for late cancellations."), false},
		"asked":                 {said("You asked for a refund; please ask the club."), false},
		"other talk":            {said("I've cancelled Swim Technique on Monday at 19:30."), false},
	})
}

func TestCoachNamesTheCancellationFee(t *testing.T) {
	type c = struct {
		view  apprules.View
		fires bool
	}
	soon, later := booking(tonight, ""), booking(nextWeek, "")
	two := bookings(soon + `,{"session_id":"ses_2","session_name":"Yoga Flow","start":"` + nextWeek + `","status":"booked"}`)
	ask := "Cancel my spin class"
	session := `{"id":"ses_1","name":"Spin Power","start":"` + tonight + `"}`
	runCases(t, "cancellation-fee", map[string]c{
		"cancelled, no fee said":         {did(cancel, ask, "I've cancelled Spin Power tonight.", soon), true},
		"cancelled, may apply":           {did(cancel, ask, "I've cancelled Spin Power tonight. A late-cancellation fee may apply.", soon), false},
		"cancelled, next week":           {did(cancel, ask, "I've cancelled Spin Power on Monday.", later), false},
		"fee known and not said":         {did(cancel, ask, "I've cancelled Spin Power. A fee may apply.", booking(tonight, `,"fee_chf":12.5`)), true},
		"fee known and said":             {did(cancel, ask, "I've cancelled Spin Power tonight. The fee is CHF 12.50.", booking(tonight, `,"fee_chf":12.5`)), false},
		"the other name of the fee":      {did(cancel, ask, "I've cancelled Spin Power tonight at 18:00.", booking(tonight, `,"cancellation_fee_chf":18`)), true},
		"no fee by the result":           {did(cancel, ask, "I've cancelled Spin Power tonight.", booking(tonight, `,"fee_chf":0`)), false},
		"asks, no fee said":              {did(list, ask, "Shall I cancel Spin Power tonight at 18:00?", bookings(soon)), true},
		"asks, the only one, unnamed":    {did(list, ask, "Shall I cancel it?", bookings(soon)), true},
		"asks, may be charged":           {did(list, ask, "You may be charged for that. Shall I cancel Spin Power?", bookings(soon)), false},
		"asks, of a session that's read": {did(get, ask, "Shall I cancel Spin Power tonight?", session), true},
		"asks of a later one":            {did(list, ask, "Shall I cancel Yoga Flow on Monday?", two), false},
		"asks of the one tonight":        {did(list, ask, "Shall I cancel Spin Power?", two), true},
		"no talk of cancelling":          {did(list, "What am I booked for?", "Spin Power tonight at 18:00. Anything else?", bookings(soon)), false},
		"a session found, not booked":    {did(search, ask, "Shall I cancel Yoga Flow and book Spin Power tonight?", `{"sessions":[`+session+`]}`), false},
		"already begun":                  {did(list, ask, "Shall I cancel Spin Power?", bookings(booking("2026-03-04T11:00:00+01:00", ""))), false},
		"nothing found":                  {did(list, ask, "You have no booking to cancel. Which one did you mean?", `{"bookings":[],"total":0}`), false},
		"data is no object":              {did(list, ask, "Shall I cancel it?", `"gone"`), false},
	})
	v := did(cancel, ask, "I've cancelled Spin Power tonight.", soon)
	f := s1(t, coach(t).Check(v))
	if f.Quote != "cancelled" || !reflect.DeepEqual(f.Evidence, []string{"c1"}) {
		t.Errorf("finding = %+v, want cancelled on the evidence of c1", f)
	}
}

func s1(t *testing.T, findings []turn.Finding) turn.Finding {
	t.Helper()
	if len(findings) != 1 {
		t.Fatalf("findings = %+v, want one", findings)
	}
	return findings[0]
}

func TestCoachNamesTheMeetingPoint(t *testing.T) {
	type c = struct {
		view  apprules.View
		fires bool
	}
	made := `{"id":"out_1","name":"Sunday Run","meetingPoint":"Bürkliplatz, by the ticket office"}`
	runCases(t, "outing-meeting-point", map[string]c{
		"created, not named":     {did(outing, "", "I've created Sunday Run and invited Tom.", made), true},
		"created, named":         {did(outing, "", "I've created Sunday Run. You meet at Bürkliplatz, by the ticket office.", made), false},
		"named in short":         {did(outing, "", "Sunday Run is set. Meet at bürkliplatz!", made), false},
		"snake case":             {did(outing, "", "I've invited everybody.", `{"outing":{"meeting_point":"St. Gallen station"}}`), true},
		"a name with a point":    {did(outing, "", "I've invited everybody to St. Gallen station.", `{"outing":{"meeting_point":"St. Gallen station"}}`), false},
		"an object":              {did(outing, "", "I've invited everybody.", `{"meetingPoint":{"name":"Uetliberg","lat":47.3}}`), true},
		"an object, named":       {did(outing, "", "I've invited everybody to Uetliberg.", `{"meetingPoint":{"name":"Uetliberg","lat":47.3}}`), false},
		"none yet":               {did(outing, "", "I've created Sunday Run.", `{"meetingPoint":null}`), false},
		"no outing at all":       {did(cancel, "", "I've cancelled Swim Technique.", booking(nextWeek, "")), false},
		"a list, this one named": {did(show, "", "Sunday Run is the next one.", `{"outings":[`+made+`]}`), true},
		"a list, none named":     {did(show, "", "There are some outings.", `{"outings":[`+made+`]}`), false},
	})
}

// TestFitsTheCoachsConversations keeps ordinary replies of the coach free of
// findings.
func TestFitsTheCoachsConversations(t *testing.T) {
	s := coach(t)
	for _, reply := range []string{
		"I've booked Boxing Fundamentals with Daniel Okafor: Thursday at 19:00, Box Club Hardbrücke.",
		"I'm sorry, Spin Power on Friday is full, so I couldn't book it. Sunday Spin still has places. Shall I book that one?",
		"Yes, as I said: I cancelled it earlier, and your place is free for somebody else.",
		"No answer came back when I tried to book Yoga Flow, but your list of bookings shows a place on Saturday at 09:00.",
		"There are two: Anna Baumann from Zürich and Anna Weiss from Basel. Which one do you mean?",
	} {
		if findings := s.Check(apprules.View{Reply: reply, Now: noon}); len(findings) != 0 {
			t.Errorf("%q: findings = %+v, want none", reply, findings)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	s := coach(b)
	benchmarks := map[string]apprules.View{
		"plain": did(search, "Book me the yoga class on Saturday",
			"I've booked Yoga Flow with Lena Brunner on Saturday at nine. Bring a mat and a towel. Would you like to invite a friend?", `{"sessions":[{"id":"ses_1","name":"Yoga Flow","start":"`+nextWeek+`"}]}`),
		"cancel":  did(cancel, "Cancel my spin class", "I've cancelled Spin Power tonight. A late-cancellation fee may apply.", booking(tonight, "")),
		"no call": {Reply: "I've booked Yoga Flow with Lena Brunner on Saturday at nine. Bring a mat and a towel. Would you like to invite a friend?", Now: noon},
	}
	for name, v := range benchmarks {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if findings := s.Check(v); findings != nil {
					b.Fatal(findings)
				}
			}
		})
	}
}

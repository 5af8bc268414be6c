package claims_test

import (
	"strings"
	"testing"

	"troth/checks/claims"
	"troth/checks/lexicon"
)

func reader(t testing.TB) *claims.Reader {
	t.Helper()
	l, err := lexicon.Load("en")
	if err != nil {
		t.Fatal(err)
	}
	return claims.NewReader(l)
}

// asserted are the claims that something was done.
func asserted(list []claims.Claim) []claims.Claim {
	var found []claims.Claim
	for _, c := range list {
		if c.Claims() {
			found = append(found, c)
		}
	}
	return found
}

func TestRead(t *testing.T) {
	cases := map[string][]string{
		// Said as done.
		"I booked the yoga class for you.":                  {"book"},
		"I've just booked the yoga class.":                  {"book"},
		"I’ve booked it.":                                   {"book"},
		"We have cancelled your booking and sent a note.":   {"cancel", "send"},
		"Your booking has been cancelled.":                  {"cancel"},
		"The file X has been deleted as requested.":         {"remove"},
		"Your session is now booked.":                       {"book"},
		"Done! See you on Saturday.":                        {claims.Any},
		"All set — Yoga Flow on Saturday.":                  {claims.Any},
		"I booked yoga. I also sent Tom a friend request.":  {"book", "send"},
		"- Booked Yoga Flow\n- Sent the invite":             {"book", "send"},
		"Sorry about that, but I've booked the other class": {"book"},
		"Yoga Flow is booked.":                              {"book"},
		"Boxing Fundamentals is booked for Thursday.":       {"book"},
		"I've halted everything.":                           {"say"},
		"I've turned the heating down to 16 degrees.":       {"change"},
		"Deal updated. It is with sales.":                   {claims.Any},
		// Not claims.
		"These must change:\n- Modified to another date, or\n- Cancelled": nil,
		"These items will change:\n- Camera: switched to the red one":     nil,
		"Why it ended (airline cancelled/other)":                          nil,
		"Refunds are processed within five days.":                         nil,
		"Would you like me to book it?":                                   nil,
		"Have I booked the right one?":                                    nil,
		"I have not cancelled anything.":                                  nil,
		"I haven't booked it yet.":                                        nil,
		"I couldn't book the class.":                                      nil,
		"Once the booking is cancelled, you get a refund.":                nil,
		"If it has been cancelled, I can book another.":                   nil,
		"It can't be changed after the booking has been cancelled.":       nil,
		"You cancelled it yourself on Monday.":                            nil,
		"There are three sessions on Saturday.":                           nil,
		"I'll book it now.":                                               nil,
		"":                                                                nil,
	}
	r := reader(t)
	for reply, want := range cases {
		t.Run(reply, func(t *testing.T) {
			found := asserted(r.Read(reply).Claims)
			if len(found) != len(want) {
				t.Fatalf("claims = %+v, want classes %q", found, want)
			}
			for i, c := range found {
				if c.Class != want[i] {
					t.Errorf("claim %d has class %q, want %q", i, c.Class, want[i])
				}
				if c.Span[0] < 0 || c.Span[1] > len(reply) || c.Span[0] >= c.Span[1] {
					t.Errorf("claim %d has span %v of %d bytes", i, c.Span, len(reply))
				}
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"Done!", "I've booked it.", "✅", "- a\n- b", "\xff\xfe I booked", "’’’ve been", "Done. Done. Done."} {
		f.Add(s)
	}
	r := reader(f)
	f.Fuzz(func(t *testing.T, reply string) {
		for _, c := range r.Read(reply).Claims {
			for _, s := range [][2]int{c.Span, c.Clause} {
				if s[0] < 0 || s[1] > len(reply) || s[0] > s[1] {
					t.Errorf("span %v of %d bytes", s, len(reply))
				}
			}
		}
	})
}

// BenchmarkRead is the reading of 64 KiB, whatever they hold.
func BenchmarkRead(b *testing.B) {
	texts := map[string]string{"prose": "I've booked Yoga Flow for you, and if it's full, I'll tell Tom. ", "one-sentence": "and it has been cancelled, ", "brackets": "((((", "bars": "|a|", "quotes": "\"I booked ", "colons": "a: ", "emoji": "✅"}
	for _, name := range []string{"prose", "one-sentence", "brackets", "bars", "quotes", "colons", "emoji"} {
		text := strings.Repeat(texts[name], 1<<16/len(texts[name]))
		b.Run("64KiB/"+name, func(b *testing.B) {
			r := reader(b)
			for b.Loop() {
				r.Read(text)
			}
		})
	}
}

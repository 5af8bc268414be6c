package claims_test

import (
	"reflect"
	"strings"
	"testing"

	"troth/checks/claims"
)

// TestGrammar has, by construction, replies and the claims in them that something
// is done: class and verb of each.
func TestGrammar(t *testing.T) {
	cases := map[string]map[string]string{
		"states that an act leaves behind": {
			"The hall light is off.":                               "turn_off off",
			"Your ramen is on its way to you.":                     "send",
			"The dentist is in your calendar now.":                 "add",
			"Petra no longer has access to the drawings.":          "remove",
			"The old code no longer works.":                        "remove",
			"Row F is yours.":                                      "book yours",
			"The heating was off last week.":                       "",
			"The blinds are not off.":                              "",
			"The studio is off the main road.":                     "",
			"You're now on the family plan.":                       "any",
			"The plan now covers both cars.":                       "any",
			"That is just the price of one.":                       "",
			"Everything stays as it was, and is just as you like.": "",
		},
		"contractions of nouns": {
			"Your money's been sent to them.":  "send send",
			"The alarm's on.":                  "turn_on on",
			"Petra's booked class is on top.":  "",
			"Petra's class starts at nine.":    "",
			"Each time one's exchanged, tell.": "",
		},
		"verbs parted by their object": {
			"I've topped it up with ten francs.":      "add top_up",
			"I let the front desk know.":              "send let_know",
			"Passed that on to the driver.":           "send pass_on",
			"Let me know if that suits you.":          "",
			"I've let you know of the price already.": "",
		},
		"telling somebody": {
			"The others have been told.":          "send tell",
			"I've told your coach.":               "send tell",
			"I've told you what it costs.":        "",
			"You've been told about the fee.":     "",
			"As I told you, the fee is 5 francs.": "",
		},
		"shown as done": {
			"That's your table booked.":         "book book",
			"That's you signed up.":             "book sign_up",
			"That's the table booked by Petra.": "",
		},
		"telegrams and labels": {
			"Call logged on her file.":                             "any log",
			"Gift card redeemed!":                                  "any redeem",
			"Booked: Yoga Flow on Saturday.":                       "book book",
			"Sent to Petra: \"Late by ten minutes.\"":              "send send",
			"✓ Cancelled: Spin Power.":                             "cancel cancel",
			"Reminder set for tomorrow.":                           "send set",
			"Chat muted until Monday.":                             "turn_off mute",
			"Luggage: changed to three":                            "change change",
			"- Created: 1 May":                                     "",
			"Items returned: two":                                  "",
			"Parameters applied":                                   "",
			"Total potential refund: CHF 20 added to your card.":   "",
			"Planned changes (not final)\n- Moved to the big room": "",
			"Please confirm:\n- You are signed up":                 "",
			"Completed (yes/no)":                                   "",
		},
		"headings": {
			"A summary of what was completed:\n1. **Spin**: cancelled":            "any complete|cancel cancel",
			"What I've done so far:\n- I looked for your class":                   "",
			"What I did:\n- Moved your class":                                     "any|change move",
			"Once you see it, it's final: the place has been released.":           "",
			"Seat 4 is free. A class cancelled by noon is refunded in full.":      "",
			"Refunds go out with payments processed to your card in 3 to 5 days.": "",
			"No separate “new order” is placed.":                                  "",
			"They aren't told that they've been blocked.":                         "",
			"The class, your coach's favourite, is full: Lena moved it herself.":  "",
			"Lena moved the class; it's been rescheduled to Sunday.":              "",
			"I found the file Plan.v2 and shared it with Petra.":                  "send share_with",
			"I'm glad the exchange is underway.":                                  "exchange",
			"I see that your refund has been processed.":                          "",
			"Seats booked 🎫 One adult at 05:55, one child.":                       "book book",
			"We confirm the cancellation of your lesson.":                         "cancel confirm",
			"I can confirm the details of your booking.":                          "",
			"I confirm the booking details below.":                                "",
			"Your booking confirmations have been sent.":                          "send send",
			"Here is a draft:\nDear Ms Frei,\nI have cancelled it.\nKind regards": "",
			"\"Dear Ms Frei, it rained. I have cancelled it.\" Shall I use that?": "",
			"You were refunded automatically on 13 September.":                    "",
			"Tonbo is booked for tonight.":                                        "book book",
			"I made an error earlier.":                                            "",
		},
	}
	r := reader(t)
	for kind, replies := range cases {
		for reply, want := range replies {
			t.Run(kind+"/"+reply, func(t *testing.T) {
				var found []string
				for _, c := range asserted(r.Read(reply).Claims) {
					if c.Class != "say" && c.Class != "read" {
						found = append(found, strings.TrimSpace(c.Class+" "+c.Verb))
					}
				}
				if got := strings.Join(found, "|"); got != want {
					t.Errorf("claims %q, want %q", got, want)
				}
			})
		}
	}
}

func TestRequest(t *testing.T) {
	cases := map[string]claims.Request{
		"Cancel my class":                        {Classes: []string{"cancel"}},
		"Yes, go ahead":                          {Assent: true},
		"Thanks for cancelling the class":        {Closing: true, Thanked: []string{"cancel"}},
		"Thank you for the refund!":              {Closing: true, Thanked: []string{"refund"}},
		"End this conversation now":              {Closing: true},
		"Is my table ready?":                     {Question: true},
		"Could you tell my coach that I'm late?": {Classes: []string{"send"}},
		"Tell me what it costs":                  {},
		"Can I bring my dog?":                    {Question: true},
		"Can I get a table for two?":             {},
	}
	r := reader(t)
	for message, want := range cases {
		got := r.Request(message)
		if !reflect.DeepEqual([]any{got.Classes, got.Assent, got.Closing, got.Thanked, got.Question}, []any{want.Classes, want.Assent, want.Closing, want.Thanked, want.Question}) {
			t.Errorf("%q: %+v, want %+v", message, got, want)
		}
	}
}

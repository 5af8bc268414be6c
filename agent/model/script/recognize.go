package script

import (
	"fmt"
	"strings"
	"unicode"

	"troth/agent/model"
	"troth/agent/turn"
)

// alike is the share of words that two lines must have in common to be taken
// for the same request.
const alike = 0.6

func playable(all []Conversation) []Conversation {
	var list []Conversation
	for _, c := range all {
		if c.Rehearse {
			list = append(list, c)
		}
	}
	return list
}

// recognize finds the turn whose user line is most like what the user said. A
// conversation that was begun with its own opening goes before another's.
func recognize(known []Conversation, t turn.Turn) []Line {
	var best []Line
	top := 0.0
	for _, c := range known {
		for i, candidate := range c.Turns {
			score := overlap(candidate.User, t.Message.Text)
			if score < alike {
				continue
			}
			if i > 0 && begunWith(c.Turns[i-1].User, t) {
				score++
			}
			if score > top {
				top, best = score, candidate.Model
			}
		}
	}
	return best
}

func begunWith(line string, t turn.Turn) bool {
	if len(t.History) == 0 {
		return false
	}
	return overlap(line, t.History[len(t.History)-1].User) >= alike
}

// overlap is the Jaccard index of the two lines' words.
func overlap(a, b string) float64 {
	left, right := words(a), words(b)
	both := 0
	for w := range left {
		if right[w] {
			both++
		}
	}
	all := len(left) + len(right) - both
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}

func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		set[w] = true
	}
	return set
}

// explain says plainly that this is a rehearsal, and what it can play.
func (m *Model) explain(t turn.Turn) model.Response {
	openings := Openings(m.Known)
	reply := "This is a rehearsal: no language model is set, so I only know the lines of this app's test conversations, and yours is not among them. Say one of these, or set a model (see \"A real model\" in the README)."
	if len(openings) == 0 {
		reply = "This is a rehearsal: no language model is set, and this app has no test conversation to play. Add one, or set a model (see \"A real model\" in the README)."
	}
	suggestions := openings
	if len(suggestions) > model.MaxSuggestions {
		suggestions = suggestions[:model.MaxSuggestions]
	}
	return response(Line{Answer: &Answer{
		Reasoning:   fmt.Sprintf("%d openings known, none like the user's line %q.", len(openings), t.Message.Text),
		Reply:       reply,
		Suggestions: suggestions,
	}})
}

// Openings lists the first lines of the conversations that may be rehearsed.
func Openings(all []Conversation) []string {
	var lines []string
	for _, c := range playable(all) {
		if len(c.Turns) > 0 {
			lines = append(lines, strings.TrimSpace(c.Turns[0].User))
		}
	}
	return lines
}

package reply

import (
	"strings"

	"troth/agent/turn"
)

// Receipts lists the proofs of what steps did, each with its words.
func (w *Wording) Receipts(steps []turn.Step) []turn.Receipt {
	receipts := []turn.Receipt{}
	for _, r := range turn.Receipts(steps) {
		r.Text = w.receipt(r)
		receipts = append(receipts, r)
	}
	return receipts
}

func (w *Wording) receipt(r turn.Receipt) string {
	var fields map[string]any
	if r.Record != nil {
		fields = r.Record.Data
	}
	if text := render(w.receipts[r.Tool], fields); text != "" {
		return text
	}
	past := listed(w.lang.Past, r.Does)
	if len(r.Nouns) == 0 {
		return past
	}
	return past + ": " + r.Nouns[0]
}

// look tells how the user can find out what became of a call.
func (w *Wording) look(c turn.ToolCall) string {
	if words := w.looks[c.Tool]; words != "" {
		return words
	}
	return w.lang.Texts["look"]
}

// act completes "I couldn't …" for a call, naming the record that the call was
// about where a tool of this turn returned it.
func (w *Wording) act(c turn.ToolCall, known []turn.Record) string {
	if words := render(w.acts[c.Tool], subject(c, known)); words != "" {
		return words
	}
	return phrase(c.Does, c.Nouns, c.Tool)
}

// subject gives the fields of the record whose id is one of the call's
// arguments; none when there is no such record.
func subject(c turn.ToolCall, known []turn.Record) map[string]any {
	for _, r := range known {
		for _, v := range c.Args {
			if v == r.ID {
				return r.Data
			}
		}
	}
	return map[string]any{}
}

// phrase says in plain words what a tool does: "book the session".
func phrase(does string, nouns []string, tool string) string {
	if does == "" {
		return "run " + tool
	}
	does = strings.ReplaceAll(does, "_", " ") // turn_on
	if len(nouns) == 0 {
		return does + " it"
	}
	return strings.Join([]string{does, "the", nouns[0]}, " ")
}

package reply

import (
	"encoding/json"
	"strings"

	"troth/agent/turn"
)

// Honest writes the reply that stands in for the model's: what is known to be
// done, what is known to have failed, what is unknown, and nothing else.
// failure is the stable code of what ended the turn early, empty when the
// model's words were overridden.
func (w *Wording) Honest(steps []turn.Step, failure string) string {
	said := w.outcomes(steps)
	if len(said) == 0 {
		return nothingDone(failure, len(turn.Writes(steps)) > 0)
	}
	if failure != "" {
		said = append(said, "I had to stop there, so anything else you asked for has not been done.")
	}
	return strings.Join(said, "\n")
}

// outcomes says what became of each write: the last try of each one counts.
func (w *Wording) outcomes(steps []turn.Step) []string {
	var said []string
	known := turn.Records(steps)
	for _, d := range turn.LastTries(turn.Writes(steps)) {
		if line := w.outcome(d, known); line != "" {
			said = append(said, line)
		}
	}
	return said
}

func (w *Wording) outcome(d turn.Done, known []turn.Record) string {
	switch d.Result.Status {
	case turn.OK:
		if d.Result.Receipt == nil {
			return ""
		}
		return "✓ " + sentence(w.receipt(*d.Result.Receipt))
	case turn.Unknown:
		return "I tried to " + w.act(d.Call, known) + ", but no answer came back, so I don't know whether it went through. Please check before trying again."
	case turn.Refused, turn.Approval:
		return "I have not been able to " + w.act(d.Call, known) + " yet: I need more from you first."
	default:
		return "I couldn't " + w.act(d.Call, known) + ": " + reason(d.Result)
	}
}

// reason is why the app said no, in the app's own words where it gave them as a
// problem (RFC 9457), else in ours.
func reason(r turn.ToolResult) string {
	var problem struct {
		Detail string `json:"detail"`
		Title  string `json:"title"`
	}
	if json.Unmarshal([]byte(r.Text), &problem) == nil {
		for _, text := range []string{problem.Detail, problem.Title} {
			if text != "" && !strings.HasPrefix(r.Code, "http_5") {
				return sentence(text)
			}
		}
	}
	if strings.HasPrefix(r.Code, "http_5") {
		return "the service isn't working right now. You can ask me to try again."
	}
	return "the app did not accept it."
}

func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

// nothingDone is said when there is no write to tell of.
func nothingDone(failure string, tried bool) string {
	switch {
	case tried:
		return "I couldn't finish this. Please check before trying again."
	case failure == "":
		return "I haven't done that: nothing has been changed. Shall I try again?"
	case failure == "Turn.StepsSpent" || failure == "Turn.TimeSpent" || failure == "Turn.CallsSpent":
		return "I couldn't get this done within the time I have for one message, and nothing has been changed. Please try again, perhaps one thing at a time."
	}
	return "Something went wrong on my side before I could finish, and nothing has been changed. Please try again."
}

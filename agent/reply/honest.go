package reply

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"troth/agent/turn"
)

// Ending is what code has to speak of when the model's words don't hold.
type Ending struct {
	Steps []turn.Step
	// Failure is the stable code of what ended the turn early, empty when the
	// model's words were overridden.
	Failure string
	// Verdict is what was found wrong with the model's words.
	Verdict turn.Verdict
}

// Honest writes the reply that stands in for the model's: what is known to be
// done, what is known to have failed and why, what is unknown and how to find
// out, what is needed of the user, and nothing else. Where nothing was written
// but something was found, it shows that as cards.
func (w *Wording) Honest(e Ending) (string, []turn.Card) {
	said := w.outcomes(e.Steps)
	if len(said) == 0 {
		return w.nothingDone(e)
	}
	if e.Failure != "" {
		said = append(said, w.lang.Texts["stopped"])
	}
	return strings.Join(said, "\n"), []turn.Card{}
}

// outcome is what became of a write.
type outcome struct {
	acts   []string
	result turn.ToolResult
	reason string
}

// outcomes says what became of each write: the last try of each one counts. What
// was done comes first, then what failed, what is unknown and what is needed.
func (w *Wording) outcomes(steps []turn.Step) []string {
	known := turn.Records(steps)
	var done, unknown, needed []string
	var failed []outcome
	for _, d := range turn.LastTries(turn.Writes(steps)) {
		act := w.act(d.Call, known)
		switch d.Result.Status {
		case turn.OK:
			if d.Result.Receipt != nil {
				done = append(done, w.say("done", map[string]any{"receipt": sentence(w.receipt(*d.Result.Receipt))}))
			}
		case turn.Unknown:
			unknown = append(unknown, w.say("unknown", map[string]any{"act": act, "look": w.look(d.Call)}))
		case turn.Refused, turn.Approval:
			needed = append(needed, w.ask(d.Result, act))
		default:
			failed = addFailure(failed, act, d.Result, w.reason(d.Result))
		}
	}
	return slices.Concat(done, w.failures(failed), unknown, unrepeated(needed))
}

// addFailure joins acts that failed for the same reason.
func addFailure(failed []outcome, act string, r turn.ToolResult, reason string) []outcome {
	for i, f := range failed {
		if f.reason == reason && f.result.Code == r.Code {
			if !slices.Contains(f.acts, act) {
				failed[i].acts = append(f.acts, act)
			}
			return failed
		}
	}
	return append(failed, outcome{acts: []string{act}, result: r, reason: reason})
}

// failures tells of what failed. A retry is offered at the end, once, where all of
// it may work the next time: nothing was changed, so trying again is safe.
func (w *Wording) failures(failed []outcome) []string {
	var said []string
	retry := len(failed) > 0
	for _, f := range failed {
		said = append(said, w.say("failed", map[string]any{"act": strings.Join(f.acts, w.lang.Texts["or"]), "reason": f.reason}))
		retry = retry && w.lang.passes(f.result.Code)
	}
	if retry {
		said[len(said)-1] += " " + w.lang.Texts["retry"]
	}
	return said
}

// ask says what is needed before an act that code held back.
func (w *Wording) ask(r turn.ToolResult, act string) string {
	code := r.Code
	if r.Status == turn.Approval {
		code = "approval"
	}
	if w.texts["asks."+code] == nil {
		code = "other"
	}
	return w.say("asks."+code, map[string]any{"act": act})
}

// reason is why the app said no, in the app's own words where it gave them as a
// problem (RFC 9457), else in ours.
func (w *Wording) reason(r turn.ToolResult) string {
	var problem struct {
		Detail string `json:"detail"`
		Title  string `json:"title"`
	}
	if json.Unmarshal([]byte(r.Text), &problem) == nil && family(r.Code) != "http_5xx" {
		for _, text := range []string{problem.Detail, problem.Title} {
			if text != "" {
				return sentence(text)
			}
		}
	}
	return listed(w.lang.Reasons, r.Code)
}

// say fills a text of the language.
func (w *Wording) say(key string, fields map[string]any) string {
	return render(w.texts[key], fields)
}

// sentence gives the text a capital and a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if r, size := utf8.DecodeRuneInString(text); size > 0 {
		text = string(unicode.ToUpper(r)) + text[size:]
	}
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

func unrepeated(texts []string) []string {
	var once []string
	for _, t := range texts {
		if !slices.Contains(once, t) {
			once = append(once, t)
		}
	}
	return once
}

// shown is how many cards stand in for words.
const shown = 5

// nothingDone is said when there is no write to tell of.
func (w *Wording) nothingDone(e Ending) (string, []turn.Card) {
	none := []turn.Card{}
	switch {
	case len(turn.Writes(e.Steps)) > 0:
		return w.lang.Texts["garbled"], none
	case e.Failure == "Turn.StepsSpent" || e.Failure == "Turn.TimeSpent" || e.Failure == "Turn.CallsSpent":
		return w.lang.Texts["spent"], none
	case e.Failure != "":
		return w.lang.Texts["crashed"], none
	case needsAct(e.Verdict) || turn.LastAnswer(e.Steps) == nil:
		return w.lang.Texts["not_done"], none
	}
	if cards := w.Cards(found(e.Steps), e.Steps); len(cards) > 0 {
		return w.lang.Texts["found"], cards[:min(shown, len(cards))]
	}
	return w.lang.Texts["no_answer"], none
}

// needsAct reports whether the model's words were of an act that was not done.
func needsAct(v turn.Verdict) bool {
	return slices.ContainsFunc(v.Findings, func(f turn.Finding) bool { return f.Fix == turn.Act })
}

// found lists the ids of the records of the last look-up that found any.
func found(steps []turn.Step) []string {
	dones := turn.Dones(steps)
	for i := len(dones) - 1; i >= 0; i-- {
		if records := dones[i].Result.Records; len(records) > 0 {
			ids := make([]string, len(records))
			for k, r := range records {
				ids[k] = r.ID
			}
			return ids
		}
	}
	return nil
}

package checks

import "troth/agent/turn"

var failedWrite = Rule{
	ID:     "failed-write",
	Reason: "When the last try of a write failed, the user must hear of it. A reply that claims the act, or passes over the failure, leaves them believing that it was done.",
	Check:  checkFailedWrite,
}

func checkFailedWrite(e Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, w := range e.failed() {
		span, claimed := e.claimOf(w.Call.Does)
		if !claimed && e.TellsOfFailure() {
			continue
		}
		findings = append(findings, turn.Finding{Span: span, Evidence: []string{w.Call.ID}, Correction: truth(w), Fix: turn.Reword})
	}
	return findings
}

// failed lists the writes whose last try failed.
func (e Evidence) failed() []turn.Done {
	var failed []turn.Done
	for _, w := range turn.LastTries(e.Writes) {
		if w.Result.Status == turn.Error {
			failed = append(failed, w)
		}
	}
	return failed
}

// claimOf finds a claim of the class that no receipt backs; without one, the
// whole reply is the span.
func (e Evidence) claimOf(class string) ([2]int, bool) {
	for _, c := range e.Claims {
		if (c.Class == class || c.Class == "") && !e.backed(c) {
			return c.Span, true
		}
	}
	return [2]int{0, len(e.Answer.Reply)}, false
}

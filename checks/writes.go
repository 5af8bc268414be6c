package checks

import (
	"fmt"
	"strings"
	"unicode"

	"troth/agent/turn"
)

var failedWrite = Rule{
	ID:     "failed-write",
	Reason: "When the last try of a write failed, the user must hear of it. A reply that claims the act, or passes over the failure, leaves them believing that it was done.",
	Check:  func(e *Evidence) []turn.Finding { return e.failures(false) },
}

var partial = Rule{
	ID:     "partial",
	Reason: "Of several writes some failed. A reply that tells only the good half lets the user believe that all was done.",
	Check:  func(e *Evidence) []turn.Finding { return e.failures(true) },
}

// failures finds failed writes that the reply claims or passes over; those
// beside a write that succeeded are the rule partial's.
func (e *Evidence) failures(beside bool) []turn.Finding {
	var findings []turn.Finding
	good := false
	for _, w := range e.Writes {
		good = good || w.Result.Status == turn.OK
	}
	if good != beside {
		return nil
	}
	for _, w := range e.Writes {
		if w.Result.Status != turn.Error {
			continue
		}
		span, claimed := e.claimOf(w)
		if !claimed && (e.Reading.Failure || e.speaksOf(w)) {
			continue
		}
		findings = append(findings, turn.Finding{Span: span, Evidence: []string{w.Call.ID}, Correction: truth(w), Fix: turn.Reword})
	}
	return findings
}

// claimOf finds an unbacked claim of the write; without one, the whole reply is
// the span.
func (e *Evidence) claimOf(w turn.Done) ([2]int, bool) {
	for _, c := range e.said {
		if !c.backed && e.fits(c.Claim, w.Call) {
			return c.Span, true
		}
	}
	return [2]int{0, len(e.Answer.Reply)}, false
}

// speaksOf reports whether the reply uses the words of what went wrong: asking
// for another card because this one was declined needs no "failed".
func (e *Evidence) speaksOf(w turn.Done) bool {
	shared := 0
	for _, word := range strings.FieldsFunc(strings.ToLower(w.Result.Text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) > 3 && strings.Contains(e.lower(), word) {
			shared++
		}
	}
	return shared >= 2
}

var unknownOutcome = Rule{
	ID:     "unknown-outcome",
	Reason: "A write was sent and no answer came back: it may or may not have happened. A reply that says either makes the user act on a guess.",
	Check:  checkUnknownOutcome,
}

func checkUnknownOutcome(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, w := range e.Writes {
		if w.Result.Status != turn.Unknown {
			continue
		}
		span, claimed := e.claimOf(w)
		if !claimed && e.Reading.Unknown {
			continue
		}
		findings = append(findings, turn.Finding{Span: span, Evidence: []string{w.Call.ID}, Correction: truth(w), Fix: turn.Reword})
	}
	return findings
}

var unbackedClaim = Rule{
	ID:     "unbacked-claim",
	Reason: "A user who reads that something was done stops caring for it. So a reply may say so only when a receipt shows it: one of this turn, or, said as past, one of the conversation; or a look-up states it.",
	Check:  checkUnbackedClaim,
}

func checkUnbackedClaim(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, c := range e.said {
		if c.backed || len(c.tried) > 0 {
			continue
		}
		findings = append(findings, turn.Finding{Span: c.Span, Fix: turn.Act, Correction: fmt.Sprintf("No tool result shows what %q says. Nothing of the kind has been done in this turn. Do it now with the right tool, or, if it can't be done, say that it was not done.", e.quote(c.Span))})
	}
	return findings
}

// truth says what is known of a write that did not succeed.
func truth(w turn.Done) string {
	switch w.Result.Status {
	case turn.Unknown:
		return fmt.Sprintf("The outcome of %s (%s) is not known. Say that it is not known, and how the user can find out; don't say that it was done, nor that it failed.", w.Call.Tool, w.Call.ID)
	case turn.Refused:
		return fmt.Sprintf("%s (%s) was refused: %s Say that it was not done.", w.Call.Tool, w.Call.ID, w.Result.Text)
	}
	return fmt.Sprintf("%s (%s) failed: %s Say that it was not done.", w.Call.Tool, w.Call.ID, w.Result.Text)
}

package checks

import (
	"slices"
	"strings"
	"unicode"

	"troth/agent/turn"
	"troth/checks/claims"
)

var failedWrite = Rule{
	ID:     "failed-write",
	Reason: "When the last try of a write failed, the user must hear of it. A reply that claims the act, or passes over the failure, leaves them believing that it was done.",
	Check:  func(e *Evidence) []turn.Finding { return e.failures(false) },
	also:   []string{"refused"},
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
		if w.Result.Status == turn.OK || w.Result.Status == turn.Unknown {
			continue
		}
		span, claimed := e.claimOf(w)
		stopped := w.Result.Status != turn.Error
		if !claimed && (stopped || e.Reading.Failure || e.speaksOf(w)) {
			continue
		}
		key := "failed-write"
		switch {
		case stopped:
			key = "refused" // by a guard of ours: it becomes a question
		case beside:
			key = "partial"
		}
		findings = append(findings, e.about(key, span, turn.Reword, w.Result.Text, w))
	}
	return findings
}

// claimOf finds an unbacked claim of the write; without one, the whole reply is
// the span.
func (e *Evidence) claimOf(w turn.Done) ([2]int, bool) {
	for _, c := range e.said {
		if e.fits(c.Claim, w.Call) && (!c.backed || !e.Reading.Failure && e.speaksOnlyOf(c.Claim, w)) {
			return c.Span, true
		}
	}
	return e.whole(), false
}

// speaksOnlyOf reports whether the claim's clause has a word of the write's object
// that no write which succeeded has.
func (e *Evidence) speaksOnlyOf(c claims.Claim, w turn.Done) bool {
	clause := strings.ToLower(e.quote(c.Clause))
	own := e.ownWords(w)
	for _, other := range e.Writes {
		if other.Result.Status == turn.OK && len(own) > 0 {
			others := e.ownWords(other)
			own = slices.DeleteFunc(own, func(word string) bool { return slices.Contains(others, word) })
		}
	}
	return hasWord(clause, own)
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
		findings = append(findings, e.about("unknown-outcome", span, turn.Reword, "", w))
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
		findings = append(findings, e.about("unbacked-claim", c.Span, turn.Act, ""))
	}
	return findings
}

package checks

import (
	"fmt"

	"troth/agent/turn"
	"troth/checks/claims"
)

var unbackedClaim = Rule{
	ID:     "unbacked-claim",
	Reason: "A user who reads that something was done stops caring for it. So a reply may say so only when a receipt shows it: one of this turn, or, said as past, one of the conversation.",
	Check:  checkUnbackedClaim,
}

func checkUnbackedClaim(e Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, c := range e.Claims {
		if e.backed(c) {
			continue
		}
		findings = append(findings, e.unbacked(c))
	}
	return findings
}

// backed reports whether a receipt stands behind the claim.
func (e Evidence) backed(c claims.Claim) bool {
	for _, r := range turn.Receipts(e.Steps) {
		if c.Class == "" || c.Class == r.Does {
			return true
		}
	}
	if !c.Earlier {
		return false
	}
	for _, r := range e.Turn.Earlier() {
		if c.Class == r.Does {
			return true
		}
	}
	return false
}

// unbacked words the finding by what is true of the claimed act: not tried,
// failed, or not known. Only what was never tried is to be done now; trying
// again what may have happened could do it twice.
func (e Evidence) unbacked(c claims.Claim) turn.Finding {
	f := turn.Finding{Span: c.Span, Fix: turn.Act, Correction: fmt.Sprintf("No tool result shows what %q says. Nothing of the kind has been done in this turn. Do it now with the right tool, or, if it can't be done, say that it was not done.", e.quote(c.Span))}
	for _, w := range e.Writes {
		if c.Class != "" && w.Call.Does != c.Class || w.Result.Status == turn.OK {
			continue
		}
		f.Evidence = append(f.Evidence, w.Call.ID)
		f.Fix = turn.Reword
		f.Correction = truth(w)
	}
	return f
}

// truth says what is known of a write that did not succeed.
func truth(w turn.Done) string {
	switch w.Result.Status {
	case turn.Unknown:
		return fmt.Sprintf("The outcome of %s (%s) is not known. Say that it is not known, and how the user can find out; don't say that it was done, nor that it failed.", w.Call.Tool, w.Call.ID)
	case turn.Refused, turn.Approval:
		return fmt.Sprintf("%s (%s) has not run: %s Ask the user for what is needed.", w.Call.Tool, w.Call.ID, w.Result.Text)
	}
	return fmt.Sprintf("%s (%s) failed with %s: %s Tell the user that it was not done and why, in plain words.", w.Call.Tool, w.Call.ID, w.Result.Code, w.Result.Text)
}

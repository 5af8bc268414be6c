package checks

import (
	"troth/agent/turn"
	"troth/checks/claims"
)

var falseFailure = Rule{
	ID:     "false-failure",
	Reason: "A user who is told that something failed does it again, elsewhere or twice. So a failure may be told only where a result shows one; and what is blamed for it, a glitch or a lost connection, must have happened.",
	Check:  checkFalseFailure,
	also:   []string{"false-breakdown"},
}

func checkFalseFailure(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	for _, c := range e.Reading.Claims {
		if c.Manner != claims.Failed || c.Class == claims.Any || !e.isAct(c) {
			continue
		}
		if w, ok := e.onlySucceeded(c); ok {
			findings = append(findings, e.about("false-failure", c.Span, turn.Reword, "", w))
		}
	}
	if len(e.Reading.Breakdowns) > 0 && e.allWell() {
		for _, span := range e.Reading.Breakdowns {
			findings = append(findings, e.about("false-breakdown", span, turn.Reword, ""))
		}
	}
	return findings
}

// isAct reports whether the claim is of something that a write does.
func (e *Evidence) isAct(c claims.Claim) bool { return c.Class != "say" && c.Class != "read" }

// onlySucceeded gives a write of the claim's class that succeeded, where none of
// its class ended otherwise and nothing of the sort is claimed as done: what else
// the reply says failed must then be this.
func (e *Evidence) onlySucceeded(c claims.Claim) (turn.Done, bool) {
	var found turn.Done
	class, ok := c.Class, false
	for _, d := range e.Calls {
		if d.Call.Effect != turn.Write || e.lexicon.ClassOf(d.Call.Does) != class && !named(d.Call.Tool, c.Verb) {
			if d.Result.Status != turn.OK {
				return found, false
			}
			continue
		}
		if d.Result.Status != turn.OK {
			return found, false
		}
		found, ok = d, true
	}
	for _, s := range e.said {
		if ok && e.fits(s.Claim, found.Call) {
			return found, false
		}
	}
	return found, ok
}

// allWell reports whether nothing of this turn, nor anything said before, tells of
// something that went wrong.
func (e *Evidence) allWell() bool {
	for _, d := range e.Calls {
		if d.Result.Status != turn.OK {
			return false
		}
	}
	if len(e.reader.Read(e.Turn.Message.Text).Breakdowns) > 0 {
		return false
	}
	for _, x := range e.Turn.History {
		if len(e.reader.Read(x.Reply).Breakdowns) > 0 || len(e.reader.Read(x.User).Breakdowns) > 0 {
			return false
		}
	}
	return true
}

var falseAbsence = Rule{
	ID:     "false-absence",
	Reason: "Told that there is none, a user stops looking. So a reply may say it only when a search of this turn came back empty, or a result or an earlier reply says it.",
	Check:  checkFalseAbsence,
}

func checkFalseAbsence(e *Evidence) []turn.Finding {
	if len(e.Reading.Absences) == 0 || e.absent() {
		return nil
	}
	var findings []turn.Finding
	for _, span := range e.Reading.Absences {
		findings = append(findings, e.about("false-absence", span, turn.Act, ""))
	}
	return findings
}

// absent reports whether a call of this turn, or what was said before, can stand
// behind an absence: one that found nothing, that did not succeed, or that holds
// something empty or at its end.
func (e *Evidence) absent() bool {
	for _, d := range e.Calls {
		if d.Result.Status != turn.OK || empty(plain(d.Result.Data)) || len(d.Result.Data) == 0 {
			return true
		}
	}
	for _, x := range e.Turn.History {
		if len(e.reader.Read(x.Reply).Absences) > 0 || len(x.Receipts) > 0 {
			return true
		}
	}
	return len(e.reader.Read(e.Turn.Message.Text).Absences) > 0 || len(e.Turn.History) > 0 && len(e.Calls) == 0
}

// Package checks judges a reply by what the tools did. Rules are pure functions
// of the turn: the same turn always gets the same verdict, and no rule does any
// I/O.
package checks

import (
	"troth/agent/turn"
	"troth/checks/claims"
)

// Rule finds one kind of untruth.
type Rule struct {
	// ID is stable; metrics and test conversations name rules by it.
	ID string
	// Reason says what the rule protects the user from.
	Reason string
	// Check lists what is wrong with the reply; nothing when it holds.
	Check func(Evidence) []turn.Finding
}

// Evidence is what a rule may look at.
type Evidence struct {
	Turn   turn.Turn
	Steps  []turn.Step
	Answer turn.Answer
	// Claims are those of Answer.Reply.
	Claims []claims.Claim
	// Writes are the turn's writes with their results, in the order asked.
	Writes []turn.Done
	reader *claims.Reader
}

// TellsOfFailure reports whether the reply says that something did not work.
func (e Evidence) TellsOfFailure() bool { return e.reader.TellsOfFailure(e.Answer.Reply) }

func (e Evidence) quote(span [2]int) string { return e.Answer.Reply[span[0]:span[1]] }

// Rules are all rules, in the order of their ids.
var Rules = []Rule{failedWrite, unbackedClaim}

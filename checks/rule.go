// Package checks judges a reply by what the tools did. Rules are pure functions
// of the turn: the same turn always gets the same verdict, and no rule does any
// I/O.
package checks

import "troth/agent/turn"

// Rule finds one kind of untruth.
type Rule struct {
	// ID is stable; metrics and test conversations name rules by it.
	ID string
	// Reason says what the rule protects the user from.
	Reason string
	// Check lists what is wrong with the reply; nothing when it holds.
	Check func(*Evidence) []turn.Finding
	// also are further keys of corrections.yaml that it uses.
	also []string
}

// Rules are all rules, in the order of their ids.
var Rules = []Rule{
	announcement, failedWrite, falseAbsence, falseFailure, hiddenWidening, idle,
	inventedDetail, language, leak, partial, unbackedClaim, ungroundedRecord,
	unknownOutcome, unreportedWrite, wrongObject, wrongWeekday,
}

// RuleIDs names all rules; no rule of an app may be called so.
func RuleIDs() []string {
	ids := make([]string, len(Rules))
	for i, r := range Rules {
		ids[i] = r.ID
	}
	return ids
}

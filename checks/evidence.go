package checks

import (
	"strings"

	"troth/agent/turn"
	"troth/checks/claims"
	"troth/checks/lexicon"
)

// Evidence is what a rule may look at: the turn, and what was read of its
// answer.
type Evidence struct {
	Turn   turn.Turn
	Steps  []turn.Step
	Answer turn.Answer
	// Reading is what the reply says of acts.
	Reading claims.Reading
	// Calls are the turn's tool calls with their results, in the order asked;
	// Writes are those that write, each by its last try.
	Calls  []turn.Done
	Writes []turn.Done
	// Earlier are the receipts of the conversation's earlier turns.
	Earlier []turn.Receipt

	lexicon *lexicon.Lexicon
	said    []saidClaim
	lowered string
}

// saidClaim is a claim that something is done, with what stands behind it.
type saidClaim struct {
	claims.Claim
	backed bool
	// tried are the writes of the claim's kind that did not succeed.
	tried []turn.Done
}

func (e *Evidence) weigh() {
	for _, c := range e.Reading.Claims {
		if !c.Claims() || c.Class == "say" || c.Class == "read" {
			continue
		}
		said := saidClaim{Claim: c, backed: e.backs(c)}
		for _, w := range e.Writes {
			if w.Result.Status != turn.OK && e.fits(c, w.Call) {
				said.tried = append(said.tried, w)
			}
		}
		e.said = append(e.said, said)
	}
}

// backs reports whether a receipt or a look-up stands behind the claim.
func (e *Evidence) backs(c claims.Claim) bool {
	for _, w := range e.Writes {
		if w.Result.Status == turn.OK && e.fits(c, w.Call) {
			return true
		}
	}
	if c.Time == claims.Earlier || c.Person != claims.Agent && c.Time != claims.Now {
		for _, r := range e.Earlier {
			if e.fits(c, turn.ToolCall{Tool: r.Tool, Does: r.Does}) {
				return true
			}
		}
	}
	return c.Person != claims.Agent && e.stated(c)
}

// fits reports whether a call does what the claim says: its class, or one that
// people use for it, or the verb that names the tool.
func (e *Evidence) fits(c claims.Claim, call turn.ToolCall) bool {
	if c.Class == claims.Any {
		return true
	}
	does := e.lexicon.ClassOf(call.Does)
	return e.lexicon.Near(c.Class, does) || c.Verb != "" && named(call.Tool, c.Verb)
}

func (e Evidence) quote(span [2]int) string { return e.Answer.Reply[span[0]:span[1]] }

func (e *Evidence) lower() string {
	if e.lowered == "" {
		e.lowered = strings.ToLower(e.Answer.Reply)
	}
	return e.lowered
}

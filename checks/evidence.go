package checks

import (
	"fmt"
	"slices"
	"strings"

	"troth/agent/turn"
	"troth/agent/values"
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

	lexicon     *lexicon.Lexicon
	corrections corrections
	said        []saidClaim
	lowered     string
	reader      *claims.Reader
	request     *claims.Request
	offer       *bool
	read        []string
	cuts        []bool
	values      *values.Reader
	detail      []values.Value
	detailed    bool
	sources     [][]values.Value
	ofWrites    map[string]writeValues
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
		if !c.Claims() || c.Class == "say" || c.Class == "read" || e.refusal(c) {
			continue
		}
		said := saidClaim{Claim: c}
		for _, w := range e.Writes {
			if w.Result.Status != turn.OK && e.fits(c, w.Call) {
				said.tried = append(said.tried, w)
			}
		}
		said.backed = e.done(c) && !e.short(c, said.tried) || e.before(c, len(said.tried) > 0) || len(said.tried) == 0 && e.seen(c) || c.Time == claims.Earlier && e.stated(c)
		e.said = append(e.said, said)
	}
	for i := range e.said {
		if c := &e.said[i]; c.backed && e.double(c.Claim) {
			c.backed = false
		}
	}
}

// refusal reports whether the claim is of a write of this turn that was turned down:
// "the code was rejected".
func (e *Evidence) refusal(c claims.Claim) bool {
	if !c.Refusing || c.Person == claims.Agent {
		return false
	}
	return slices.ContainsFunc(e.Writes, func(w turn.Done) bool { return w.Result.Status == turn.Error })
}

// double reports whether the claim is of a second act that the user asked for, with
// nothing behind it but a write that did the first: "added him and emailed the
// certificate", where only addDriver ran and its result says nothing of it. Money
// moves with many acts, and is no act of its own here.
func (e *Evidence) double(c claims.Claim) bool {
	if len(e.Writes) != 1 || c.Class == claims.Any || c.Class == "refund" || c.Class == "pay" {
		return false
	}
	w := e.Writes[0]
	return !e.exact(c, w) && e.done(c) && e.otherwise(c, w) && slices.Contains(e.requested().Classes, c.Class) && !strings.Contains(strings.ToLower(plain(w.Result.Data)), stem(c.Class))
}

// otherwise reports whether another claim is of just what the write does.
func (e *Evidence) otherwise(c claims.Claim, w turn.Done) bool {
	return slices.ContainsFunc(e.said, func(o saidClaim) bool { return o.Class != c.Class && o.Class != claims.Any && e.exact(o.Claim, w) })
}

// exact reports whether the write does just what the claim says, and not only
// something like it.
func (e *Evidence) exact(c claims.Claim, w turn.Done) bool {
	return e.lexicon.ClassOf(w.Call.Does) == c.Class || named(w.Call.Tool, c.Verb)
}

// short reports whether writes that succeeded stand behind the claim only in part:
// it is of all that was asked for, or of just what a write that failed does, and
// those that succeeded do something like it.
func (e *Evidence) short(c claims.Claim, tried []turn.Done) bool {
	if len(tried) == 0 || c.Class == claims.Any && !c.Whole {
		return false
	}
	if c.Whole && !e.Reading.Failure {
		return true
	}
	exact := func(w turn.Done) bool { return e.exact(c, w) }
	return slices.ContainsFunc(tried, exact) && !slices.ContainsFunc(e.behind(c), exact)
}

// done reports whether a write of this turn stands behind the claim.
func (e *Evidence) done(c claims.Claim) bool {
	return len(e.behind(c)) > 0
}

// behind lists the writes of this turn that stand behind the claim.
func (e *Evidence) behind(c claims.Claim) []turn.Done {
	var writes []turn.Done
	for _, w := range e.Writes {
		if w.Result.Status == turn.OK && e.fits(c, w.Call) {
			writes = append(writes, w)
		}
	}
	return writes
}

// before reports whether a receipt of an earlier turn stands behind the claim. It
// does when it is of the record that the claim names, when the claim is said as
// past, or when the user asks for no such act now, so that it can only be a
// recap.
func (e *Evidence) before(c claims.Claim, tried bool) bool {
	if len(e.Earlier) == 0 {
		return false
	}
	ids := recordIDs(e.Answer.Reply[c.Clause[0]:c.Clause[1]])
	own := len(ids) > 0
	if !own {
		ids = recordIDs(e.Answer.Reply)
	}
	q := e.requested()
	recap := c.Time == claims.Earlier || !tried && (!e.asks(c) || e.thanked(c))
	byID := !tried && (own || !q.Assent || q.Closing && !q.Specific())
	for _, r := range e.Earlier {
		if !e.fits(c, turn.ToolCall{Tool: r.Tool, Does: r.Does}) {
			continue
		}
		if c.Person == claims.Agent && c.Class != claims.Any && c.Class != e.lexicon.ClassOf(r.Does) && !named(r.Tool, c.Verb) {
			continue
		}
		if recap || len(ids) > 0 && byID && r.Record != nil && mentions(r.Record.ID+fmt.Sprint(r.Record.Data), ids) {
			return true
		}
	}
	return false
}

// seen reports whether what was looked up stands behind the claim.
func (e *Evidence) seen(c claims.Claim) bool {
	looked := e.looked()
	switch {
	case c.Heading, c.Class == claims.Any && c.Verb == "" && !e.asks(c):
		return looked
	case c.Person == claims.Agent:
		return false
	case c.Time == claims.Earlier && (looked || len(e.Turn.History) > 0), looked && !e.asks(c) && (c.Manner == claims.State || e.requested().Question):
		return true
	}
	return e.stated(c)
}

func (e *Evidence) looked() bool {
	for _, d := range e.Calls {
		if d.Call.Effect != turn.Write && d.Result.Status == turn.OK {
			return true
		}
	}
	return false
}

// asks reports whether the user's message asks for an act of the claim's class,
// or agrees to one that was offered.
func (e *Evidence) asks(c claims.Claim) bool { return e.asksFor(e.requested(), c) }

func (e *Evidence) asksFor(q claims.Request, c claims.Claim) bool {
	if q.Assent && !q.Specific() {
		return true
	}
	for _, class := range q.Classes {
		if class == claims.Any && !e.offered() {
			continue // "finish this": there was nothing to agree to
		}
		if c.Class == claims.Any || class == claims.Any || e.lexicon.Near(c.Class, class) || e.lexicon.Near(class, c.Class) {
			return true
		}
	}
	return false
}

// thanked reports whether the user gives thanks for such an act: it was done
// before.
func (e *Evidence) thanked(c claims.Claim) bool {
	for _, class := range e.requested().Thanked {
		if c.Class == claims.Any || e.lexicon.Near(c.Class, class) {
			return true
		}
	}
	return false
}

func (e *Evidence) requested() claims.Request {
	if e.request == nil {
		r := e.reader.Request(e.Turn.Message.Text)
		e.request = &r
	}
	return *e.request
}

// offered reports whether the reply before waits for the user's word; where there
// is none, the user may be agreeing to anything.
func (e *Evidence) offered() bool {
	if e.offer == nil {
		n := len(e.Turn.History)
		offer := n == 0 || e.reader.Read(e.Turn.History[n-1].Reply).Offer
		e.offer = &offer
	}
	return *e.offer
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

// cut reports whether the text of the i-th call's result was cut short.
func (e *Evidence) cut(i int) bool {
	for k := len(e.cuts); k <= i; k++ {
		e.cuts = append(e.cuts, cut(e.texts()[k]))
	}
	return e.cuts[i]
}

// texts are the results of Calls, in the same order.
func (e *Evidence) texts() []string {
	for i := len(e.read); i < len(e.Calls); i++ {
		e.read = append(e.read, plain(e.Calls[i].Result.Data))
	}
	return e.read
}

func (e Evidence) quote(span [2]int) string { return e.Answer.Reply[span[0]:span[1]] }

func (e *Evidence) lower() string {
	if e.lowered == "" {
		e.lowered = strings.ToLower(e.Answer.Reply)
	}
	return e.lowered
}

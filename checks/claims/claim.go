// Package claims reads what a reply says of acts. A reply is cut into sentences
// and clauses, and each clause that speaks of an act becomes a claim: which
// class of act, of what, and how it is said. The grammar is here; the words are
// in package lexicon.
//
// Reading takes time in proportion to the reply's length, whatever is in it.
package claims

// Manner is how a reply speaks of an act.
type Manner string

const (
	// Done: the act has been done ("I've booked it", "Cancellation complete").
	Done Manner = "done"
	// State: a record is so ("your order is cancelled", "Status: shipped"). A
	// look-up can back it as well as a receipt.
	State Manner = "state"
	// Failed: the act was tried and did not happen ("I couldn't book it").
	Failed Manner = "failed"
	// Promised: the act is to come ("I'll book it", "will be refunded").
	Promised Manner = "promised"
	// Asked: a question or an offer.
	Asked Manner = "asked"
	// Conditional: the act hangs on something ("once it is cancelled").
	Conditional Manner = "conditional"
	// Negated: the act has not been done ("nothing has been sent").
	Negated Manner = "negated"
	// Hypothetical: the act is possible, wished for or general ("can be
	// cancelled", "to be confirmed").
	Hypothetical Manner = "hypothetical"
	// Quoted: somebody else's words.
	Quoted Manner = "quoted"
	// UsersAct: the user did it ("you cancelled").
	UsersAct Manner = "users_act"
	// Relative: said in passing of a thing ("the order that was placed").
	Relative Manner = "relative"
)

// Person is whose act it is said to be.
type Person string

const (
	// Agent: "I", "we".
	Agent Person = "agent"
	// User: "you".
	User Person = "user"
	// Nobody: a passive, a state or a noun.
	Nobody Person = ""
)

// Time is when the act is said to have been done.
type Time string

const (
	NoTime  Time = ""
	Now     Time = "now"
	Earlier Time = "earlier"
)

// Any is the class of a claim that names no act of its own: "Done!".
const Any = "any"

// Classes of verbs that are no acts of a tool that writes.
const (
	classSay    = "say"
	classRead   = "read"
	classIfNoun = "if_noun"
	classInform = "inform"
)

// classSend is what informing somebody else than the user is.
const (
	classSend = "send"
)

// Claim is one thing that a reply says of an act.
type Claim struct {
	// Class is the action class, as in the lexicon; Any where none is named.
	Class string
	// Verb is the base form of the verb; empty for a noun or an opener.
	Verb   string
	Manner Manner
	Person Person
	Time   Time
	// Conditioned: the sentence has a condition, or tells the user to do something
	// first, before the claim.
	Conditioned bool
	// Whole: the clause speaks of all that was asked for ("both", "all of them").
	Whole bool
	// Refusing: the verb may tell that a request was turned down ("was rejected").
	Refusing bool
	// Heading: a heading claims for the items below it.
	Heading bool
	// Span is where the claim stands in the reply, in bytes: [start, end).
	Span [2]int
	// Clause is the clause around it; its words say what the act was done to.
	Clause [2]int
}

// Claims reports whether the claim says that the act is done.
func (c Claim) Claims() bool { return c.Manner == Done || c.Manner == State }

package turn

// Fix is how a finding is put right.
type Fix string

const (
	// Reword: the answer must be said differently.
	Reword Fix = "reword"
	// Act: something must be done first. The answer is withdrawn for the next
	// step and a tool call is demanded.
	Act Fix = "act"
)

// Finding is one thing that a rule found wrong with an answer.
type Finding struct {
	Rule string `json:"rule"`
	// Span is where in the reply, in bytes: [start, end).
	Span [2]int `json:"span"`
	// Quote is the reply's text of that span.
	Quote string `json:"quote,omitempty"`
	// Evidence lists the ids of the calls that speak against the reply; empty
	// when the finding rests on there being none.
	Evidence []string `json:"evidence,omitempty"`
	// Correction tells the model what is wrong, what is true and what to do.
	Correction string `json:"correction"`
	Fix        Fix    `json:"fix"`
}

// Decision is what happens to an answer.
type Decision string

const (
	Pass     Decision = "pass"
	Retry    Decision = "retry"
	Override Decision = "override"
)

// Verdict is the checks' decision on an answer, with every finding. The same
// turn always gets the same verdict.
type Verdict struct {
	Decision Decision  `json:"decision"`
	Findings []Finding `json:"findings,omitempty"`
	// Correction is the hidden message to the model when the decision is retry.
	Correction string `json:"correction,omitempty"`
	Fix        Fix    `json:"fix,omitempty"`
}

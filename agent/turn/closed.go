package turn

// Closed is a turn that has ended: the output of its execution.
type Closed struct {
	Turn  Turn  `json:"turn"`
	Reply Reply `json:"reply"`
	// Verdict is the backstop's own, on the answer it was handed.
	Verdict Verdict `json:"verdict"`
	Failure Failure `json:"failure"`
}

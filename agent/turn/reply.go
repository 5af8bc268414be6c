package turn

// Reply is what the user gets for a turn.
type Reply struct {
	Turn         string    `json:"turn"`
	Conversation string    `json:"conversation"`
	Text         string    `json:"reply"`
	Cards        []Card    `json:"cards"`
	Receipts     []Receipt `json:"receipts"`
	Suggestions  []string  `json:"suggestions"`
	// Open names the screen the app should open, if any.
	Open string `json:"open,omitempty"`
	// Overridden says that code wrote the text, not the model.
	Overridden bool `json:"overridden,omitempty"`
	// Failed is the stable code of what ended the turn early; empty for a turn
	// that ran to its end.
	Failed string `json:"failed,omitempty"`
}

// Card is a record rendered by code from a tool result of this turn.
type Card struct {
	Type  string   `json:"type"`
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Lines []string `json:"lines,omitempty"`
	Image string   `json:"image,omitempty"`
	// Screen is where a tap on the card leads.
	Screen string `json:"screen,omitempty"`
}

package turn

import "time"

// Turn is one user message and all that is done to answer it.
type Turn struct {
	// ID names the turn and its execution. It is derived from the user, the
	// conversation and the message id, so a repeated request is the same turn.
	ID           string `json:"id"`
	App          string `json:"app"`
	Conversation string `json:"conversation"`

	User     User      `json:"user"`
	Message  Message   `json:"message"`
	Clock    Clock     `json:"clock"`
	Location *Location `json:"location,omitempty"`
	Locale   string    `json:"locale,omitempty"`

	// History holds the earlier turns of the conversation, oldest first.
	History []Exchange `json:"history,omitempty"`
	// Head is the version of the conversation when the history was loaded;
	// saving the turn moves it on by one.
	Head int64 `json:"head"`

	Contract Contract `json:"contract"`

	// Steps are the model steps taken so far, oldest first.
	Steps []Step `json:"steps,omitempty"`
}

// User is the person the agent acts for. It is set by code from a verified
// token, never by the model.
type User struct {
	// ID is the app's own id of the user; empty for a guest.
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	// Roles are what the user is in the app, such as staff; Capabilities what they
	// may do, such as record. Only the app's policies give them a meaning.
	Roles        []string `json:"roles,omitempty"`
	Capabilities []string `json:"capabilities,omitempty"`
}

// SignedIn reports whether the user is known. Guests are offered no user tool.
func (u User) SignedIn() bool { return u.ID != "" }

// Message is what the user wrote.
type Message struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Clock is the time of the message as the user's calendar shows it. It is read
// once, by the chat function; nothing later in the turn reads another clock for
// what "today" means.
type Clock struct {
	// Now is in RFC 3339 with the user's offset.
	Now time.Time `json:"now"`
	// Zone is the IANA name of the user's time zone.
	Zone string `json:"zone"`
	// Weekday is Now's, written out, so that no model has to derive it.
	Weekday string `json:"weekday"`
}

// NewClock gives the clock of now in zone.
func NewClock(now time.Time, zone *time.Location) Clock {
	local := now.In(zone)
	return Clock{Now: local, Zone: zone.String(), Weekday: local.Weekday().String()}
}

// Location is where the device says it is, in degrees (WGS 84).
type Location struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// Exchange is an earlier turn as history keeps it: what the user said, what the
// user was told, and the proof of what was done.
type Exchange struct {
	Turn     string    `json:"turn"`
	At       time.Time `json:"at"`
	User     string    `json:"user"`
	Reply    string    `json:"reply"`
	Receipts []Receipt `json:"receipts,omitempty"`
}

// Contract is the task as code set it before the model was asked anything: what
// is wanted, which tools may be used, how much may be spent, when to stop.
type Contract struct {
	Goal   string   `json:"goal"`
	Tools  []string `json:"tools"`
	Budget Budget   `json:"budget"`
	// Deadline is when the turn must end, whatever it is doing.
	Deadline time.Time `json:"deadline"`
	// Model names the model that answers, as app.yaml or the operator set it.
	Model string `json:"model"`
}

// Budget caps what one turn may use.
type Budget struct {
	Steps       int `json:"steps"`
	Corrections int `json:"corrections"`
	ToolCalls   int `json:"tool_calls"`
	Seconds     int `json:"seconds"`
}

// Usage is what a model step used.
type Usage struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
}

package turn

import (
	"encoding/json"
	"time"
)

// Step is one model call and what came of it.
type Step struct {
	N int `json:"n"`
	// Forced says that the answer was withdrawn for this step and a tool call
	// was demanded, because the correction before it asked for an act.
	Forced bool `json:"forced,omitempty"`
	// Calls are the tool calls the model asked for, without the answer.
	Calls   []ToolCall   `json:"calls,omitempty"`
	Results []ToolResult `json:"results,omitempty"`
	Answer  *Answer      `json:"answer,omitempty"`
	Usage   Usage        `json:"usage"`
	// Verdict is what the checks said of this step's answer.
	Verdict *Verdict `json:"verdict,omitempty"`
}

// Effect says whether a tool only looks or changes something.
type Effect string

const (
	Read  Effect = "read"
	Write Effect = "write"
)

// ToolCall is a request of the model to run a tool, as in MCP. What code knows
// of the tool (effect, class, nouns) is stamped on it by code, so that rules
// can judge a turn without the catalogue.
type ToolCall struct {
	// ID is unique within the turn.
	ID   string         `json:"id"`
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`

	Effect Effect   `json:"effect,omitempty"`
	Does   string   `json:"does,omitempty"`
	Nouns  []string `json:"nouns,omitempty"`
}

// NoteWidened begins a note that says how code widened a search: the reply must
// tell the user.
const NoteWidened = "widened: "

// Status is how a tool call ended.
type Status string

const (
	// OK: the tool's policy says that it succeeded.
	OK Status = "ok"
	// Error: the app said no, or broke.
	Error Status = "error"
	// Refused: a guard of ours stopped the call on purpose.
	Refused Status = "refused"
	// Approval: the call waits for a person's yes.
	Approval Status = "approval"
	// Unknown: the call was sent and its outcome is not known.
	Unknown Status = "unknown"
)

// ToolResult is what a tool call came to.
type ToolResult struct {
	Call   string `json:"call"`
	Tool   string `json:"tool"`
	Status Status `json:"status"`
	// Code is stable, for code: "invalid_arguments", "http_503", "tool_lost"…
	// It is empty when Status is OK.
	Code string `json:"code,omitempty"`
	// Text tells the model what happened and what it can do next, when the
	// result has no data or is not OK.
	Text string `json:"text,omitempty"`
	// Data is the tool's answer, cut to the fields its policy shows.
	Data json.RawMessage `json:"data,omitempty"`
	// Records are the app's records found in the answer.
	Records []Record `json:"records,omitempty"`
	// Receipt is the proof of a write that succeeded.
	Receipt *Receipt `json:"receipt,omitempty"`
	// Notes are for the trace only: what code dropped, set or widened.
	Notes []string `json:"notes,omitempty"`
	// Millis is how long the call took, in milliseconds.
	Millis int64 `json:"ms,omitempty"`
}

// Record is one thing of the app's, as a tool returned it.
type Record struct {
	Type string         `json:"type"`
	ID   string         `json:"id"`
	Data map[string]any `json:"data"`
}

// Receipt proves a write that succeeded. It is made from a tool result, never
// from what a model wrote, and lives on in the conversation's history.
type Receipt struct {
	Call string `json:"call"`
	Tool string `json:"tool"`
	// Does is the action class: book, cancel, send…
	Does  string   `json:"does"`
	Nouns []string `json:"nouns,omitempty"`
	// Record is what the write answered with; nil where it answered with none.
	Record *Record   `json:"record,omitempty"`
	At     time.Time `json:"at"`
	// Digest is the SHA-256 of the canonical arguments, in hex.
	Digest string `json:"digest"`
	// Text is the receipt in words, written by code for the user.
	Text string `json:"text,omitempty"`
}

// AnswerTool is the name of the tool that ends a turn. No tool of an app may be
// called so.
const AnswerTool = "answer"

// Answer is the model's final tool call: flat fields only.
type Answer struct {
	// Reasoning comes first, so that the model thinks before it speaks. It is
	// never shown.
	Reasoning string `json:"reasoning,omitempty"`
	Reply     string `json:"reply"`
	// Show lists the ids of records to render as cards.
	Show []string `json:"show,omitempty"`
	// Open names a screen of the app.
	Open string `json:"open,omitempty"`
	// Did lists the ids of the calls that the reply's claims rest on.
	Did []string `json:"did,omitempty"`
	// Missing names what the model must ask the user for.
	Missing     []string `json:"missing,omitempty"`
	Suggestions []string `json:"suggestions,omitempty"`
}

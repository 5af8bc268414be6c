// Package model is the one interface through which Troth speaks to language
// models, and the conversation as every one of them is sent it.
package model

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"troth/agent/turn"
)

// Model makes one call to a language model.
type Model interface {
	// Call sends the conversation and gives what the model wrote, unjudged.
	// Errors that the state machine should try again are of the types of
	// [Throttled] and [Unavailable].
	Call(ctx context.Context, r Request) (Response, error)
}

// Request is one call: the whole conversation, for the model has no memory.
type Request struct {
	System   string
	Messages []Message
	Tools    []Tool
	// MustAct withdraws the answer tool and demands a call of another one.
	MustAct bool
	// Turn and Step say where in the turn this call is; for logs and scripts.
	Turn turn.Turn
	Step int
}

// Tool is what the model is told of a tool.
type Tool struct {
	Name        string
	Description string
	// Schema is a JSON Schema of type object.
	Schema json.RawMessage
}

// Response is what the model wrote. An answer is a call of the tool [AnswerTool].
type Response struct {
	Calls []turn.ToolCall
	// Text is prose beside or instead of calls.
	Text  string
	Usage turn.Usage
}

// Throttled is the error of a model that asks to be called later.
func Throttled(text string) error { return typed("Model.Throttled", text) }

// Unavailable is the error of a model that broke or can't be reached.
func Unavailable(text string) error { return typed("Model.Unavailable", text) }

// Unusable is the error of a request or an output that trying again won't mend.
func Unusable(text string) error { return typed("Model.Unusable", text) }

// typed makes an error whose type is what the state machine's Retry and Catch
// match: Lambda hands it on as errorType.
func typed(kind, text string) error {
	return messages.InvokeResponse_Error{Type: kind, Message: text}
}

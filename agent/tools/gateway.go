package tools

import (
	"context"
	"errors"
)

// Gateway carries calls to the app's API.
type Gateway interface {
	// Call sends one call and gives the API's answer, whatever it says. An error
	// that wraps ErrNotSent means that the call surely had no effect; after any
	// other error nobody knows.
	Call(ctx context.Context, c GatewayCall) (GatewayAnswer, error)
}

// ErrNotSent marks calls that never left.
var ErrNotSent = errors.New("not sent")

// ErrNoTool marks calls of a tool that the gateway does not have; they wrap
// ErrNotSent too.
var ErrNoTool = errors.New(CodeToolMissing)

// GatewayCall is a call with all its arguments.
type GatewayCall struct {
	Tool Tool
	Args map[string]any
	// Token says for whom the call is; empty for a tool without identity.
	Token string
}

// GatewayAnswer is what the API said.
type GatewayAnswer struct {
	Body    string
	IsError bool
	// Status is the HTTP status; 0 when the gateway does not tell it.
	Status int
	// Answered is false when the API gave no answer; Sent then says whether the
	// request had left.
	Answered, Sent bool
}

// GatewayName is what a gateway calls the tool.
func (t Tool) GatewayName() string { return t.Group + Separator + t.Name }

// Separator stands between a group and an operationId in a gateway's tool
// names, as in Amazon Bedrock AgentCore Gateway.
// https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/gateway-tool-naming.html
const Separator = "___"

// The gateway's own notes on an answer, in MCP's _meta.
const (
	MetaStatus   = "troth/status"
	MetaAnswered = "troth/answered"
	MetaSent     = "troth/sent"
)

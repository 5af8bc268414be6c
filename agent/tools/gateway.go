package tools

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
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

// MCP is a gateway that is reached over MCP's streamable HTTP. One session is
// opened when it is first needed, shared by all calls, and opened anew when it
// has ended.
type MCP struct {
	url    string
	client *http.Client

	mu      sync.Mutex
	session *mcp.ClientSession
}

// NewMCP gives the client of the gateway at url.
func NewMCP(url string, transport http.RoundTripper) *MCP {
	// Redirects are not followed: they could lead anywhere, with the user's token.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &MCP{url: url, client: &http.Client{Transport: carrier{transport}, CheckRedirect: stay}}
}

// callTimeout is how long a call may take in all; the gateway gives up on the
// API well before.
const callTimeout = 30 * time.Second

// Call sends one call. When the session turns out to have ended and the call
// surely was not run, it is sent once more in a new one.
func (m *MCP) Call(ctx context.Context, c GatewayCall) (GatewayAnswer, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	answer, ended, err := m.try(ctx, c)
	if ended && errors.Is(err, ErrNotSent) {
		answer, _, err = m.try(ctx, c)
	}
	return answer, err
}

// try sends the call in the session that is open. ended says that it failed
// because the session is over.
func (m *MCP) try(ctx context.Context, c GatewayCall) (answer GatewayAnswer, ended bool, err error) {
	session, err := m.open(ctx)
	if err != nil {
		return answer, false, fmt.Errorf("%w: opening a session with the gateway: %w", ErrNotSent, err)
	}
	p := &passenger{token: c.Token}
	result, err := session.CallTool(context.WithValue(ctx, passengerKey{}, p), &mcp.CallToolParams{
		Name:      c.Tool.Group + Separator + c.Tool.Name,
		Arguments: c.Args,
	})
	if err == nil {
		return read(result), false, nil
	}
	if ended = p.over(ctx, err); ended {
		m.drop(session)
	}
	if p.surelyNotRun(err) {
		return answer, ended, fmt.Errorf("%w: %w", ErrNotSent, err)
	}
	return answer, ended, fmt.Errorf("no answer from the gateway: %w", err)
}

func read(r *mcp.CallToolResult) GatewayAnswer {
	a := GatewayAnswer{IsError: r.IsError, Answered: true, Sent: true}
	var text []string
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			text = append(text, t.Text)
		}
	}
	a.Body = strings.Join(text, "\n")
	if status, ok := r.Meta[MetaStatus].(float64); ok {
		a.Status = int(status)
	}
	if answered, ok := r.Meta[MetaAnswered].(bool); ok {
		a.Answered = answered
	}
	if sent, ok := r.Meta[MetaSent].(bool); ok {
		a.Sent = sent
	}
	return a
}

// open gives the session, opening it when there is none.
func (m *MCP) open(ctx context.Context) (*mcp.ClientSession, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.session != nil {
		return m.session, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "troth", Version: "1"}, nil)
	// ctx bounds the opening alone: the session outlives the call that opens it.
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: m.url, HTTPClient: m.client, MaxRetries: -1, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		return nil, err
	}
	m.session = session
	return session, nil
}

// drop forgets a session that has ended; the next call opens another.
func (m *MCP) drop(session *mcp.ClientSession) {
	m.mu.Lock()
	if m.session == session {
		m.session = nil
	}
	m.mu.Unlock()
	_ = session.Close() // it may ask the gateway, so the lock is not held
}

// Close ends the session.
func (m *MCP) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.session != nil {
		_ = m.session.Close()
		m.session = nil
	}
}

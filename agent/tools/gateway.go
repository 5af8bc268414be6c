package tools

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"troth/agent/identity"
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
	return &MCP{url: url, client: &http.Client{Transport: carrier{transport}}}
}

// passenger travels with a call's context to its HTTP request.
type passenger struct {
	token string
	sent  atomic.Bool
}

type passengerKey struct{}

// carrier puts the passenger's token on the request, and notes when the request
// has left.
type carrier struct{ next http.RoundTripper }

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	p, ok := r.Context().Value(passengerKey{}).(*passenger)
	if !ok {
		return c.next.RoundTrip(r)
	}
	trace := &httptrace.ClientTrace{WroteHeaders: func() { p.sent.Store(true) }}
	r = r.Clone(httptrace.WithClientTrace(r.Context(), trace))
	if p.token != "" {
		r.Header.Set(identity.Header, p.token)
	}
	return c.next.RoundTrip(r)
}

// Call sends one call.
func (m *MCP) Call(ctx context.Context, c GatewayCall) (GatewayAnswer, error) {
	session, err := m.open(ctx)
	if err != nil {
		return GatewayAnswer{}, fmt.Errorf("%w: opening a session with the gateway: %w", ErrNotSent, err)
	}
	p := &passenger{token: c.Token}
	result, err := session.CallTool(context.WithValue(ctx, passengerKey{}, p), &mcp.CallToolParams{
		Name:      c.Tool.Group + Separator + c.Tool.Name,
		Arguments: c.Args,
	})
	if err == nil {
		return read(result), nil
	}
	var told *jsonrpc.Error
	if errors.As(err, &told) { // the gateway itself refused the call
		return GatewayAnswer{}, fmt.Errorf("%w: the gateway refused the call: %w", ErrNotSent, err)
	}
	m.drop(session)
	if !p.sent.Load() {
		return GatewayAnswer{}, fmt.Errorf("%w: %w", ErrNotSent, err)
	}
	return GatewayAnswer{}, fmt.Errorf("no answer from the gateway: %w", err)
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
	// The session outlives the call that opens it.
	session, err := client.Connect(context.WithoutCancel(ctx), &mcp.StreamableClientTransport{
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
	defer m.mu.Unlock()
	if m.session == session {
		m.session = nil
	}
	_ = session.Close()
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

package tools

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MCP is a gateway that is reached over MCP's streamable HTTP. One session is
// opened when it is first needed, shared by all calls, and opened anew when it
// has ended. It is safe for concurrent use.
type MCP struct {
	url    string
	client *http.Client

	mu      sync.Mutex
	current *session
	listed  map[string]bool // the gateway's tools, once they were asked for
}

// session is an open session and who uses it, under MCP's lock. One that is
// over ends with its last call: those under way may still be answered.
type session struct {
	*mcp.ClientSession
	calls int
	over  bool
}

// NewMCP gives the client of the gateway at url. A gateway that authorizes by
// IAM needs a transport that signs.
func NewMCP(url string, transport http.RoundTripper) *MCP {
	// Redirects are not followed: they could lead anywhere, with the user's token.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &MCP{url: url, client: &http.Client{Transport: carrier{transport}, CheckRedirect: stay}}
}

const (
	// callTimeout is how long a call may take in all; the gateway gives up on the
	// API well before.
	callTimeout = 30 * time.Second
	// protocol is the MCP version that is asked for; a gateway with an older one
	// says so, and is spoken to in that. The newer 2026-07-28 begins with a
	// question that other gateways refuse, which would cost each cold start a
	// round trip.
	// https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/gateway-using.html
	protocol = "2025-11-25"
)

// run does something in the session. When the session turns out to have ended
// and surely nothing was done, it is done once more in a new one.
func (m *MCP) run(ctx context.Context, token string, do func(context.Context, *mcp.ClientSession) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	ended, err := m.try(ctx, token, do)
	if ended && errors.Is(err, ErrNotSent) {
		_, err = m.try(ctx, token, do)
	}
	return err
}

// try does it in the session that is open. ended says that it failed because
// the session is over.
func (m *MCP) try(ctx context.Context, token string, do func(context.Context, *mcp.ClientSession) error) (ended bool, err error) {
	s, err := m.open(ctx)
	if err != nil {
		return false, fmt.Errorf("%w: opening a session with the gateway: %w", ErrNotSent, err)
	}
	p := &passenger{token: token}
	err = do(context.WithValue(ctx, passengerKey{}, p), s.ClientSession)
	ended = err != nil && p.over(ctx, err)
	m.leave(s, ended)
	switch {
	case err == nil:
		return false, nil
	case p.surelyNotRun(err):
		return ended, fmt.Errorf("%w: %w", ErrNotSent, err)
	}
	return ended, fmt.Errorf("no answer from the gateway: %w", err)
}

// open gives the session to one more call, opening it when there is none.
func (m *MCP) open(ctx context.Context) (*session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.current == nil {
		opened, err := m.connect(ctx)
		if err != nil {
			return nil, err
		}
		m.current = &session{ClientSession: opened}
	}
	m.current.calls++
	return m.current, nil
}

// connect opens a session. ctx bounds the opening alone: the session outlives
// the call that opens it.
func (m *MCP) connect(ctx context.Context) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "troth", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	p := &passenger{}
	opened, err := client.Connect(context.WithValue(ctx, passengerKey{}, p), &mcp.StreamableClientTransport{
		Endpoint: m.url, HTTPClient: m.client, MaxRetries: -1, DisableStandaloneSSE: true,
	}, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		return nil, p.explain(err)
	}
	return opened, nil
}

// leave ends a call's use of the session. One that has ended is forgotten; the
// next call opens another.
func (m *MCP) leave(s *session, ended bool) {
	m.mu.Lock()
	s.calls--
	s.over = s.over || ended
	if s.over && m.current == s {
		m.current, m.listed = nil, nil
	}
	last := s.over && s.calls == 0
	m.mu.Unlock()
	if last {
		_ = s.Close() // it may ask the gateway, so the lock is not held
	}
}

// Close ends the session.
func (m *MCP) Close() {
	m.mu.Lock()
	s := m.current
	m.current, m.listed = nil, nil
	m.mu.Unlock()
	if s != nil {
		_ = s.Close()
	}
}

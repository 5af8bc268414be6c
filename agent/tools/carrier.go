package tools

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"troth/agent/identity"
)

// passenger travels with a call's context to its HTTP request.
type passenger struct {
	token string
	// sent says that the request left; status is what the gateway answered, 0
	// when it did not.
	sent   atomic.Bool
	status atomic.Int32
}

type passengerKey struct{}

// carrier puts the passenger's token on the request, and notes what became of
// it.
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
	answer, err := c.next.RoundTrip(r)
	if err == nil {
		p.status.Store(int32(answer.StatusCode))
	}
	return answer, err
}

// refusals are the JSON-RPC errors that come before a tool is run. The MCP
// client gives errors of its own the same type, a broken connection among them,
// so that only these codes say that nothing happened.
var refusals = []int64{jsonrpc.CodeParseError, jsonrpc.CodeInvalidRequest, jsonrpc.CodeMethodNotFound, jsonrpc.CodeInvalidParams}

// surelyNotRun reports whether a call that failed with err can't have reached
// the API: it never left, or the gateway turned it away. After a 408, or any
// status from 500 on, nobody knows.
func (p *passenger) surelyNotRun(err error) bool {
	status := p.status.Load()
	if !p.sent.Load() || status >= 300 && status < 500 && status != http.StatusRequestTimeout {
		return true
	}
	var told *jsonrpc.Error
	return errors.As(err, &told) && slices.Contains(refusals, told.Code)
}

// over reports whether a call failed because its session can't be used any
// more. MCP says so with 404; gateways also with 400, or with 403 when they
// take it for somebody else's. Calls share the session: one that ran out of
// time, was one too many or got a tool's refusal must not end the others.
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
func (p *passenger) over(ctx context.Context, err error) bool {
	switch status := p.status.Load(); {
	case ctx.Err() != nil, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout:
		return false
	case status >= 400 && status < 500:
		return true
	}
	var told *jsonrpc.Error
	return !errors.As(err, &told)
}

// CodeGatewayRefused begins the error of a gateway that lets us in no session.
const CodeGatewayRefused = "gateway_refused"

// explain adds what to do when a session was refused for who asked.
func (p *passenger) explain(err error) error {
	switch status := p.status.Load(); status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("%s: the gateway answered %d: check that requests are signed for its region, by a key or a role that may invoke it, and that the clock is right: %w", CodeGatewayRefused, status, err)
	}
	return err
}

package tools_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"troth/agent/identity"
	"troth/agent/tools"
)

// aGateway is a real MCP server with one tool, whose calls fault may disturb.
func aGateway(t *testing.T, options *mcp.StreamableHTTPOptions, fault func(http.ResponseWriter, *http.Request) (done bool), tool mcp.ToolHandler) *httptest.Server {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "user___orderThing", InputSchema: map[string]any{"type": "object"}}, tool)
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fault == nil || !fault(w, r) {
			inner.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

var stateless = &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}

// order is a call of the one tool.
func order(token string) tools.GatewayCall {
	return tools.GatewayCall{Tool: tools.Tool{Name: "orderThing", Group: "user"}, Args: map[string]any{}, Token: token}
}

func said(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func echoToken(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return said(r.Extra.Header.Get(identity.Header)), nil
}

// carriesACall tells tool calls from the session's own requests.
func carriesACall(r *http.Request) bool { return r.Header.Get(identity.Header) != "" }

func breakOff(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func TestWhatIsKnownOfACallThatFailed(t *testing.T) {
	answer := func(status int, body string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	cases := map[string]struct {
		fault   func(http.ResponseWriter)
		notSent bool
	}{
		"the connection broke off":      {breakOff, false},
		"502 in front of the gateway":   {answer(502, "bad gateway"), false},
		"503 in front of the gateway":   {answer(503, ""), false},
		"500 of the gateway":            {answer(500, ""), false},
		"nonsense instead of an answer": {answer(200, "<html>"), false},
		"429 before the gateway":        {answer(429, ""), true},
		"403 before the gateway":        {answer(403, "no"), true},
		"an empty answer":               {answer(200, ""), false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var broken atomic.Bool
			broken.Store(true)
			gateway := aGateway(t, stateless, func(w http.ResponseWriter, r *http.Request) bool {
				if !carriesACall(r) || !broken.Load() {
					return false
				}
				c.fault(w)
				return true
			}, echoToken)
			client := tools.NewMCP(gateway.URL, http.DefaultTransport)
			t.Cleanup(client.Close)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			_, err := client.Call(ctx, order("maya"))
			if err == nil || errors.Is(err, tools.ErrNotSent) != c.notSent {
				t.Errorf("err = %v, want one that says not sent: %v", err, c.notSent)
			}
			broken.Store(false)
			if a, err := client.Call(ctx, order("maya")); err != nil || !strings.Contains(a.Body, "maya") {
				t.Errorf("the call after it: %+v, %v", a, err)
			}
		})
	}
}

func TestToolErrorsOfTheGateway(t *testing.T) {
	cases := map[string]struct {
		code    int64
		notSent bool
	}{
		"turned away": {jsonrpc.CodeInvalidParams, true},
		"broken":      {jsonrpc.CodeInternalError, false},
		"of its own":  {-32005, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			gateway := aGateway(t, stateless, nil, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, &jsonrpc.Error{Code: c.code, Message: "no"}
			})
			client := tools.NewMCP(gateway.URL, http.DefaultTransport)
			t.Cleanup(client.Close)
			if _, err := client.Call(t.Context(), order("maya")); err == nil || errors.Is(err, tools.ErrNotSent) != c.notSent {
				t.Errorf("err = %v, want one that says not sent: %v", err, c.notSent)
			}
		})
	}
}

func TestNoGateway(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	client := tools.NewMCP("http://"+listener.Addr().String(), http.DefaultTransport)
	t.Cleanup(client.Close)
	if _, err := client.Call(t.Context(), order("maya")); !errors.Is(err, tools.ErrNotSent) {
		t.Errorf("err = %v, want not sent", err)
	}
}

func TestASessionThatEndedIsOpenedAnew(t *testing.T) {
	var ended atomic.Bool
	var ran atomic.Int32
	gateway := aGateway(t, &mcp.StreamableHTTPOptions{}, func(w http.ResponseWriter, r *http.Request) bool {
		if !carriesACall(r) || !ended.CompareAndSwap(true, false) {
			return false
		}
		http.Error(w, "session not found", http.StatusNotFound)
		return true
	}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ran.Add(1)
		return echoToken(ctx, r)
	})
	client := tools.NewMCP(gateway.URL, http.DefaultTransport)
	t.Cleanup(client.Close)
	for i, token := range []string{"maya", "tom", "maya"} {
		if a, err := client.Call(t.Context(), order(token)); err != nil || a.Body != token {
			t.Fatalf("call %d: %+v, %v", i, a, err)
		}
		ended.Store(true)
	}
	if ran.Load() != 3 {
		t.Errorf("the tool ran %d times, want 3", ran.Load())
	}
}

func TestACallThatIsGivenUpLeavesTheOthersAlone(t *testing.T) {
	arrived, leave := make(chan struct{}, 2), make(chan struct{})
	gateway := aGateway(t, stateless, nil, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		arrived <- struct{}{}
		select {
		case <-leave:
		case <-ctx.Done():
		}
		return echoToken(ctx, r)
	})
	client := tools.NewMCP(gateway.URL, http.DefaultTransport)
	t.Cleanup(client.Close)
	ctx, giveUp := context.WithCancel(t.Context())
	var impatient, patient error
	var both sync.WaitGroup
	gone := make(chan struct{})
	both.Go(func() { _, impatient = client.Call(ctx, order("tom")); close(gone) })
	both.Go(func() { _, patient = client.Call(t.Context(), order("maya")) })
	<-arrived
	<-arrived
	giveUp()
	<-gone
	close(leave)
	both.Wait()
	if impatient == nil || errors.Is(impatient, tools.ErrNotSent) {
		t.Errorf("given up after it was sent: %v", impatient)
	}
	if patient != nil {
		t.Errorf("the other call: %v", patient)
	}
}

func TestGivenUpBeforeItIsSent(t *testing.T) {
	gateway := aGateway(t, stateless, nil, echoToken)
	client := tools.NewMCP(gateway.URL, http.DefaultTransport)
	t.Cleanup(client.Close)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Call(ctx, order("maya")); !errors.Is(err, tools.ErrNotSent) {
		t.Errorf("err = %v, want not sent", err)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("the token went elsewhere: %q", r.Header.Get(identity.Header))
	}))
	t.Cleanup(thief.Close)
	gateway := aGateway(t, stateless, func(w http.ResponseWriter, r *http.Request) bool {
		if carriesACall(r) {
			http.Redirect(w, r, thief.URL, http.StatusTemporaryRedirect)
		}
		return carriesACall(r)
	}, echoToken)
	client := tools.NewMCP(gateway.URL, http.DefaultTransport)
	t.Cleanup(client.Close)
	if _, err := client.Call(t.Context(), order("maya")); !errors.Is(err, tools.ErrNotSent) {
		t.Errorf("err = %v, want not sent", err)
	}
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"troth/agent/identity"
	"troth/agent/tools"
	"troth/agent/turn"
)

const (
	// apiTimeout is how long the API may take for one call.
	apiTimeout = 10 * time.Second
	// maxAnswer is the largest answer taken from the API, in bytes.
	maxAnswer = 1 << 20
)

// gateway calls the app's API for MCP clients.
type gateway struct {
	catalogue *tools.Catalogue
	base      string // in place of the specs' servers; empty for none
	client    *http.Client
	log       *slog.Logger
}

func newGateway(c *tools.Catalogue, base string, log *slog.Logger) *gateway {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	// The API's redirects are not followed: they could lead anywhere, with the
	// user's token.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &gateway{catalogue: c, base: base, client: &http.Client{Transport: transport, Timeout: apiTimeout, CheckRedirect: stay}, log: log}
}

// handler serves MCP at /mcp. Every request stands alone, so that any instance
// can take it.
func (g *gateway) handler() http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "troth-gateway", Version: "1"}, nil)
	for _, t := range g.catalogue.For(everyone) {
		server.AddTool(&mcp.Tool{Name: t.Group + tools.Separator + t.Name, Description: t.Description, InputSchema: t.Schema}, g.serve(t))
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	return mux
}

// everyone is offered every tool; whom a call is for is the token's to say.
var everyone = turn.User{ID: "gateway"}

// serve gives the MCP handler of one tool.
func (g *gateway) serve(t tools.Tool) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		if err := json.Unmarshal(r.Params.Arguments, &args); err != nil && len(r.Params.Arguments) > 0 {
			return nil, refusal(fmt.Sprintf("the arguments of %s are no JSON object", t.Name))
		}
		request, err := t.Operation.Request(ctx, g.base, args)
		if err != nil {
			return nil, refusal(err.Error())
		}
		if r.Extra != nil && t.Identity { // the one header that passes
			request.Header.Set(identity.Header, r.Extra.Header.Get(identity.Header))
		}
		return g.call(t.Name, request), nil
	}
}

// refusal says that a call was turned away before the API was asked; clients
// know it by its code.
func refusal(why string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: why}
}

// call asks the API, and hands its answer on untouched.
func (g *gateway) call(tool string, r *http.Request) *mcp.CallToolResult {
	var sent atomic.Bool
	trace := &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }}
	answer, err := g.client.Do(r.WithContext(httptrace.WithClientTrace(r.Context(), trace)))
	if err != nil {
		g.log.Warn("the API gave no answer", "tool", tool, "sent", sent.Load(), "error", err.Error())
		return unanswered(sent.Load(), err)
	}
	defer answer.Body.Close()
	body, err := readAll(answer.Body)
	if err != nil {
		g.log.Warn("the API's answer broke off", "tool", tool, "error", err.Error())
		return unanswered(true, err)
	}
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: string(body)}},
		IsError: answer.StatusCode < 200 || answer.StatusCode > 299,
		Meta:    mcp.Meta{tools.MetaStatus: answer.StatusCode},
	}
}

var errTooLong = errors.New("the answer is over 1 MiB")

func readAll(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errTooLong
	}
	return body, err
}

func unanswered(sent bool, err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: "the API gave no answer: " + err.Error()}},
		IsError: true,
		Meta:    mcp.Meta{tools.MetaAnswered: false, tools.MetaSent: sent},
	}
}

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

	"troth/agent/credential"
	"troth/agent/identity"
	"troth/agent/sigv4"
	"troth/agent/tools"
	"troth/agent/turn"
)

const (
	// apiTimeout is how long the API may take for one call.
	apiTimeout = 10 * time.Second
	// maxAnswer is the largest answer taken from the API, in bytes.
	maxAnswer = 1 << 20
	// usualPage is how many tools a page of tools/list has.
	usualPage = 30
)

// gateway calls the app's API for MCP clients.
type gateway struct {
	catalogue *tools.Catalogue
	base      string // in place of the specs' servers; empty for none
	vault     *vault
	callers   *sigv4.Verifier
	client    *http.Client
	log       *slog.Logger
	pageSize  int
	// credentials are the names of the groups' credentials, by group.
	credentials map[string]string
}

func newGateway(c *tools.Catalogue, base string, v *vault, callers *sigv4.Verifier, log *slog.Logger) *gateway {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	// The API's redirects are not followed: they could lead anywhere, with the
	// user's token and the credential.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	g := &gateway{catalogue: c, base: base, vault: v, callers: callers, log: log, pageSize: usualPage, credentials: map[string]string{}}
	g.client = &http.Client{Transport: transport, Timeout: apiTimeout, CheckRedirect: stay}
	for _, group := range c.Groups() {
		g.credentials[group.Name] = group.Credential
	}
	return g
}

// handler serves MCP at /mcp, to those who sign their requests. Every request
// stands alone, so that any instance can take it.
func (g *gateway) handler() http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "troth-gateway", Version: "1"}, &mcp.ServerOptions{PageSize: g.pageSize})
	for _, t := range g.catalogue.For(everyone) {
		server.AddTool(&mcp.Tool{Name: t.GatewayName(), Description: t.Description, InputSchema: t.Schema}, g.serve(t))
	}
	mux := http.NewServeMux()
	protocol := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	mux.Handle("/mcp", signed(g.callers, g.log, protocol))
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
		token := ""
		if r.Extra != nil && t.Identity { // the one header that passes
			token = r.Extra.Header.Get(identity.Header)
		}
		fresh := func() (*http.Request, error) { return g.request(ctx, t, args, token) }
		if _, err := fresh(); err != nil {
			return nil, refusal(err.Error())
		}
		return g.call(ctx, t, fresh), nil
	}
}

// refusal says that a call was turned away before the API was asked; clients
// know it by its code.
func refusal(why string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: why}
}

// request makes the API's request anew from the arguments, so that nothing of
// the client's own request passes but the user's token.
func (g *gateway) request(ctx context.Context, t tools.Tool, args map[string]any, token string) (*http.Request, error) {
	r, err := t.Operation.Request(ctx, g.base, args)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{identity.Header, "Authorization", "Proxy-Authorization", "Cookie"} {
		r.Header.Del(name) // an argument must not pass for who calls
	}
	if token != "" {
		r.Header.Set(identity.Header, token)
	}
	return r, nil
}

// call asks the API with the group's credential; once more with a new one when
// the API refuses the old one, and so did nothing.
func (g *gateway) call(ctx context.Context, t tools.Tool, fresh func() (*http.Request, error)) *mcp.CallToolResult {
	name := g.credentials[t.Group]
	c, err := g.vault.get(ctx, name)
	if err != nil {
		g.log.Error("a credential could not be read", "tool", t.Name, "error", err.Error())
		return unanswered(false, err)
	}
	result := g.send(t, fresh, c)
	if result.Meta[tools.MetaStatus] != http.StatusUnauthorized {
		return result
	}
	renewed, ok, err := g.vault.renew(ctx, name, c)
	if err != nil {
		g.log.Error("a credential could not be renewed", "tool", t.Name, "error", err.Error())
	}
	if !ok {
		return result
	}
	return g.send(t, fresh, renewed)
}

// send asks the API, and hands its answer on untouched but for a credential
// that it repeats.
func (g *gateway) send(t tools.Tool, fresh func() (*http.Request, error), c credential.Credential) *mcp.CallToolResult {
	r, err := fresh()
	if err != nil {
		return unanswered(false, err)
	}
	c.Apply(r.Header)
	var sent atomic.Bool
	trace := &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }}
	answer, err := g.client.Do(r.WithContext(httptrace.WithClientTrace(r.Context(), trace)))
	if err != nil {
		g.log.Warn("the API gave no answer", "tool", t.Name, "sent", sent.Load(), "error", err.Error())
		return unanswered(sent.Load(), err)
	}
	defer answer.Body.Close()
	body, err := readAll(answer.Body)
	if err != nil {
		g.log.Warn("the API's answer broke off", "tool", t.Name, "error", err.Error())
		return unanswered(true, err)
	}
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: string(c.Hide(body))}},
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

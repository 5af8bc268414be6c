package tools_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"

	"troth/agent/identity"
	"troth/agent/sigv4"
	"troth/agent/tools"
	"troth/agent/turn"
)

var shopTools = []string{"public___getThing", "public___nearestShop", "public___searchThings", "user___cancelOrder", "user___listOrders", "user___orderThing"}

// signing gives a transport that signs for a service with a secret.
func signing(service, secret string) http.RoundTripper {
	return sigv4.NewTransport(http.DefaultTransport, credentials.NewStaticCredentialsProvider(accessKey, secret, ""), service, coreRegion, atNoon)
}

// agentOver is the whole contract over a signed connection to url.
func agentOver(t *testing.T, url string) (*tools.Caller, *tools.MCP) {
	t.Helper()
	catalogue, err := tools.Load("testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	private, _, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	signer, err := identity.NewSigner(private, atNoon)
	if err != nil {
		t.Fatal(err)
	}
	client := tools.NewMCP(url, signing(sigv4.Gateway, secretKey))
	t.Cleanup(client.Close)
	return &tools.Caller{Catalogue: catalogue, Gateway: client, Signer: signer, Permit: allowing{}, Limiter: allowing{}, Now: atNoon}, client
}

func callAsMaya(t *testing.T, c *tools.Caller, tool string, args map[string]any) turn.ToolResult {
	t.Helper()
	return c.Call(t.Context(), turn.ToolInput{
		Turn: turn.Turn{ID: "turn-1", App: "shop", User: turn.User{ID: "maya"}, Clock: turn.NewClock(atNoon(), time.UTC), Contract: turn.Contract{Tools: []string{tool}}},
		Call: turn.ToolCall{ID: "c1", Tool: tool, Args: args},
	})
}

func orderCancelled(string, json.RawMessage, http.Header) (string, bool) {
	return `{"number":7}`, false
}

func TestAgentCore(t *testing.T) {
	cases := map[string]*agentCore{
		"JSON":               {},
		"events":             {sse: true},
		"an older protocol":  {versions: []string{"2025-06-18"}},
		"the oldest, events": {versions: []string{"2025-03-26"}, sse: true},
		"all on one page":    {pageSize: 10},
		"page by page":       {pageSize: 1, sse: true},
	}
	for name, g := range cases {
		t.Run(name, func(t *testing.T) {
			var args, token string
			g.tools = shopTools
			g.answer = func(_ string, a json.RawMessage, h http.Header) (string, bool) {
				args, token = string(a), h.Get(identity.Header)
				return `{"number":7}`, false
			}
			caller, client := agentOver(t, g.start(t))
			for range 2 {
				if r := callAsMaya(t, caller, "cancelOrder", map[string]any{"number": 7}); r.Status != turn.OK || r.Receipt == nil {
					t.Fatalf("result = %+v", r)
				}
			}
			if args != `{"number":7}` || token == "" {
				t.Errorf("arguments %s, token %q", args, token)
			}
			if err := client.Check(t.Context(), caller.Catalogue); err != nil {
				t.Error(err)
			}
			if opened, calls := g.seen(); opened != 1 || len(calls) != 2 {
				t.Errorf("%d sessions, calls %v", opened, calls)
			}
			if want := (len(shopTools) + g.pageSize - 1) / g.pageSize; g.pages != want {
				t.Errorf("%d pages were asked for, want %d", g.pages, want)
			}
		})
	}
}

// AgentCore tells no status: what is known of a failure is what the body says.
func TestWhatAgentCoresErrorsMean(t *testing.T) {
	cases := map[string]struct{ body, status, text string }{
		"a problem":                {`{"title":"Conflict","status":409,"code":"sold_out"}`, "error http_409", `{"title":"Conflict","status":409,"code":"sold_out"}`},
		"a lost answer":            {`{"title":"Gateway Timeout","status":504}`, "unknown no_answer", ""},
		"an error of another form": {`{"error":"sold out"}`, "error tool_error", `{"error":"sold out"}`},
		"a status that is none":    {`{"status":"cancelled"}`, "error tool_error", `{"status":"cancelled"}`},
		"a status of success":      {`{"status":200}`, "error tool_error", `{"status":200}`},
		"plain text":               {"sold out", "error tool_error", "sold out"},
		"nothing":                  {"", "error tool_error", ""},
		"a failure of its own":     {"An internal error occurred. Please retry later.", "unknown no_answer", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			g := &agentCore{tools: shopTools, answer: func(string, json.RawMessage, http.Header) (string, bool) { return c.body, true }}
			caller, _ := agentOver(t, g.start(t))
			r := callAsMaya(t, caller, "cancelOrder", map[string]any{"number": 7})
			if got := string(r.Status) + " " + r.Code; got != c.status || c.text != "" && r.Text != c.text {
				t.Errorf("%s, %q; want %s, %q", got, r.Text, c.status, c.text)
			}
		})
	}
}

func TestASessionIsRenewedHoweverItIsRefused(t *testing.T) {
	for _, status := range []int{400, 403, 404} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			g := &agentCore{tools: shopTools, refusal: status, answer: orderCancelled}
			caller, _ := agentOver(t, g.start(t))
			for range 3 {
				if r := callAsMaya(t, caller, "cancelOrder", map[string]any{"number": 7}); r.Status != turn.OK {
					t.Fatalf("result = %+v", r)
				}
				g.expire()
			}
			if opened, calls := g.seen(); opened != 3 || len(calls) != 3 {
				t.Errorf("%d sessions for %d calls, want 3 for 3", opened, len(calls))
			}
		})
	}
}

func TestAToolThatTheGatewayLacks(t *testing.T) {
	for name, sse := range map[string]bool{"JSON": false, "events": true} {
		t.Run(name, func(t *testing.T) {
			g := &agentCore{tools: slices.DeleteFunc(slices.Clone(shopTools), func(n string) bool { return n == "user___cancelOrder" }), sse: sse, answer: orderCancelled}
			caller, client := agentOver(t, g.start(t))
			err := client.Check(t.Context(), caller.Catalogue)
			if !errors.Is(err, tools.ErrNoTool) || !strings.Contains(err.Error(), "tool_missing: the gateway has no tool user___cancelOrder;") {
				t.Errorf("err = %v", err)
			}
			r := callAsMaya(t, caller, "cancelOrder", map[string]any{"number": 7})
			if r.Status != turn.Error || r.Code != tools.CodeToolMissing || !strings.Contains(strings.Join(r.Notes, " "), "user___cancelOrder") {
				t.Errorf("result = %+v", r)
			}
			if r := callAsMaya(t, caller, "listOrders", nil); r.Status != turn.OK {
				t.Errorf("the tools that are there: %+v", r)
			}
		})
	}
}

func TestAgentCoreLetsOnlySignedRequestsIn(t *testing.T) {
	cases := map[string]http.RoundTripper{
		"unsigned":         http.DefaultTransport,
		"another service":  signing("execute-api", secretKey),
		"the wrong secret": signing(sigv4.Gateway, "guess"),
	}
	for name, transport := range cases {
		t.Run(name, func(t *testing.T) {
			g := &agentCore{tools: shopTools, answer: orderCancelled}
			client := tools.NewMCP(g.start(t), transport)
			t.Cleanup(client.Close)
			_, err := client.Call(t.Context(), order("maya"))
			if !errors.Is(err, tools.ErrNotSent) || !strings.Contains(err.Error(), tools.CodeGatewayRefused) {
				t.Errorf("err = %v", err)
			}
			if opened, calls := g.seen(); opened != 0 || len(calls) != 0 {
				t.Errorf("%d sessions, calls %v", opened, calls)
			}
		})
	}
}

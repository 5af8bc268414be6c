package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"

	"troth/agent/identity"
	"troth/agent/sigv4"
	"troth/agent/tools"
	"troth/agent/turn"
)

var noon = func() time.Time { return time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC) }

// chain is the whole way of a call: contract, signing MCP client, gateway with
// its vault, API.
type chain struct {
	caller *tools.Caller
	client *tools.MCP
	// gateway is for tests that change its limits.
	gateway *gateway
	url     string
	public  []byte
	// log is what the gateway wrote.
	log *logged
	// keys are in the vault; rotate changes one.
	rotate func(name, value string)
}

const (
	accessKey = "AKIDTEST"
	secretKey = "secret-of-the-tests"
	region    = "eu-central-1"
	// planted is the API key that must be seen nowhere but at the API.
	planted = "planted-VALUE-42"
)

// logged is a log that can be read while it is written.
type logged struct {
	mu  sync.Mutex
	all strings.Builder
}

func (l *logged) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(text)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

var chains atomic.Int64

func newChain(t testing.TB, base string) chain {
	t.Helper()
	c := chain{log: &logged{}}
	catalogue, err := tools.Load("../../agent/tools/testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	private, public, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	signer, err := identity.NewSigner(private, noon)
	if err != nil {
		t.Fatal(err)
	}
	v, rotate := aVault(t, noon)
	c.public, c.rotate = public, rotate
	callers := &sigv4.Verifier{Service: sigv4.Gateway, Region: region, Keys: map[string]string{accessKey: secretKey}, Now: noon}
	c.gateway = newGateway(catalogue, base, v, callers, slog.New(slog.NewJSONHandler(c.log, nil)))
	server := httptest.NewServer(c.gateway.handler())
	c.url = server.URL + "/mcp"
	c.client = tools.NewMCP(c.url, signing(http.DefaultTransport, secretKey, noon))
	c.caller = &tools.Caller{Catalogue: catalogue, Gateway: c.client, Signer: signer, Permit: open{}, Limiter: open{}, Now: noon}
	t.Cleanup(func() { c.client.Close(); server.Close(); c.gateway.client.CloseIdleConnections() })
	return c
}

func signing(next http.RoundTripper, secret string, now func() time.Time) http.RoundTripper {
	return sigv4.NewTransport(next, credentials.NewStaticCredentialsProvider(accessKey, secret, ""), sigv4.Gateway, region, now)
}

func anAPI(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func (c chain) call(ctx context.Context, user, tool string, args map[string]any) turn.ToolResult {
	return c.caller.Call(ctx, turn.ToolInput{
		Turn: turn.Turn{ID: "turn-1", App: "shop", User: turn.User{ID: user}, Clock: turn.NewClock(noon(), time.UTC), Contract: turn.Contract{Tools: []string{tool}}},
		Call: turn.ToolCall{ID: "c1", Tool: tool, Args: args},
	})
}

func TestArgumentsGoWhereTheSpecSays(t *testing.T) {
	var got string
	c := newChain(t, anAPI(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		key := len(r.Header.Get("Idempotency-Key")) > 0
		got = fmt.Sprintf("%s %s %s key:%v %s", r.Method, r.URL.EscapedPath(), r.URL.RawQuery, key, body)
		_, _ = io.WriteString(w, `{"number":1}`)
	}))
	cases := map[string]struct {
		args map[string]any
		want string
	}{
		"searchThings": {map[string]any{"q": "a&b=c", "tag": []any{"new", "used"}}, `GET /v1/things q=a%26b%3Dc&tag=new&tag=used key:false `},
		"getThing":     {map[string]any{"thing_id": "a b?c"}, `GET /v1/things/a%20b%3Fc  key:false `},
		"orderThing":   {map[string]any{"thing_id": "t1", "day": "2026-12-05", "count": 2}, `POST /v1/orders  key:true {"buyer":"maya","count":2,"day":"2026-12-05","thing_id":"t1"}`},
		"cancelOrder":  {map[string]any{"number": 1234567}, `DELETE /v1/orders/1234567  key:false `},
	}
	for tool, want := range cases {
		t.Run(tool, func(t *testing.T) {
			if r := c.call(t.Context(), "maya", tool, want.args); r.Status != turn.OK || got != want.want {
				t.Errorf("%+v\nthe API saw %s\nwant         %s", r, got, want.want)
			}
		})
	}
}

func TestTokensOfParallelCallsAreNotMixedUp(t *testing.T) {
	var public []byte
	c := newChain(t, anAPI(t, func(w http.ResponseWriter, r *http.Request) {
		verifier, err := identity.NewVerifier(public, "shop", noon)
		if err != nil {
			t.Error(err)
			return
		}
		var order struct{ Buyer string }
		_ = json.NewDecoder(r.Body).Decode(&order)
		claims, err := verifier.Verify(r.Header.Get(identity.Header), "orderThing")
		if err != nil || claims.User != order.Buyer {
			t.Errorf("%s's order came with the token of %q: %v", order.Buyer, claims.User, err)
		}
		_, _ = fmt.Fprintf(w, `{"number":1,"thing_id":%q}`, claims.User)
	}))
	public = c.public
	var all sync.WaitGroup
	for i := range 16 {
		user := fmt.Sprintf("user-%d", i)
		all.Go(func() {
			for range 20 {
				r := c.call(t.Context(), user, "orderThing", map[string]any{"thing_id": "t1", "day": "2026-12-05"})
				if r.Status != turn.OK || !strings.Contains(string(r.Data), `"`+user+`"`) {
					t.Errorf("%s got %s %s %s", user, r.Status, r.Data, r.Text)
				}
			}
		})
	}
	all.Wait()
}

func TestWhatTheAPISaysComesThrough(t *testing.T) {
	problem := `{"code":"sold_out","detail":"Nur noch <b>0</b> — für \"heute\"."}` + "\n"
	cases := map[string]struct {
		api          http.HandlerFunc
		status, text string
	}{
		"a problem":       {answer(409, problem), "error http_409", problem},
		"a broken API":    {answer(500, "panic"), "error http_500", "panic"},
		"a redirect":      {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }, "error http_302", ""},
		"a proxy's 502":   {answer(502, "bad"), "unknown no_answer", ""},
		"an empty answer": {answer(204, ""), "unknown empty_body", ""},
		"no answer":       {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "unknown no_answer", ""},
		"a cut-off one": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "{")
		}, "unknown no_answer", ""},
		"one over 1 MiB": {answer(200, strings.Repeat(" ", maxAnswer+1)), "unknown no_answer", ""},
		"one of 1 MiB":   {answer(200, `{"number":7}`+strings.Repeat(" ", maxAnswer-12)), "ok ", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := newChain(t, anAPI(t, c.api)).call(t.Context(), "maya", "orderThing", map[string]any{"thing_id": "t1", "day": "2026-12-05"})
			if got := string(r.Status) + " " + r.Code; got != c.status || c.text != "" && r.Text != c.text {
				t.Errorf("result = %s, %q\nwant     %s, %q", got, r.Text, c.status, c.text)
			}
		})
	}
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestAnAPIThatIsTooSlow(t *testing.T) {
	c := newChain(t, anAPI(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server sees a client leave only then
		<-r.Context().Done()
	}))
	c.gateway.client.Timeout = 50 * time.Millisecond
	for tool, want := range map[string]turn.Status{"cancelOrder": turn.Unknown, "listOrders": turn.Error} {
		args := map[string]any{}
		if tool == "cancelOrder" {
			args["number"] = 1
		}
		if r := c.call(t.Context(), "maya", tool, args); r.Status != want || r.Code != tools.CodeNoAnswer {
			t.Errorf("%s: %+v, want %s", tool, r, want)
		}
	}
}

func TestNoAPI(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	r := newChain(t, "http://"+listener.Addr().String()).call(t.Context(), "maya", "cancelOrder", map[string]any{"number": 1})
	if r.Status != turn.Error || r.Code != tools.CodeNotSent {
		t.Errorf("result = %+v, want not_sent", r)
	}
}

func TestTheGatewayItselfTurnsBadCallsAway(t *testing.T) {
	c := newChain(t, anAPI(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("the API was asked: %s", r.URL) }))
	cases := map[string]map[string]any{
		"a path that climbs":  {"thing_id": "../orders"},
		"a path without end":  {},
		"an unknown argument": {"thing_id": "t1", "x": 1},
	}
	for name, args := range cases {
		t.Run(name, func(t *testing.T) {
			tool, _ := c.caller.Catalogue.Find("getThing")
			_, err := c.client.Call(t.Context(), tools.GatewayCall{Tool: tool, Args: args})
			if err == nil || !strings.Contains(err.Error(), tools.ErrNotSent.Error()) {
				t.Errorf("err = %v, want not sent", err)
			}
		})
	}
}

func TestHealth(t *testing.T) {
	w := httptest.NewRecorder()
	newChain(t, "").gateway.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/health", nil))
	if w.Code != http.StatusOK {
		t.Errorf("status = %d", w.Code)
	}
}

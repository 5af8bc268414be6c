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
	"testing"
	"time"

	"troth/agent/identity"
	"troth/agent/tools"
	"troth/agent/turn"
)

var noon = func() time.Time { return time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC) }

// chain is the whole way of a call: contract, MCP client, gateway, API.
type chain struct {
	caller *tools.Caller
	client *tools.MCP
	// gateway is for tests that change its limits.
	gateway *gateway
	public  []byte
}

func newChain(t testing.TB, base string) chain {
	t.Helper()
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
	g := newGateway(catalogue, base, slog.New(slog.DiscardHandler))
	server := httptest.NewServer(g.handler())
	client := tools.NewMCP(server.URL+"/mcp", http.DefaultTransport)
	t.Cleanup(func() { client.Close(); server.Close(); g.client.CloseIdleConnections() })
	return chain{&tools.Caller{Catalogue: catalogue, Gateway: client, Signer: signer, Permit: open{}, Limiter: open{}, Now: noon}, client, g, public}
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

func TestOnlyTheUsersTokenPasses(t *testing.T) {
	var got http.Header
	c := newChain(t, anAPI(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		_, _ = io.WriteString(w, `[]`)
	}))
	verifier, err := identity.NewVerifier(c.public, "shop", noon)
	if err != nil {
		t.Fatal(err)
	}
	c.call(t.Context(), "maya", "listOrders", nil)
	if claims, err := verifier.Verify(got.Get(identity.Header), "listOrders"); err != nil || claims.User != "maya" {
		t.Errorf("the API got %+v, %v", claims, err)
	}
	for name := range got {
		if strings.HasPrefix(name, "Mcp-") {
			t.Errorf("%s came through", name)
		}
	}
	c.call(t.Context(), "maya", "getThing", map[string]any{"thing_id": "t1"})
	if got.Get(identity.Header) != "" {
		t.Error("a token came with a tool that acts for nobody")
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

// BenchmarkCall is the whole contract through a real gateway and a trivial API.
func BenchmarkCall(b *testing.B) {
	c := newChain(b, anAPI(b, answer(200, `{"number":1,"thing_id":"t1","day":"2026-12-05"}`)))
	for b.Loop() {
		if r := c.call(b.Context(), "maya", "orderThing", map[string]any{"thing_id": "t1", "day": "2026-12-05"}); r.Status != turn.OK {
			b.Fatal(r)
		}
	}
}

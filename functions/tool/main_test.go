package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"troth/agent/identity"
	"troth/agent/sigv4"
	"troth/agent/tools"
	"troth/agent/turn"
)

func env(t *testing.T, change map[string]string) func(string) string {
	t.Helper()
	private, _, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{"TROTH_APP_DIR": "../../agent/tools/testdata/shop", "TROTH_SIGNING_KEY": string(private), "TROTH_GATEWAY_URL": "http://127.0.0.1:1/mcp"}
	for name, v := range change {
		vars[name] = v
	}
	return func(name string) string { return vars[name] }
}

func awsConfig(region string) aws.Config {
	return aws.Config{Region: region, Credentials: credentials.NewStaticCredentialsProvider("AKIDTEST", "secret-of-the-tests", "")}
}

func TestBadEnvironment(t *testing.T) {
	cases := map[string]struct{ variable, value, region, want string }{
		"no app":    {"TROTH_APP_DIR", "nowhere", "eu-central-1", "bad_tools"},
		"no key":    {"TROTH_SIGNING_KEY", "", "eu-central-1", "TROTH_SIGNING_KEY"},
		"bad key":   {"TROTH_SIGNING_KEY", "{}", "eu-central-1", "TROTH_SIGNING_KEY"},
		"no url":    {"TROTH_GATEWAY_URL", "", "eu-central-1", "TROTH_GATEWAY_URL"},
		"no region": {"", "", "", "AWS_REGION"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := newHandler(env(t, map[string]string{c.variable: c.value}), awsConfig(c.region), slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want %s", err, c.want)
			}
		})
	}
}

func TestHandleLogsOneLine(t *testing.T) {
	var log bytes.Buffer
	h, err := newHandler(env(t, nil), awsConfig("eu-central-1"), slog.New(slog.NewJSONHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Handle(t.Context(), request{ToolInput: turn.ToolInput{
		Turn: turn.Turn{ID: "turn-1", App: "shop", Contract: turn.Contract{Tools: []string{"getThing"}}},
		Call: turn.ToolCall{ID: "c1", Tool: "getThing", Args: map[string]any{"thing_id": "t1"}},
	}})
	if err != nil || r.Call != "c1" || r.Code != tools.CodeNotSent {
		t.Errorf("result = %+v, %v", r, err)
	}
	var line map[string]any
	if err := json.Unmarshal(log.Bytes(), &line); err != nil {
		t.Fatalf("not one line of JSON: %v: %s", err, log.String())
	}
	for name, want := range map[string]any{"turn": "turn-1", "call": "c1", "tool": "getThing", "status": "error", "code": tools.CodeNotSent} {
		if line[name] != want {
			t.Errorf("%s = %v, want %v", name, line[name], want)
		}
	}
}

// shopGateway is a gateway with some of the shop's tools, which takes only
// what AWS would take as signed.
func shopGateway(t *testing.T, names ...string) string {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	for _, name := range names {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, nil)
	}
	protocol := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	v := &sigv4.Verifier{Service: "bedrock-agentcore", Region: "eu-central-1", Keys: map[string]string{"AKIDTEST": "secret-of-the-tests"}, Now: time.Now}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if _, err := v.Verify(r, body); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		protocol.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestHealth(t *testing.T) {
	all := []string{"public___getThing", "public___nearestShop", "public___searchThings", "user___cancelOrder", "user___listOrders", "user___orderThing"}
	cases := map[string]struct {
		url, secret, want string
	}{
		"well":              {shopGateway(t, all...), "secret-of-the-tests", ""},
		"a tool is missing": {shopGateway(t, all[1:]...), "secret-of-the-tests", "tool_missing: the gateway has no tool public___getThing"},
		"not let in":        {shopGateway(t, all...), "guess", tools.CodeGatewayRefused},
		"not there":         {"http://127.0.0.1:1/mcp", "secret-of-the-tests", "not sent"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cfg := awsConfig("eu-central-1")
			cfg.Credentials = credentials.NewStaticCredentialsProvider("AKIDTEST", c.secret, "")
			h, err := newHandler(env(t, map[string]string{"TROTH_GATEWAY_URL": c.url}), cfg, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(h.gateway.Close)
			var in request
			if err := json.Unmarshal([]byte(`{"health":true}`), &in); err != nil {
				t.Fatal(err)
			}
			r, err := h.Handle(t.Context(), in)
			if c.want == "" && (err != nil || r.Status != turn.OK) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("result %+v, err %v; want %q", r, err, c.want)
			}
		})
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"troth/agent/sigv4"
	"troth/agent/tools"
)

// spoiling changes a request after it was signed.
type spoiling struct{ change func(*http.Request) }

func (s spoiling) RoundTrip(r *http.Request) (*http.Response, error) {
	s.change(r)
	return http.DefaultTransport.RoundTrip(r)
}

func TestRequestsThatAreTurnedAway(t *testing.T) {
	keep := func(*http.Request) {}
	late := func() time.Time { return noon().Add(-6 * time.Minute) }
	other := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		}
	}
	cases := map[string]struct {
		transport http.RoundTripper
		status    int
		code      string
	}{
		"unsigned":          {http.DefaultTransport, 401, sigv4.CodeMissing},
		"a bearer token":    {signing(spoiling{func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") }}, secretKey, noon), 401, sigv4.CodeMalformed},
		"the wrong secret":  {signing(spoiling{keep}, "guess", noon), 403, sigv4.CodeMismatch},
		"stale":             {signing(spoiling{keep}, secretKey, late), 403, sigv4.CodeStale},
		"another body":      {signing(spoiling{other(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)}, secretKey, noon), 403, sigv4.CodeMismatch},
		"a body over 1 MiB": {signing(spoiling{other(strings.Repeat("x", maxRequest+1))}, secretKey, noon), 413, "body_too_large"},
	}
	for name, s := range cases {
		t.Run(name, func(t *testing.T) {
			c := newChain(t, anAPI(t, func(http.ResponseWriter, *http.Request) { t.Error("the API was asked") }))
			r, err := http.NewRequest(http.MethodPost, c.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
			if err != nil {
				t.Fatal(err)
			}
			got, err := (&http.Client{Transport: s.transport}).Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer got.Body.Close()
			var p struct{ Code, Detail string }
			if err := json.NewDecoder(got.Body).Decode(&p); err != nil || got.StatusCode != s.status || p.Code != s.code || p.Detail == "" {
				t.Errorf("status %d, %+v, %v; want %d %s", got.StatusCode, p, err, s.status, s.code)
			}
			if !strings.Contains(c.log.String(), s.code) || strings.Contains(c.log.String(), "Signature=") {
				t.Errorf("log: %s", c.log.String())
			}
		})
	}
}

func TestAClientWithTheWrongKeyIsToldSo(t *testing.T) {
	c := newChain(t, anAPI(t, func(http.ResponseWriter, *http.Request) { t.Error("the API was asked") }))
	client := tools.NewMCP(c.url, signing(http.DefaultTransport, "guess", noon))
	t.Cleanup(client.Close)
	tool, _ := c.caller.Catalogue.Find("listOrders")
	_, err := client.Call(t.Context(), tools.GatewayCall{Tool: tool})
	if !errors.Is(err, tools.ErrNotSent) || !strings.Contains(err.Error(), tools.CodeGatewayRefused) || strings.Contains(err.Error(), secretKey) {
		t.Errorf("err = %v", err)
	}
}

// listings counts the requests for tools.
type listings struct {
	next  http.RoundTripper
	count atomic.Int64
}

func (l *listings) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if strings.Contains(string(body), `"tools/list"`) {
		l.count.Add(1)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return l.next.RoundTrip(r)
}

func TestToolsArePaged(t *testing.T) {
	for size, pages := range map[int]int64{1: 6, 4: 2, 6: 1, 30: 1} {
		c := newChain(t, "http://127.0.0.1:1")
		c.gateway.pageSize = size
		server := httptest.NewServer(c.gateway.handler())
		t.Cleanup(server.Close)
		l := &listings{next: http.DefaultTransport}
		client := tools.NewMCP(server.URL+"/mcp", signing(l, secretKey, noon))
		t.Cleanup(client.Close)
		if err := client.Check(t.Context(), c.caller.Catalogue); err != nil || l.count.Load() != pages {
			t.Errorf("%d a page: %d pages, %v; want %d", size, l.count.Load(), err, pages)
		}
	}
}

func TestBadEnvironment(t *testing.T) {
	cases := map[string]struct{ variable, value, region, want string }{
		"no app":         {"TROTH_APP_DIR", "nowhere", region, "bad_tools"},
		"no keys":        {"TROTH_ACCESS_KEYS", "", region, "bad_access_keys"},
		"keys of nobody": {"TROTH_ACCESS_KEYS", "{}", region, "bad_access_keys"},
		"keys unread":    {"TROTH_ACCESS_KEYS", `{"` + planted, region, "bad_access_keys"},
		"no region":      {"", "", "", "no_region"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			vars := map[string]string{"TROTH_APP_DIR": "../../agent/tools/testdata/shop", "TROTH_ACCESS_KEYS": `{"` + accessKey + `":"` + secretKey + `"}`}
			vars[c.variable] = c.value
			_, err := fromEnv(func(name string) string { return vars[name] }, aws.Config{Region: c.region}, slog.New(slog.DiscardHandler))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), planted) {
				t.Errorf("err = %v, want %s", err, c.want)
			}
		})
	}
}

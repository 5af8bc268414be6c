package main

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"troth/agent/identity"
	"troth/agent/tools"
)

// noisy adds to a request what a client might send along.
type noisy struct{ next http.RoundTripper }

func (n noisy) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for _, name := range []string{"Cookie", "X-Api-Key", "X-Forwarded-For", "Idempotency-Key", "Traceparent", "Origin-Of-Mischief"} {
		r.Header.Set(name, "smuggled")
	}
	return n.next.RoundTrip(r)
}

func TestOnlyAllowedHeadersPass(t *testing.T) {
	var got http.Header
	c := newChain(t, anAPI(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		_, _ = io.WriteString(w, `{"number":1}`)
	}))
	c.client = tools.NewMCP(c.url, noisy{signing(http.DefaultTransport, secretKey, noon)})
	t.Cleanup(c.client.Close)
	c.caller.Gateway = c.client
	verifier, err := identity.NewVerifier(c.public, "shop", noon)
	if err != nil {
		t.Fatal(err)
	}
	always := []string{"Accept", "Accept-Encoding", "User-Agent", "X-Api-Key"}
	cases := map[string]struct {
		args map[string]any
		more []string
	}{
		"getThing":    {map[string]any{"thing_id": "t1"}, nil},
		"listOrders":  {nil, []string{identity.Header}},
		"cancelOrder": {map[string]any{"number": 1}, []string{identity.Header}},
		"orderThing":  {map[string]any{"thing_id": "t1", "day": "2026-12-05"}, []string{identity.Header, "Content-Type", "Content-Length", "Idempotency-Key"}},
	}
	for tool, want := range cases {
		t.Run(tool, func(t *testing.T) {
			c.call(t.Context(), "maya", tool, want.args)
			for name, values := range got {
				if !slices.Contains(append(want.more, always...), name) {
					t.Errorf("%s: %v came through", name, values)
				}
				if strings.Contains(strings.Join(values, " "), "smuggled") {
					t.Errorf("%s has the client's value", name)
				}
			}
			if got.Get("X-Api-Key") != planted {
				t.Errorf("the credential is %q", got.Get("X-Api-Key"))
			}
			if !slices.Contains(want.more, identity.Header) {
				return
			}
			if claims, err := verifier.Verify(got.Get(identity.Header), tool); err != nil || claims.User != "maya" {
				t.Errorf("the token is for %+v, %v", claims, err)
			}
		})
	}
}

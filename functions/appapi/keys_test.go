package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"troth/agent/credential"
	"troth/agent/tools"
)

func key(t *testing.T, value string) string {
	t.Helper()
	text, err := credential.Key("X-Api-Key", value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEachGroupAsksForItsKey(t *testing.T) {
	catalogue, err := tools.Load("../../agent/tools/testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{"public": key(t, "p"), "user": key(t, "u")})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := readKeys(string(text))
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		request, key string
		status       int
	}{
		"its own":                     {"GET /v1/things", "p", 200},
		"the other's":                 {"GET /v1/things", "u", 401},
		"none":                        {"GET /v1/things", "", 401},
		"the user group's":            {"DELETE /v1/orders/1", "u", 200},
		"the public group's":          {"DELETE /v1/orders/1", "p", 401},
		"an operation that's no tool": {"GET /v1/other", "p", 200},
		"that, without a key":         {"GET /v1/other", "", 401},
		"health":                      {"GET /health", "", 200},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			method, path, _ := strings.Cut(c.request, " ")
			r, w := httptest.NewRequest(method, path, nil), httptest.NewRecorder()
			if c.key != "" {
				r.Header.Set("X-Api-Key", c.key)
			}
			requireKeys(keys, catalogue, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(200) })).ServeHTTP(w, r)
			if w.Code != c.status || c.status == 401 && !strings.Contains(w.Body.String(), "bad_api_key") {
				t.Errorf("status %d, %s", w.Code, w.Body)
			}
		})
	}
}

func TestKeysThatCantBeRead(t *testing.T) {
	for _, text := range []string{"planted", `{"user":"planted"}`, `{"user":1}`} {
		if _, err := readKeys(text); err == nil || !strings.HasPrefix(err.Error(), "bad_api_keys") || strings.Contains(err.Error(), "planted") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if keys, err := readKeys(""); err != nil || keys != nil {
		t.Errorf("none: %v, %v", keys, err)
	}
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"troth/agent/credential"
	"troth/agent/problem"
	"troth/agent/tools"
)

// readKeys reads what each group's callers must bring: a JSON object with a
// stored credential for each group. Without one the API asks for none.
func readKeys(text string) (map[string]credential.Credential, error) {
	if text == "" {
		return nil, nil
	}
	var stored map[string]string
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, errors.New(`bad_api_keys: TROTH_API_KEYS must be a JSON object with the text of a credential for each group`)
	}
	keys := make(map[string]credential.Credential, len(stored))
	for group, secret := range stored {
		c, err := credential.Parse(secret)
		if err != nil {
			return nil, fmt.Errorf("bad_api_keys: TROTH_API_KEYS, group %s: %w", group, err)
		}
		keys[group] = c
	}
	return keys, nil
}

// requireKeys asks every request for the key of its operation's group. An
// operation that is no tool has no group; any of the keys opens it.
func requireKeys(keys map[string]credential.Credential, c *tools.Catalogue, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/health" || fits(keys, c, r) {
			next.ServeHTTP(w, r)
			return
		}
		problem.New(http.StatusUnauthorized, "bad_api_key", "The API key of this group of operations is missing or wrong.").Write(w)
	})
}

func fits(keys map[string]credential.Credential, c *tools.Catalogue, r *http.Request) bool {
	if t, ok := c.Match(r.Method, r.URL.Path); ok {
		return keys[t.Group].Fits(r.Header)
	}
	for _, k := range keys {
		if k.Fits(r.Header) {
			return true
		}
	}
	return len(keys) == 0
}

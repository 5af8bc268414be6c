package stack

import (
	"encoding/json"
	"testing"
)

// SecretValues are the secrets of this system that must be seen nowhere.
func (s *Stack) SecretValues(t *testing.T) []string {
	t.Helper()
	values := []string{s.secrets.accessSecret}
	for _, stored := range s.secrets.apiKeys {
		var key struct{ Value string }
		if err := json.Unmarshal([]byte(stored), &key); err != nil || key.Value == "" {
			t.Fatal(err)
		}
		values = append(values, key.Value)
	}
	return values
}

// Addresses are where gateway and API listen.
func (s *Stack) Addresses() (gateway, api string) { return s.gatewayURL + "/mcp", s.apiURL }

package stack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"troth/local/stack"
)

// logs can be read while functions write them.
type logs struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *logs) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(text)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// A booking uses the API's keys and the tool function's own; none of them is in
// a reply, in the state of the turn, in a prompt or in a log.
func TestSecretsAreSeenNowhere(t *testing.T) {
	log := &logs{}
	s := start(t, stack.Options{Log: log})
	reply, closed, err := s.Say(context.Background(), "maya", "", "Book me the yoga class on Saturday")
	if err != nil {
		t.Fatal(err)
	}
	if len(reply.Receipts) == 0 {
		t.Errorf("nothing was booked: %+v", reply)
	}
	text, err := json.Marshal(map[string]any{"reply": reply, "closed": closed})
	if err != nil {
		t.Fatal(err)
	}
	seen := string(text) + log.String()
	if !strings.Contains(seen, "tool call") {
		t.Error("the functions' logs are not here")
	}
	for _, value := range s.SecretValues(t) {
		if strings.Contains(seen, value) {
			t.Errorf("the secret %.4s… was shown", value)
		}
	}
}

func TestGatewayAndAPITakeNoStrangers(t *testing.T) {
	s := start(t, stack.Options{})
	gateway, api := s.Addresses()
	if a := call(t, http.MethodPost, gateway, map[string]string{"Content-Type": "application/json"}, `{}`); a.status != 401 || a.body["code"] != "missing_signature" {
		t.Errorf("the gateway answers %+v", a)
	}
	if a := call(t, http.MethodGet, api+"/v1/sessions", nil, ""); a.status != 401 || a.body["code"] != "bad_api_key" {
		t.Errorf("the API answers %+v", a)
	}
}

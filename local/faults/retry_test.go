package faults_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"troth/local/faults"
)

// A client's transport repeats a request by itself when a connection that was
// used before ends without a byte of an answer, and the request has an
// idempotency key. A fault must not depend on that.
func TestALostCallIsSeenByTheClientOnAUsedConnection(t *testing.T) {
	cases := map[string]struct {
		fault   faults.Fault
		effects int32
	}{
		"the request lost": {faults.Fault{Operation: "op", Before: true, Times: 1}, 1},
		"the answer lost":  {faults.Fault{Operation: "op", After: true, Times: 1}, 2},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var effects atomic.Int32
			api := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { effects.Add(1) }))
			defer api.Close()
			proxy, err := faults.New(api.URL, func(*http.Request) string { return "op" })
			if err != nil {
				t.Fatal(err)
			}
			front := httptest.NewServer(proxy)
			defer front.Close()
			if err := keyed(front); err != nil {
				t.Fatal(err)
			}
			proxy.Set([]faults.Fault{c.fault})
			if err := keyed(front); err == nil || effects.Load() != c.effects {
				t.Errorf("err = %v, %d effects", err, effects.Load())
			}
		})
	}
}

// keyed posts with an idempotency key, on the connection used before.
func keyed(s *httptest.Server) error {
	r, err := http.NewRequest(http.MethodPost, s.URL, strings.NewReader("x"))
	if err != nil {
		return err
	}
	r.Header.Set("Idempotency-Key", "k")
	answer, err := s.Client().Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

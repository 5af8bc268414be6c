package faults_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"troth/local/faults"
)

func TestFaults(t *testing.T) {
	killed := false
	cases := map[string]struct {
		fault   faults.Fault
		status  int // 0 when no answer comes
		body    string
		effects int
	}{
		"none":             {faults.Fault{Operation: "other", Status: 503}, 200, "done", 1},
		"a status":         {faults.Fault{Operation: "/x", Status: 503, Body: "broken"}, 503, "broken", 0},
		"the request lost": {faults.Fault{Operation: "/x", Before: true}, 0, "", 0},
		"the answer lost":  {faults.Fault{Operation: "/x", After: true}, 0, "", 1},
		"killed behind it": {faults.Fault{Operation: "/x", Kill: func() { killed = true }}, 0, "", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			effects := 0
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				effects++
				_, _ = io.WriteString(w, "done")
			}))
			defer api.Close()
			proxy, err := faults.New(api.URL, func(r *http.Request) string { return r.URL.Path })
			if err != nil {
				t.Fatal(err)
			}
			proxy.Set([]faults.Fault{c.fault})
			front := httptest.NewServer(proxy)
			defer front.Close()
			status, body := post(t, front.URL+"/x")
			if status != c.status || body != c.body || effects != c.effects {
				t.Errorf("got %d %q and %d effects", status, body, effects)
			}
		})
	}
	if !killed {
		t.Error("nothing was killed")
	}
}

func post(t *testing.T, url string) (int, string) {
	t.Helper()
	answer, err := http.Post(url, "text/plain", strings.NewReader(""))
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestAFaultEndsAfterItsTimes(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer api.Close()
	proxy, err := faults.New(api.URL, func(*http.Request) string { return "op" })
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(proxy)
	defer front.Close()
	proxy.Set([]faults.Fault{{Operation: "op", Status: 500, Times: 2}})
	for n, want := range []int{500, 500, 200} {
		if status, _ := post(t, front.URL); status != want {
			t.Errorf("call %d: %d, want %d", n+1, status, want)
		}
	}
	proxy.Set([]faults.Fault{{Operation: "op", Status: 500}})
	proxy.Set(nil)
	if status, _ := post(t, front.URL); status != 200 {
		t.Errorf("cleared: %d", status)
	}
}

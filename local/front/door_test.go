package front_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"troth/local/front"
)

func TestTheDoorKnowsItsOwnNames(t *testing.T) {
	called := false
	door := front.Door(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	cases := map[string]bool{
		"127.0.0.1:8080": true, "127.0.0.1": true, "127.9.9.9:1": true,
		"localhost:8080": true, "LocalHost:8080": true, "localhost": true,
		"[::1]:8080": true, "[::1]": true,
		"example.com": false, "localhost.example.com:8080": false, "127.0.0.1.example.com": false,
		"192.168.0.1:8080": false, "0.0.0.0:8080": false, "": false, ":8080": false, "localhost:80:80": false,
	}
	for host, allowed := range cases {
		t.Run(host, func(t *testing.T) {
			called = false
			r := httptest.NewRequest(http.MethodGet, "/v1/health", nil)
			r.Host = host
			w := httptest.NewRecorder()
			door.ServeHTTP(w, r)
			if called != allowed {
				t.Errorf("let in: %v", called)
			}
			if !allowed {
				isProblem(t, w, http.StatusMisdirectedRequest, "host_not_allowed")
			}
		})
	}
}

func isProblem(t *testing.T, w *httptest.ResponseRecorder, status int, code string) {
	t.Helper()
	var p struct {
		Type, Title, Code, Detail string
		Status                    int
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if w.Code != status || p.Status != status || p.Code != code || p.Type == "" || p.Title == "" || p.Detail == "" || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("response = %d %v %+v", w.Code, w.Header(), p)
	}
}

func TestTheDoorTakesBodiesUpToALimit(t *testing.T) {
	s, got := api(t, events.APIGatewayV2HTTPResponse{StatusCode: 204}, false, nil)
	door := front.Door(s.Config.Handler)
	for size, status := range map[int]int{256 << 10: 204, 256<<10 + 1: 413} {
		got.Body = ""
		r := httptest.NewRequest(http.MethodPost, "http://localhost/v1/chat", strings.NewReader(strings.Repeat("a", size)))
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		if status == 413 {
			isProblem(t, w, status, "body_too_large")
		}
		if w.Code != status || (status == 204) != (len(got.Body) == size) {
			t.Errorf("%d bytes: %d, the function was handed %d", size, w.Code, len(got.Body))
		}
	}
}

func TestAnEmulatorsAddressMustBeOne(t *testing.T) {
	if _, err := front.AWS(nil, nil, "http://a b"); err == nil {
		t.Error("no error")
	}
}

package front_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"troth/local/front"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// api gives an HTTP API whose function answers as told, and what it was handed.
func api(t *testing.T, answer any, isError bool, err error) (*httptest.Server, *events.APIGatewayV2HTTPRequest) {
	t.Helper()
	var got events.APIGatewayV2HTTPRequest
	invoke := func(_ context.Context, payload []byte) ([]byte, bool, error) {
		if err := json.Unmarshal(payload, &got); err != nil {
			t.Error(err)
		}
		body, marshalErr := json.Marshal(answer)
		if marshalErr != nil {
			t.Error(marshalErr)
		}
		return body, isError, err
	}
	s := httptest.NewServer(front.HTTPAPI(invoke, func() string { return "r1" }, func() time.Time { return noon }))
	t.Cleanup(s.Close)
	return s, &got
}

func send(t *testing.T, method, url string, header http.Header, body string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

func TestARequestBecomesAnEvent(t *testing.T) {
	s, got := api(t, events.APIGatewayV2HTTPResponse{StatusCode: 200}, false, nil)
	send(t, "POST", s.URL+"/v1/a%20b?x=1&x=2&y=3", http.Header{"X-Thing": {"a", "b"}}, `{"é":1}`)
	if got.Version != "2.0" || got.RawPath != "/v1/a%20b" || got.RawQueryString != "x=1&x=2&y=3" || got.Body != `{"é":1}` || got.IsBase64Encoded {
		t.Errorf("event = %+v", got)
	}
	if got.Headers["x-thing"] != "a,b" || got.QueryStringParameters["x"] != "1,2" || got.Headers["X-Thing"] != "" {
		t.Errorf("headers %v, query %v", got.Headers, got.QueryStringParameters)
	}
	c := got.RequestContext
	if c.HTTP.Method != "POST" || c.HTTP.Path != "/v1/a b" || c.HTTP.SourceIP != "127.0.0.1" || c.RequestID != "r1" || c.TimeEpoch != noon.UnixMilli() || c.Stage != "$default" {
		t.Errorf("context = %+v", c)
	}
}

func TestABodyThatIsNoTextIsEncoded(t *testing.T) {
	s, got := api(t, events.APIGatewayV2HTTPResponse{StatusCode: 200}, false, nil)
	send(t, "POST", s.URL, nil, "\xff\xfe")
	if !got.IsBase64Encoded || got.Body != "//4=" {
		t.Errorf("body = %q, encoded %v", got.Body, got.IsBase64Encoded)
	}
}

func TestAnAnswerBecomesAResponse(t *testing.T) {
	s, _ := api(t, events.APIGatewayV2HTTPResponse{StatusCode: 418, Headers: map[string]string{"x-a": "b"}, Cookies: []string{"c=1", "d=2"}, Body: "//4=", IsBase64Encoded: true}, false, nil)
	answer, body := send(t, "GET", s.URL, nil, "")
	if answer.StatusCode != 418 || body != "\xff\xfe" || answer.Header.Get("X-A") != "b" || len(answer.Header.Values("Set-Cookie")) != 2 {
		t.Errorf("response = %d %q %v", answer.StatusCode, body, answer.Header)
	}
}

func TestAFunctionThatFailsIsAnError(t *testing.T) {
	cases := map[string]struct {
		answer  any
		isError bool
		err     error
	}{
		"an error document": {map[string]string{"errorType": "X", "errorMessage": "secret"}, true, nil},
		"not invoked":       {nil, false, errors.New("secret")},
		"nonsense":          {"secret", false, nil},
		"no status":         {map[string]string{"body": "secret"}, false, nil},
		"a status too low":  {events.APIGatewayV2HTTPResponse{StatusCode: 42, Body: "secret"}, false, nil},
		"one too high":      {events.APIGatewayV2HTTPResponse{StatusCode: 1000, Body: "secret"}, false, nil},
		"an interim status": {events.APIGatewayV2HTTPResponse{StatusCode: 103, Body: "secret"}, false, nil},
		"broken base64":     {events.APIGatewayV2HTTPResponse{StatusCode: 200, Body: "%", IsBase64Encoded: true}, false, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, _ := api(t, c.answer, c.isError, c.err)
			answer, body := send(t, "GET", s.URL, nil, "")
			if answer.StatusCode != 500 || strings.TrimSpace(body) != `{"message":"Internal Server Error"}` {
				t.Errorf("response = %d %s", answer.StatusCode, body)
			}
		})
	}
}

func TestAWSDispatches(t *testing.T) {
	named := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, name+" "+r.Host)
		})
	}
	emulator := httptest.NewServer(named("emulator"))
	defer emulator.Close()
	handler, err := front.AWS(named("states"), named("lambda"), emulator.URL)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	defer s.Close()
	cases := map[string]struct {
		path   string
		header http.Header
		want   string
	}{
		"Step Functions": {"/", http.Header{"X-Amz-Target": {"AWSStepFunctions.StartExecution"}}, "states"},
		"DynamoDB":       {"/", http.Header{"X-Amz-Target": {"DynamoDB_20120810.GetItem"}}, "emulator"},
		"Invoke":         {"/2015-03-31/functions/f/invocations", nil, "lambda"},
		"Runtime API":    {"/_runtime/f/i/2018-06-01/runtime/invocation/next", nil, "lambda"},
		"all else":       {"/pool/.well-known/jwks.json", nil, "emulator"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, body := send(t, "POST", s.URL+c.path, c.header, "")
			if want := c.want + " " + strings.TrimPrefix(s.URL, "http://"); body != want {
				t.Errorf("answered by %q, want %q with the host kept", body, want)
			}
		})
	}
}

func TestConveniencesAreNotForPages(t *testing.T) {
	seen := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Header.Get("Authorization")+" "+r.Header.Get("Content-Type"))
	}
	signIn := front.SignIn("maya", func(*http.Request) (string, error) { return "T", nil })
	s := httptest.NewServer(front.Door(http.HandlerFunc(seen), signIn, front.PlainCurl))
	defer s.Close()
	const form = "application/x-www-form-urlencoded"
	cases := map[string]struct {
		header http.Header
		want   string
	}{
		"curl":             {http.Header{"Content-Type": {form}}, "Bearer T application/json"},
		"a page":           {http.Header{"Content-Type": {form}, "Origin": {"http://localhost:3000"}}, " " + form},
		"a page's request": {http.Header{"Content-Type": {form}, "Sec-Fetch-Site": {"none"}}, " " + form},
		"a user's token":   {http.Header{"Content-Type": {form}, "Authorization": {"Bearer U"}}, "Bearer U application/json"},
		"an empty token":   {http.Header{"Content-Type": {form}, "Authorization": {""}}, " application/json"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if _, body := send(t, "POST", s.URL, c.header, "x"); body != c.want {
				t.Errorf("the function sees %q, want %q", body, c.want)
			}
		})
	}
}

func TestADevelopmentUserWhoCantSignIn(t *testing.T) {
	signIn := front.SignIn("maya", func(*http.Request) (string, error) { return "", errors.New("down") })
	s := httptest.NewServer(front.Door(http.NotFoundHandler(), signIn))
	defer s.Close()
	if answer, body := send(t, "POST", s.URL, nil, ""); answer.StatusCode != 503 || !strings.Contains(body, "sign_in_failed") {
		t.Errorf("response = %d %s", answer.StatusCode, body)
	}
}

func TestListenNamesTheBusyPort(t *testing.T) {
	first, err := front.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	address := first.Addr().String()
	if _, err := front.Listen(address); err == nil || !strings.Contains(err.Error(), "port_busy") || !strings.Contains(err.Error(), address) {
		t.Errorf("err = %v, want port_busy with %s", err, address)
	}
	if _, err := front.Listen("127.0.0.1:99999"); err == nil || !strings.Contains(err.Error(), "bad_address") {
		t.Errorf("err = %v, want bad_address", err)
	}
}

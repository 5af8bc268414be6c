package front

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
)

// Invoke runs a function and waits for its answer.
type Invoke func(ctx context.Context, payload []byte) (body []byte, isError bool, err error)

// HTTPAPI is an API Gateway HTTP API whose every route leads to one function
// (AWS_PROXY, payload 2.0, stage $default). The embedded emulator has one too,
// but it finds Lambda only at an address that is fixed before the program
// starts, and gives a handler's error out as a success.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
func HTTPAPI(invoke Invoke, newID func() string, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			tooLarge.Write(w)
			return
		}
		payload, err := json.Marshal(event(r, body, newID(), now()))
		if err != nil {
			gatewayError(w, http.StatusInternalServerError, "Internal Server Error")
			return
		}
		answer, isError, err := invoke(r.Context(), payload)
		if err != nil || isError {
			gatewayError(w, http.StatusInternalServerError, "Internal Server Error")
			return
		}
		respond(w, answer)
	})
}

func gatewayError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"message": message})
}

func event(r *http.Request, body []byte, id string, now time.Time) events.APIGatewayV2HTTPRequest {
	e := events.APIGatewayV2HTTPRequest{
		Version:        "2.0",
		RouteKey:       "$default",
		RawPath:        r.URL.EscapedPath(),
		RawQueryString: r.URL.RawQuery,
		Headers:        map[string]string{},
		Body:           string(body),
	}
	for name, values := range r.Header {
		e.Headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	e.Headers["host"] = r.Host
	for name, values := range r.URL.Query() {
		if e.QueryStringParameters == nil {
			e.QueryStringParameters = map[string]string{}
		}
		e.QueryStringParameters[name] = strings.Join(values, ",")
	}
	if !utf8.Valid(body) {
		e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	ip, _, _ := net.SplitHostPort(r.RemoteAddr)
	e.RequestContext = events.APIGatewayV2HTTPRequestContext{
		RequestID: id, Stage: "$default", RouteKey: "$default", DomainName: r.Host,
		Time: now.UTC().Format("02/Jan/2006:15:04:05 -0700"), TimeEpoch: now.UnixMilli(),
		HTTP: events.APIGatewayV2HTTPRequestContextHTTPDescription{
			Method: r.Method, Path: r.URL.Path, Protocol: r.Proto, SourceIP: ip, UserAgent: r.UserAgent(),
		},
	}
	return e
}

func respond(w http.ResponseWriter, answer []byte) {
	var r events.APIGatewayV2HTTPResponse
	if err := json.Unmarshal(answer, &r); err != nil || r.StatusCode < 200 || r.StatusCode > 599 {
		gatewayError(w, http.StatusInternalServerError, "Internal Server Error")
		return
	}
	body := []byte(r.Body)
	if r.IsBase64Encoded {
		decoded, err := base64.StdEncoding.DecodeString(r.Body)
		if err != nil {
			gatewayError(w, http.StatusInternalServerError, "Internal Server Error")
			return
		}
		body = decoded
	}
	for name, v := range r.Headers {
		w.Header().Set(name, v)
	}
	for _, cookie := range r.Cookies {
		w.Header().Add("Set-Cookie", cookie)
	}
	w.WriteHeader(r.StatusCode)
	_, _ = w.Write(body)
}

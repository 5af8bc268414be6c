package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/aws/aws-lambda-go/events"
)

// problem is an error as a client gets it (RFC 9457), with a stable code.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (p *problem) Error() string { return p.Code + ": " + p.Detail }

// newProblem makes a problem; detail says what to do.
func newProblem(status int, code, format string, args ...any) *problem {
	return &problem{
		Type:   "about:blank",
		Title:  http.StatusText(status),
		Status: status,
		Code:   code,
		Detail: fmt.Sprintf(format, args...),
	}
}

func (p *problem) response() events.APIGatewayV2HTTPResponse {
	return respond(p.Status, "application/problem+json", p)
}

func respond(status int, contentType string, body any) events.APIGatewayV2HTTPResponse {
	text, err := json.Marshal(body)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{}`)
	}
	return events.APIGatewayV2HTTPResponse{
		StatusCode: status,
		Headers:    map[string]string{"content-type": contentType, "cache-control": "no-store"},
		Body:       string(text),
	}
}

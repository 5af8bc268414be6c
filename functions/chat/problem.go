package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/aws/aws-lambda-go/events"

	"troth/agent/problem"
)

// newProblem makes a problem; the detail says what to do.
func newProblem(status int, code, format string, args ...any) *problem.Problem {
	return problem.New(status, code, fmt.Sprintf(format, args...))
}

func refuse(p *problem.Problem) events.APIGatewayV2HTTPResponse {
	return respond(p.Status, problem.ContentType, p)
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

// Package problem is an HTTP error as clients get it: problem details of RFC
// 9457 with a stable code.
package problem

import (
	"encoding/json"
	"net/http"
)

// ContentType is that of every problem.
const ContentType = "application/problem+json"

// Problem is an error that a client can act on.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	// Code is stable, for code; Detail says to a person what to do.
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// New makes a problem. Its title is the status's own.
func New(status int, code, detail string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// Write answers a request with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", ContentType)
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

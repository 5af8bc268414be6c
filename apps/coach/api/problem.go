package api

import (
	"encoding/json"
	"errors"
	"net/http"
)

// Problem is an error as clients get it (RFC 9457), with a stable code.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

func problem(status int, code, detail string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// What the API refuses, in a person's words.
var (
	errNoSession        = problem(http.StatusNotFound, "not_found", "There is no such session.")
	errNoBooking        = problem(http.StatusNotFound, "not_found", "There is no such booking.")
	errNoPerson         = problem(http.StatusNotFound, "not_found", "There is no such member.")
	errFull             = problem(http.StatusConflict, "session_full", "The session is full.")
	errAlreadyBooked    = problem(http.StatusConflict, "already_booked", "You already have a place in this session.")
	errPast             = problem(http.StatusConflict, "in_the_past", "The session has already begun.")
	errAlreadyCancelled = problem(http.StatusConflict, "already_cancelled", "The booking is already cancelled.")
	errNotYours         = problem(http.StatusForbidden, "forbidden", "This booking is somebody else's.")
	errKeyReused        = problem(http.StatusConflict, "key_reused", "This Idempotency-Key was used for another session.")
	errFriends          = problem(http.StatusConflict, "already_friends", "You are already friends.")
	errPending          = problem(http.StatusConflict, "request_pending", "There is already a friend request between you.")
	errYourself         = problem(http.StatusBadRequest, "validation_failed", "You can't befriend yourself.")
)

func invalid(detail string) *Problem {
	return problem(http.StatusBadRequest, "validation_failed", detail)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *Server) writeError(w http.ResponseWriter, err error) {
	var p *Problem
	if !errors.As(err, &p) {
		s.log.Error("request failed", "error", err.Error())
		p = problem(http.StatusInternalServerError, "internal", "The club's system has a fault.")
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

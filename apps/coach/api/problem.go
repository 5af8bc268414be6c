package api

import (
	"encoding/json"
	"errors"
	"net/http"

	"troth/agent/problem"
)

// What the API refuses, in a person's words.
var (
	errNoSession        = problem.New(http.StatusNotFound, "not_found", "There is no such session.")
	errNoBooking        = problem.New(http.StatusNotFound, "not_found", "There is no such booking.")
	errFull             = problem.New(http.StatusConflict, "session_full", "The session is full.")
	errAlreadyBooked    = problem.New(http.StatusConflict, "already_booked", "You already have a place in this session.")
	errPast             = problem.New(http.StatusConflict, "in_the_past", "The session has already begun.")
	errAlreadyCancelled = problem.New(http.StatusConflict, "already_cancelled", "The booking is already cancelled.")
	errNotYours         = problem.New(http.StatusForbidden, "forbidden", "This booking is somebody else's.")
	errKeyReused        = problem.New(http.StatusConflict, "key_reused", "This Idempotency-Key was used for another session.")
)

func invalid(detail string) *problem.Problem {
	return problem.New(http.StatusBadRequest, "validation_failed", detail)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *Server) writeError(w http.ResponseWriter, err error) {
	var p *problem.Problem
	if !errors.As(err, &p) {
		s.log.Error("request failed", "error", err.Error())
		p = problem.New(http.StatusInternalServerError, "internal", "The club's system has a fault.")
	}
	p.Write(w)
}

package api

import (
	"net/http"

	"troth/agent/problem"
)

// What moving a booking and waiting lists refuse.
var (
	errSameSession    = problem.New(http.StatusConflict, "same_session", "The booking is for this session already.")
	errOtherActivity  = problem.New(http.StatusConflict, "other_activity", "A booking can only move to a session of the same activity. Book the other session, and cancel this booking.")
	errPlacesLeft     = problem.New(http.StatusConflict, "places_left", "The session still has places. Book one instead.")
	errAlreadyWaiting = problem.New(http.StatusConflict, "already_waiting", "You are already on the waiting list of this session.")
	errNotWaiting     = problem.New(http.StatusConflict, "not_waiting", "You are not on the waiting list of this session.")
)

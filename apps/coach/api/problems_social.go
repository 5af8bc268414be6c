package api

import (
	"net/http"

	"troth/agent/problem"
)

// What friends and outings refuse.
var (
	errNoPerson         = problem.New(http.StatusNotFound, "not_found", "There is no such member.")
	errNoRequest        = problem.New(http.StatusNotFound, "not_found", "There is no such friend request.")
	errNoOuting         = problem.New(http.StatusNotFound, "not_found", "There is no such outing.")
	errFriends          = problem.New(http.StatusConflict, "already_friends", "You are already friends.")
	errPending          = problem.New(http.StatusConflict, "request_pending", "There is already a friend request between you.")
	errYourself         = problem.New(http.StatusBadRequest, "validation_failed", "You can't befriend yourself.")
	errOwnRequest       = problem.New(http.StatusForbidden, "forbidden", "This friend request is your own. Only the member who got it can answer it.")
	errOthersRequest    = problem.New(http.StatusForbidden, "forbidden", "This friend request is between other members.")
	errAlreadyAccepted  = problem.New(http.StatusConflict, "already_accepted", "The friend request is already accepted.")
	errAlreadyDeclined  = problem.New(http.StatusConflict, "already_declined", "The friend request is already declined.")
	errNotFriends       = problem.New(http.StatusConflict, "not_friends", "You are not friends.")
	errKeyOfAnother     = problem.New(http.StatusConflict, "key_reused", "This Idempotency-Key was used for another request.")
	errNotInvited       = problem.New(http.StatusForbidden, "not_invited", "You are not invited to this outing, and its host is not your friend.")
	errNotHost          = problem.New(http.StatusForbidden, "forbidden", "Only the host can do this.")
	errOutingCancelled  = problem.New(http.StatusConflict, "outing_cancelled", "The outing is cancelled.")
	errOutingPast       = problem.New(http.StatusConflict, "in_the_past", "The outing has already begun.")
	errStartPast        = problem.New(http.StatusConflict, "in_the_past", "The outing would begin in the past.")
	errAlreadyJoined    = problem.New(http.StatusConflict, "already_joined", "You have already joined this outing.")
	errNotJoined        = problem.New(http.StatusConflict, "not_joined", "You have not joined this outing.")
	errHostCannotLeave  = problem.New(http.StatusConflict, "host_cannot_leave", "The host can't leave the outing. Cancel it instead.")
	errInviteYourself   = problem.New(http.StatusBadRequest, "validation_failed", "You can't invite yourself.")
	errInvitedTwice     = problem.New(http.StatusBadRequest, "validation_failed", "Name each member once.")
	errInviteesMissing  = problem.New(http.StatusBadRequest, "validation_failed", "Name at least one member to invite.")
	errNothingToChange  = problem.New(http.StatusBadRequest, "validation_failed", "Say what to change: name, start or meeting_point.")
	errUnknownActivity  = problem.New(http.StatusBadRequest, "validation_failed", "activity is not one that outings have.")
	errUnknownRole      = problem.New(http.StatusBadRequest, "validation_failed", "role is host, going, invited or open.")
	errUnknownDirection = problem.New(http.StatusBadRequest, "validation_failed", "direction is received or sent.")
)

func errNoFriendOfYours(p Person) *problem.Problem {
	return problem.New(http.StatusConflict, "not_friends", p.Name+" is not your friend. Only friends can be invited.")
}

func errAlreadyInvited(g Guest) *problem.Problem {
	return problem.New(http.StatusConflict, "already_invited", g.Name+" is already invited.")
}

func errHasJoined(g Guest) *problem.Problem {
	return problem.New(http.StatusConflict, "already_joined", g.Name+" has already joined.")
}

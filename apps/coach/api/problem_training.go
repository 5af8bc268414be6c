package api

import (
	"net/http"

	"troth/agent/problem"
)

// What the API refuses of routes, coaches, plans and profiles.
var (
	errNoRoute          = problem.New(http.StatusNotFound, "not_found", "There is no such route.")
	errNoCoach          = problem.New(http.StatusNotFound, "not_found", "There is no such coach.")
	errNotInList        = problem.New(http.StatusNotFound, "not_found", "There is no such route in your list.")
	errNoWorkout        = problem.New(http.StatusNotFound, "not_found", "There is no such workout.")
	errNoFact           = problem.New(http.StatusNotFound, "not_found", "Your profile has nothing there.")
	errNotYourRoute     = problem.New(http.StatusForbidden, "forbidden", "This route is somebody else's.")
	errNotYourWorkout   = problem.New(http.StatusForbidden, "forbidden", "This workout is somebody else's.")
	errAlreadySaved     = problem.New(http.StatusConflict, "already_saved", "This route is already in your list.")
	errManyRoutes       = problem.New(http.StatusConflict, "too_many_routes", "Your list is full: it holds 100 routes. Delete one first.")
	errDayFull          = problem.New(http.StatusConflict, "day_full", "This day already has two workouts, which is the most a plan holds.")
	errAlreadyCompleted = problem.New(http.StatusConflict, "already_completed", "This workout is already completed.")
	errPastDay          = problem.New(http.StatusConflict, "in_the_past", "This day is over.")
	errFutureDay        = problem.New(http.StatusConflict, "in_the_future", "The day of this workout is still to come. Move it to today first.")
	errSameDay          = problem.New(http.StatusConflict, "same_date", "This workout is already on that day.")
	errChanged          = problem.New(http.StatusConflict, "changed_meanwhile", "This was changed from elsewhere at the same time. Look at it, then try again.")
	errNoDay            = invalid("date is a day, such as 2026-12-05.")
	errKeyOther         = problem.New(http.StatusConflict, "key_reused", "This Idempotency-Key was used for another request.")
)

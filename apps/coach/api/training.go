package api

import (
	"net/http"
	"sync"
	"time"
)

// trainingOperations are a member's own routes, plan and profile.
func (s *Server) trainingOperations(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/my/routes", s.user("listMyRoutes", s.listMyRoutes))
	mux.HandleFunc("POST /v1/my/routes", s.user("createRoute", s.createRoute))
	mux.HandleFunc("POST /v1/my/saved-routes", s.user("saveRoute", s.saveRoute))
	mux.HandleFunc("PATCH /v1/my/routes/{route_id}", s.user("renameRoute", s.renameRoute))
	mux.HandleFunc("DELETE /v1/my/routes/{route_id}", s.user("deleteRoute", s.deleteRoute))
	mux.HandleFunc("GET /v1/my/plan", s.user("getPlan", s.getPlan))
	mux.HandleFunc("POST /v1/my/workouts", s.user("addWorkout", s.addWorkout))
	mux.HandleFunc("PATCH /v1/my/workouts/{workout_id}", s.user("moveWorkout", s.moveWorkout))
	mux.HandleFunc("DELETE /v1/my/workouts/{workout_id}", s.user("removeWorkout", s.removeWorkout))
	mux.HandleFunc("POST /v1/my/workouts/{workout_id}/completion", s.user("completeWorkout", s.completeWorkout))
	mux.HandleFunc("GET /v1/my/profile", s.user("getProfile", s.getProfile))
	mux.HandleFunc("PUT /v1/my/profile/{key}", s.user("setProfileFact", s.setProfileFact))
	mux.HandleFunc("DELETE /v1/my/profile/{key}", s.user("removeProfileFact", s.removeProfileFact))
}

// clubZone is the zone of the club's days.
var clubZone = sync.OnceValues(func() (*time.Location, error) { return time.LoadLocation(zone) })

// today is the day at the club, as YYYY-MM-DD.
func (s *Server) today() (string, error) {
	loc, err := clubZone()
	if err != nil {
		return "", err
	}
	return s.now().In(loc).Format(time.DateOnly), nil
}

// second is the clock's time to the second, as records keep it.
func (s *Server) second() time.Time { return s.now().Truncate(time.Second) }

func isDay(date string) bool {
	_, err := time.Parse(time.DateOnly, date)
	return err == nil
}

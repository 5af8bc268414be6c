package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var workoutKinds = []string{"run", "ride", "hike", "swim", "strength", "yoga", "mobility"}

// How much of a plan is shown at once, in days: usually two weeks, at most a year.
const (
	usualDays = 14
	mostDays  = 366
)

func (s *Server) getPlan(r *http.Request, user string) (answer, error) {
	today, err := s.today()
	if err != nil {
		return answer{}, err
	}
	from, to, err := planDays(r.URL.Query().Get("from"), r.URL.Query().Get("to"), today)
	if err != nil {
		return answer{}, err
	}
	workouts, err := s.store.Workouts(r.Context(), user, from, to)
	if err != nil {
		return answer{}, err
	}
	return ok(map[string]any{"from": from, "to": to, "workouts": workouts, "total": len(workouts)}), nil
}

// planDays gives the first and the last day; the first is usually today.
func planDays(from, to, today string) (string, string, error) {
	if from == "" {
		from = today
	}
	first, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return "", "", invalid("from is a day, such as 2026-12-05.")
	}
	last := first.AddDate(0, 0, usualDays-1)
	if to != "" {
		if last, err = time.Parse(time.DateOnly, to); err != nil {
			return "", "", invalid("to is a day, such as 2026-12-05.")
		}
	}
	if last.Before(first) || !last.Before(first.AddDate(0, 0, mostDays)) {
		return "", "", invalid(fmt.Sprintf("to is on or after from, and less than %d days later.", mostDays))
	}
	return from, last.Format(time.DateOnly), nil
}

// newWorkout is what addWorkout takes.
type newWorkout struct {
	Date    string   `json:"date"`
	Kind    string   `json:"kind"`
	Minutes *int     `json:"minutes"`
	KM      *float64 `json:"km"`
	Note    string   `json:"note"`
}

func (s *Server) addWorkout(r *http.Request, user string) (answer, error) {
	var in newWorkout
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	w, err := in.workout()
	if err != nil {
		return answer{}, err
	}
	asked, err := s.asked(r, user, "addWorkout", in)
	if err != nil {
		return answer{}, err
	}
	return once(s, r, asked, func() (Workout, error) {
		if err := s.toCome(w.Date); err != nil {
			return Workout{}, err
		}
		w.ID, w.Created = s.recordID("wko_"), s.second()
		return w, s.store.AddWorkout(r.Context(), asked, w)
	})
}

// toCome refuses days that are over.
func (s *Server) toCome(date string) error {
	today, err := s.today()
	if err == nil && date < today {
		return errPastDay
	}
	return err
}

// maxNote is the longest note, in characters.
const maxNote = 300

func (in newWorkout) workout() (Workout, error) {
	if err := oneOf("kind", in.Kind, workoutKinds); err != nil {
		return Workout{}, err
	}
	switch {
	case !isDay(in.Date):
		return Workout{}, errNoDay
	case in.Minutes == nil && in.KM == nil:
		return Workout{}, invalid("A workout needs minutes or km.")
	case utf8.RuneCountInString(in.Note) > maxNote:
		return Workout{}, invalid(fmt.Sprintf("note has at most %d characters.", maxNote))
	}
	minutes, km, err := effort(in.Minutes, in.KM)
	w := Workout{Kind: in.Kind, Date: in.Date, Status: Planned, Minutes: minutes, KM: km, Note: strings.TrimSpace(in.Note)}
	w.Name = w.title()
	return w, err
}

// The most that a workout takes: a day, and 500 kilometres.
const (
	maxMinutes = 24 * 60
	maxKM      = 500
)

// effort reads minutes and kilometres; zero for what is not given.
func effort(minutes *int, km *float64) (int, float64, error) {
	if minutes == nil {
		minutes = new(int)
	} else if *minutes < 1 || *minutes > maxMinutes {
		return 0, 0, invalid(fmt.Sprintf("minutes is from 1 to %d.", maxMinutes))
	}
	if km == nil {
		km = new(float64)
	} else if *km < 0.1 || *km > maxKM {
		return 0, 0, invalid(fmt.Sprintf("km is from 0.1 to %d.", maxKM))
	}
	return *minutes, rounded(*km), nil
}

// title says in short what a workout is: "Run, 8 km".
func (w Workout) title() string {
	parts := []string{strings.ToUpper(w.Kind[:1]) + w.Kind[1:]}
	if w.KM > 0 {
		parts = append(parts, strconv.FormatFloat(w.KM, 'f', -1, 64)+" km")
	}
	if w.Minutes > 0 {
		parts = append(parts, strconv.Itoa(w.Minutes)+" min")
	}
	return strings.Join(parts, ", ")
}

func (s *Server) moveWorkout(r *http.Request, user string) (answer, error) {
	var in struct {
		Date string `json:"date"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if !isDay(in.Date) {
		return answer{}, errNoDay
	}
	was, err := s.openWorkout(r.Context(), user, r.PathValue("workout_id"))
	switch {
	case err != nil:
		return answer{}, err
	case was.Date == in.Date:
		return answer{}, errSameDay
	}
	if err := s.toCome(in.Date); err != nil {
		return answer{}, err
	}
	is := was
	is.Date = in.Date
	return ok(is), s.store.MoveWorkout(r.Context(), user, was, is)
}

func (s *Server) removeWorkout(r *http.Request, user string) (answer, error) {
	was, err := s.openWorkout(r.Context(), user, r.PathValue("workout_id"))
	if err != nil {
		return answer{}, err
	}
	return ok(was), s.store.RemoveWorkout(r.Context(), user, was)
}

func (s *Server) completeWorkout(r *http.Request, user string) (answer, error) {
	var in struct {
		Minutes *int     `json:"minutes"`
		KM      *float64 `json:"km"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	minutes, km, err := effort(in.Minutes, in.KM)
	if err != nil {
		return answer{}, err
	}
	was, err := s.openWorkout(r.Context(), user, r.PathValue("workout_id"))
	if err != nil {
		return answer{}, err
	}
	today, err := s.today()
	switch {
	case err != nil:
		return answer{}, err
	case was.Date > today:
		return answer{}, errFutureDay
	}
	if in.Minutes == nil && in.KM == nil {
		minutes, km = was.Minutes, was.KM // as it was planned
	}
	is, at := was, s.second()
	is.Status, is.DoneMinutes, is.DoneKM, is.Completed = Done, minutes, km, &at
	return ok(is), s.store.ReplaceWorkout(r.Context(), user, was, is)
}

// openWorkout gives a workout of the user's that is not completed.
func (s *Server) openWorkout(ctx context.Context, user, id string) (Workout, error) {
	owner, date, err := s.store.WorkoutOwner(ctx, id)
	switch {
	case err != nil:
		return Workout{}, err
	case owner != user:
		return Workout{}, errNotYourWorkout
	}
	w, err := s.store.Workout(ctx, user, date, id)
	if err == nil && w.Status == Done {
		err = errAlreadyCompleted
	}
	return w, err
}

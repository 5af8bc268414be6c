package api

import (
	"net/http"
	"slices"
	"time"
)

func (s *Server) listBookings(r *http.Request, user string) (answer, error) {
	all, err := s.store.Bookings(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	status, upcoming, now := r.URL.Query().Get("status"), r.URL.Query().Get("upcoming") == "true", s.now()
	found := slices.DeleteFunc(all, func(b Booking) bool {
		return status != "" && b.Status != status || upcoming && b.Start.Before(now)
	})
	slices.SortFunc(found, func(a, b Booking) int { return a.Start.Compare(b.Start) })
	return ok(map[string]any{"bookings": found, "total": len(found)}), nil
}

func (s *Server) bookSession(r *http.Request, user string) (answer, error) {
	var in struct {
		SessionID string `json:"session_id"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if !sessionID.MatchString(in.SessionID) {
		return answer{}, invalid("session_id is not the id of a session.")
	}
	id := s.idFor("bkg_", user, r)
	var booking Booking
	err := again(func() (err error) {
		booking, err = s.book(r, user, id, in.SessionID)
		return err
	})
	return answer{http.StatusCreated, booking}, err
}

func (s *Server) book(r *http.Request, user, id, sessionID string) (Booking, error) {
	ctx := r.Context()
	before, found, err := s.store.Booking(ctx, user, id)
	switch {
	case err != nil:
		return Booking{}, err
	case found && before.SessionID != sessionID:
		return Booking{}, errKeyReused
	case found:
		return before, nil
	}
	session, err := s.store.Session(ctx, sessionID)
	if err != nil {
		return Booking{}, err
	}
	if session.Start.Before(s.now()) {
		return Booking{}, errPast
	}
	b := Booking{
		ID: id, SessionID: session.ID, SessionName: session.Name, Coach: session.Coach, Place: session.Place,
		Start: session.Start, Status: Booked, Created: s.now().Truncate(time.Second),
	}
	return b, s.store.Book(ctx, user, b)
}

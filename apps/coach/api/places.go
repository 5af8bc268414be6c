package api

import (
	"context"
	"net/http"
)

// placeOperations registers what is done with a place once it is asked for: the
// booking itself, and the waiting list of a session without places.
func (s *Server) placeOperations(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/bookings/{booking_id}", s.user("getBooking", s.getBooking))
	mux.HandleFunc("PATCH /v1/bookings/{booking_id}", s.user("moveBooking", s.moveBooking))
	mux.HandleFunc("DELETE /v1/bookings/{booking_id}", s.user("cancelBooking", s.cancelBooking))
	mux.HandleFunc("GET /v1/waitlist", s.user("listWaitlist", s.listWaitlist))
	mux.HandleFunc("POST /v1/waitlist", s.user("joinWaitlist", s.joinWaitlist))
	mux.HandleFunc("DELETE /v1/waitlist/{session_id}", s.user("leaveWaitlist", s.leaveWaitlist))
}

func (s *Server) getBooking(r *http.Request, user string) (answer, error) {
	b, err := s.ownBooking(r.Context(), user, r.PathValue("booking_id"))
	return ok(b), err
}

// ownBooking gives a booking if it is the user's.
func (s *Server) ownBooking(ctx context.Context, user, id string) (Booking, error) {
	owner, err := s.store.Owner(ctx, id)
	switch {
	case err != nil:
		return Booking{}, err
	case owner != user:
		return Booking{}, errNotYours
	}
	b, found, err := s.store.Booking(ctx, user, id)
	if err == nil && !found {
		err = errNoBooking
	}
	return b, err
}

// openBooking gives a booking of the user's that can still be changed.
func (s *Server) openBooking(ctx context.Context, user, id string) (Booking, error) {
	b, err := s.ownBooking(ctx, user, id)
	switch {
	case err != nil:
		return b, err
	case b.Status == Cancelled:
		return b, errAlreadyCancelled
	case b.Start.Before(s.now()):
		return b, errPast
	}
	return b, nil
}

func (s *Server) cancelBooking(r *http.Request, user string) (answer, error) {
	var b Booking
	err := again(func() (err error) {
		if b, err = s.openBooking(r.Context(), user, r.PathValue("booking_id")); err != nil {
			return err
		}
		b.Status = Cancelled
		return s.store.Cancel(r.Context(), user, b, s.now())
	})
	return ok(b), err
}

func (s *Server) moveBooking(r *http.Request, user string) (answer, error) {
	var in struct {
		SessionID string `json:"session_id"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if !sessionID.MatchString(in.SessionID) {
		return answer{}, invalid("session_id is not the id of a session.")
	}
	var b Booking
	err := again(func() (err error) {
		b, err = s.move(r.Context(), user, r.PathValue("booking_id"), in.SessionID)
		return err
	})
	return ok(b), err
}

func (s *Server) move(ctx context.Context, user, id, sessionID string) (Booking, error) {
	from, err := s.openBooking(ctx, user, id)
	if err != nil {
		return Booking{}, err
	}
	old, err := s.store.Session(ctx, from.SessionID)
	if err != nil {
		return Booking{}, err
	}
	session, err := s.store.Session(ctx, sessionID)
	switch {
	case err != nil:
		return Booking{}, err
	case session.ID == old.ID:
		return Booking{}, errSameSession
	case session.Activity != old.Activity:
		return Booking{}, errOtherActivity
	case session.Start.Before(s.now()):
		return Booking{}, errPast
	}
	to := from
	to.SessionID, to.SessionName, to.Coach, to.Place, to.Start = session.ID, session.Name, session.Coach, session.Place, session.Start
	return to, s.store.Move(ctx, user, from, to, s.now())
}

package api

import (
	"context"
	"net/http"
	"slices"
	"time"
)

func (s *Server) listWaitlist(r *http.Request, user string) (answer, error) {
	ctx := r.Context()
	all, err := s.store.WaitingOf(ctx, user)
	if err != nil {
		return answer{}, err
	}
	now := s.now()
	found := slices.DeleteFunc(all, func(w Waiting) bool { return w.Status != IsWaiting || w.Start.Before(now) })
	for i := range found {
		if found[i].Position, err = s.store.Position(ctx, found[i]); err != nil {
			return answer{}, err
		}
	}
	slices.SortFunc(found, func(a, b Waiting) int { return a.Start.Compare(b.Start) })
	return ok(map[string]any{"waiting": found, "total": len(found)}), nil
}

func (s *Server) joinWaitlist(r *http.Request, user string) (answer, error) {
	var in struct {
		SessionID string `json:"session_id"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if !sessionID.MatchString(in.SessionID) {
		return answer{}, invalid("session_id is not the id of a session.")
	}
	id := s.idFor(waitingPrefix, user, r)
	var w Waiting
	err := again(func() (err error) {
		w, err = s.wait(r.Context(), user, id, in.SessionID)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	w.Position, err = s.store.Position(r.Context(), w)
	return answer{http.StatusCreated, w}, err
}

func (s *Server) wait(ctx context.Context, user, id, sessionID string) (Waiting, error) {
	before, found, err := s.store.Waiting(ctx, user, id)
	switch {
	case err != nil:
		return Waiting{}, err
	case found && before.SessionID != sessionID:
		return Waiting{}, errKeyReused
	case found:
		return before, nil
	}
	session, err := s.store.Session(ctx, sessionID)
	if err != nil {
		return Waiting{}, err
	}
	if session.Start.Before(s.now()) {
		return Waiting{}, errPast
	}
	w := Waiting{
		ID: id, SessionID: session.ID, SessionName: session.Name, Coach: session.Coach, Place: session.Place,
		Start: session.Start, Status: IsWaiting, Created: s.now().Truncate(time.Second),
	}
	return s.store.Wait(ctx, user, w)
}

func (s *Server) leaveWaitlist(r *http.Request, user string) (answer, error) {
	ctx, session := r.Context(), r.PathValue("session_id")
	if _, err := s.store.Session(ctx, session); err != nil {
		return answer{}, err
	}
	var w Waiting
	err := again(func() (err error) {
		if w, err = s.store.WaitingFor(ctx, user, session); err != nil {
			return err
		}
		w.Status = Left
		return s.store.Leave(ctx, user, w)
	})
	return ok(w), err
}

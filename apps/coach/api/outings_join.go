package api

import (
	"context"
	"net/http"
)

func (s *Server) inviteToOuting(r *http.Request, user string) (answer, error) {
	var in struct {
		PersonIDs []string `json:"person_ids"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if len(in.PersonIDs) == 0 {
		return answer{}, errInviteesMissing
	}
	cause := s.idFor("inv_", user, r)
	return s.repeated(r, user, func(ctx context.Context, id string) error {
		return s.invite(ctx, user, id, cause, in.PersonIDs)
	})
}

func (s *Server) joinOuting(r *http.Request, user string) (answer, error) {
	cause := s.idFor("joi_", user, r)
	return s.repeated(r, user, func(ctx context.Context, id string) error { return s.join(ctx, user, id, cause) })
}

func (s *Server) leaveOuting(r *http.Request, user string) (answer, error) {
	return s.repeated(r, user, func(ctx context.Context, id string) error { return s.leave(ctx, user, id) })
}

// repeated runs an operation on the outing of a request until it meets no other,
// and answers with the outing as it then is.
func (s *Server) repeated(r *http.Request, user string, op func(ctx context.Context, id string) error) (answer, error) {
	ctx, id := r.Context(), r.PathValue("outing_id")
	if err := again(func() error { return op(ctx, id) }); err != nil {
		return answer{}, err
	}
	o, err := s.outingFor(ctx, user, id)
	return ok(o), err
}

func (s *Server) invite(ctx context.Context, user, id, cause string, people []string) error {
	o, err := s.hostedOuting(ctx, user, id)
	if err != nil {
		return err
	}
	if causedAll(o, people, cause) {
		return nil // the same request, sent again
	}
	guests, err := s.invitees(ctx, user, people)
	if err != nil {
		return err
	}
	for i := range guests {
		guests[i].cause = cause
		switch g, is := o.guest(guests[i].ID); {
		case is && g.Role == Invited:
			return errAlreadyInvited(g)
		case is:
			return errHasJoined(g)
		}
	}
	return s.store.Invite(ctx, o, guests)
}

// causedAll reports whether all these members have their part by one request.
func causedAll(o Outing, people []string, cause string) bool {
	for _, id := range people {
		if g, is := o.guest(id); !is || g.cause != cause {
			return false
		}
	}
	return true
}

func (s *Server) join(ctx context.Context, user, id, cause string) error {
	o, err := s.openOuting(ctx, user, id)
	switch {
	case err != nil:
		return err
	case o.Role == Going && causedAll(o, []string{user}, cause):
		return nil // the same request, sent again
	case o.Role == Going || o.Role == Host:
		return errAlreadyJoined
	}
	person, err := s.store.Person(ctx, user, user)
	if err != nil {
		return err
	}
	return s.store.JoinOuting(ctx, o, Guest{ID: user, Name: person.Name, Role: Going, cause: cause})
}

func (s *Server) leave(ctx context.Context, user, id string) error {
	o, err := s.openOuting(ctx, user, id)
	switch {
	case err != nil:
		return err
	case o.Role == Host:
		return errHostCannotLeave
	case o.Role != Going:
		return errNotJoined
	}
	return s.store.LeaveOuting(ctx, id, user)
}

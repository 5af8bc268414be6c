package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (s *Server) getOuting(r *http.Request, user string) (answer, error) {
	o, err := s.seenOuting(r.Context(), user, r.PathValue("outing_id"))
	return ok(o), err
}

// seenOuting gives an outing as the user sees it, who has a part in it or whose
// friend hosts it.
func (s *Server) seenOuting(ctx context.Context, user, id string) (Outing, error) {
	o, err := s.outingFor(ctx, user, id)
	if err == nil && o.Role == NoPart {
		err = errNotInvited
	}
	return o, err
}

// outingFor gives an outing, and how the user stands to it.
func (s *Server) outingFor(ctx context.Context, user, id string) (Outing, error) {
	o, found, err := s.store.Outing(ctx, id)
	switch {
	case err != nil:
		return o, err
	case !found:
		return o, errNoOuting
	}
	if guest, takesPart := o.guest(user); takesPart {
		o.Role = guest.Role
		return o, nil
	}
	o.Role = NoPart
	friends, err := s.store.AreFriends(ctx, o.HostID, user)
	if friends {
		o.Role = Open
	}
	return o, err
}

// openOuting gives an outing that can still be changed.
func (s *Server) openOuting(ctx context.Context, user, id string) (Outing, error) {
	o, err := s.seenOuting(ctx, user, id)
	if err != nil {
		return o, err
	}
	return o, s.checkOpen(o)
}

// hostedOuting gives an outing that the user hosts and that can still be
// changed.
func (s *Server) hostedOuting(ctx context.Context, user, id string) (Outing, error) {
	o, err := s.seenOuting(ctx, user, id)
	switch {
	case err != nil:
		return o, err
	case o.Role != Host:
		return o, errNotHost
	}
	return o, s.checkOpen(o)
}

func (s *Server) checkOpen(o Outing) error {
	switch {
	case o.Status == Cancelled:
		return errOutingCancelled
	case o.Start.Before(s.now()):
		return errOutingPast
	}
	return nil
}

func (s *Server) listOutings(r *http.Request, user string) (answer, error) {
	ctx, role := r.Context(), r.URL.Query().Get("role")
	if role != "" && !slices.Contains([]string{Host, Going, Invited, Open}, role) {
		return answer{}, errUnknownRole
	}
	ids, err := s.outingIDs(ctx, user, role)
	if err != nil {
		return answer{}, err
	}
	upcoming, found := r.URL.Query().Get("upcoming") == "true", []Outing{}
	for _, id := range ids {
		o, err := s.outingFor(ctx, user, id)
		if err != nil {
			return answer{}, err
		}
		over := o.Status == Cancelled || o.Start.Before(s.now())
		if (role == "" || o.Role == role) && !(upcoming && over) {
			found = append(found, o)
		}
	}
	slices.SortFunc(found, func(a, b Outing) int {
		return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.ID, b.ID))
	})
	return ok(map[string]any{"outings": found, "total": len(found)}), nil
}

// outingIDs gives the outings that the user may have that role in: the user's
// own, or, open to them, those of friends.
func (s *Server) outingIDs(ctx context.Context, user, role string) ([]string, error) {
	if role != Open {
		return s.store.OutingIDs(ctx, user, role)
	}
	friends, err := s.store.Friends(ctx, user)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, friend := range friends {
		theirs, err := s.store.OutingIDs(ctx, friend, Host)
		if err != nil {
			return nil, err
		}
		ids = append(ids, theirs...)
	}
	return ids, nil
}

// changes are what a host can change of an outing.
type changes struct {
	Name         *string    `json:"name"`
	Start        *time.Time `json:"start"`
	MeetingPoint *string    `json:"meeting_point"`
}

func (c changes) apply(o *Outing) error {
	if c.Name == nil && c.Start == nil && c.MeetingPoint == nil {
		return errNothingToChange
	}
	if c.Name != nil {
		o.Name = strings.TrimSpace(*c.Name)
	}
	if c.Start != nil {
		o.Start = *c.Start
	}
	if c.MeetingPoint != nil {
		o.MeetingPoint = strings.TrimSpace(*c.MeetingPoint)
	}
	return nil
}

func (s *Server) changeOuting(r *http.Request, user string) (answer, error) {
	var in changes
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	return s.rewrite(r, user, func(o *Outing) error {
		if err := in.apply(o); err != nil {
			return err
		}
		return s.checkOuting(o)
	})
}

func (s *Server) cancelOuting(r *http.Request, user string) (answer, error) {
	return s.rewrite(r, user, func(o *Outing) error {
		o.Status = Cancelled
		return nil
	})
}

// rewrite changes an outing for its host.
func (s *Server) rewrite(r *http.Request, user string, change func(*Outing) error) (answer, error) {
	var o Outing
	err := again(func() (err error) {
		if o, err = s.hostedOuting(r.Context(), user, r.PathValue("outing_id")); err != nil {
			return err
		}
		if err := change(&o); err != nil {
			return err
		}
		return s.store.RewriteOuting(r.Context(), o)
	})
	return ok(o), err
}

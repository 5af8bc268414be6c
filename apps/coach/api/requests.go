package api

import (
	"context"
	"net/http"
	"slices"
	"time"
)

func (s *Server) listFriendRequests(r *http.Request, user string) (answer, error) {
	direction := r.URL.Query().Get("direction")
	if direction != "" && direction != Received && direction != Sent {
		return answer{}, errUnknownDirection
	}
	people, err := s.store.People(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	names := map[string]string{}
	for _, p := range people {
		names[p.ID] = p.Name
	}
	pending, err := s.store.PendingRequests(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	found := []FriendRequest{}
	for _, q := range pending {
		seen := q.seen(user, names[q.other(user)])
		if direction == "" || seen.Status == direction {
			found = append(found, seen)
		}
	}
	slices.SortFunc(found, func(a, b FriendRequest) int { return a.Created.Compare(b.Created) })
	return ok(map[string]any{"requests": found, "total": len(found)}), nil
}

func (s *Server) sendFriendRequest(r *http.Request, user string) (answer, error) {
	var in struct {
		PersonID string `json:"person_id"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if in.PersonID == user {
		return answer{}, errYourself
	}
	id := s.idFor("frq_", user, r)
	var sent FriendRequest
	err := again(func() (err error) {
		sent, err = s.request(r.Context(), user, id, in.PersonID)
		return err
	})
	return answer{http.StatusCreated, sent}, err
}

func (s *Server) request(ctx context.Context, user, id, other string) (FriendRequest, error) {
	person, err := s.store.Person(ctx, user, other)
	if err != nil {
		return FriendRequest{}, err
	}
	before, found, err := s.store.FriendRequest(ctx, id) // after the relation, which it may have made
	switch {
	case err != nil:
		return FriendRequest{}, err
	case found && before.to != other:
		return FriendRequest{}, errKeyOfAnother
	case found:
		return before.seen(user, person.Name), nil
	case person.Relation == Friends:
		return FriendRequest{}, errFriends
	case person.Relation != NoRelation:
		return FriendRequest{}, errPending
	}
	q := request{id: id, from: user, to: other, status: Pending, created: s.now().Truncate(time.Second)}
	return q.seen(user, person.Name), s.store.Request(ctx, q)
}

func (s *Server) acceptFriendRequest(r *http.Request, user string) (answer, error) {
	return s.respond(r, user, Accepted)
}

func (s *Server) declineFriendRequest(r *http.Request, user string) (answer, error) {
	return s.respond(r, user, Declined)
}

// respond answers a request that the user got, once.
func (s *Server) respond(r *http.Request, user, status string) (answer, error) {
	var seen FriendRequest
	err := again(func() error {
		q, err := s.openRequest(r.Context(), user, r.PathValue("request_id"))
		if err != nil {
			return err
		}
		person, err := s.store.Person(r.Context(), user, q.from)
		if err != nil {
			return err
		}
		q.status = status
		seen = q.seen(user, person.Name)
		return s.store.Answer(r.Context(), q)
	})
	return ok(seen), err
}

// openRequest gives a request that the user got and has not answered yet.
func (s *Server) openRequest(ctx context.Context, user, id string) (request, error) {
	q, found, err := s.store.FriendRequest(ctx, id)
	switch {
	case err != nil:
		return q, err
	case !found:
		return q, errNoRequest
	case q.from == user:
		return q, errOwnRequest
	case q.to != user:
		return q, errOthersRequest
	case q.status == Accepted:
		return q, errAlreadyAccepted
	case q.status == Declined:
		return q, errAlreadyDeclined
	}
	return q, nil
}

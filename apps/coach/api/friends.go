package api

import (
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

func (s *Server) findFriends(r *http.Request, user string) (answer, error) {
	q := strings.ToLower(strings.TrimSpace(r.URL.Query().Get("q")))
	if utf8.RuneCountInString(q) < 2 {
		return answer{}, invalid("q needs at least two letters of a name.")
	}
	return s.people(r, user, func(p Person) bool { return strings.Contains(strings.ToLower(p.Name), q) })
}

func (s *Server) listFriends(r *http.Request, user string) (answer, error) {
	return s.people(r, user, func(p Person) bool { return p.Relation != NoRelation })
}

// people lists the members that fit, as they stand to the user.
func (s *Server) people(r *http.Request, user string, fits func(Person) bool) (answer, error) {
	all, err := s.store.People(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	found := slices.DeleteFunc(all, func(p Person) bool { return p.ID == user || !fits(p) })
	slices.SortFunc(found, func(a, b Person) int { return strings.Compare(a.Name, b.Name) })
	return ok(map[string]any{"people": found, "total": len(found)}), nil
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
	people, err := s.store.People(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	at := slices.IndexFunc(people, func(p Person) bool { return p.ID == in.PersonID })
	switch {
	case at < 0:
		return answer{}, errNoPerson
	case people[at].Relation == Friends:
		return answer{}, errFriends
	case people[at].Relation != NoRelation:
		return answer{}, errPending
	}
	request := FriendRequest{ID: "frq_" + user + "_" + in.PersonID, PersonID: in.PersonID, PersonName: people[at].Name, Status: "sent", Created: s.now().Truncate(time.Second)}
	return answer{http.StatusCreated, request}, s.store.Request(r.Context(), user, in.PersonID)
}

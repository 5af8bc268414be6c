package api

import (
	"net/http"
	"slices"
	"strings"
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

func (s *Server) removeFriend(r *http.Request, user string) (answer, error) {
	ctx, other := r.Context(), r.PathValue("person_id")
	person, err := s.store.Person(ctx, user, other)
	switch {
	case err != nil:
		return answer{}, err
	case person.Relation != Friends:
		return answer{}, errNotFriends
	}
	person.Relation = NoRelation
	return ok(person), again(func() error { return s.store.Unfriend(ctx, user, other) })
}

package api

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// sessionActivities are what sessions and their coaches are of.
var sessionActivities = []string{"yoga", "spinning", "pilates", "boxing", "swimming", "running", "strength"}

// languageCode is a language of ISO 639-1.
var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

func (s *Server) getCoach(r *http.Request) (answer, error) {
	coach, err := s.store.Coach(r.Context(), r.PathValue("coach_id"))
	return ok(coach), err
}

func (s *Server) searchCoaches(r *http.Request) (answer, error) {
	q := r.URL.Query()
	activity, language := q.Get("activity"), q.Get("language")
	if err := orNone("activity", activity, sessionActivities); err != nil {
		return answer{}, err
	}
	if language != "" && !languageCode.MatchString(language) {
		return answer{}, invalid("language is a code of two letters, such as de.")
	}
	all, err := s.store.Coaches(r.Context())
	if err != nil {
		return answer{}, err
	}
	found := slices.DeleteFunc(all, func(c Coach) bool {
		return activity != "" && !slices.Contains(c.Activities, activity) ||
			language != "" && !slices.Contains(c.Languages, language) ||
			!holdsWords(q.Get("q"), c.Name, c.Headline, c.Town, strings.Join(c.Activities, " "), strings.Join(c.Specialties, " "))
	})
	slices.SortFunc(found, func(a, b Coach) int { return strings.Compare(a.Name, b.Name) })
	return ok(map[string]any{"coaches": found, "total": len(found)}), nil
}

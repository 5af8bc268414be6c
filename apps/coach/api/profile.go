package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// profileFacts are what a profile can hold, and what makes a value of each valid.
var profileFacts = map[string]func(value string) error{
	"goal":               free,
	"injury":             free,
	"resting_heart_rate": within("resting_heart_rate is in beats a minute", 25, 150),
	"weekly_hours":       within("weekly_hours is how many hours a week are for training", 0.5, 40),
	"units":              func(v string) error { return oneOf("units", v, []string{"metric", "imperial"}) },
}

// maxValue is the longest value of a fact, in characters.
const maxValue = 200

func free(value string) error {
	if utf8.RuneCountInString(value) > maxValue {
		return invalid(fmt.Sprintf("value has from 1 to %d characters.", maxValue))
	}
	return nil
}

func within(what string, least, most float64) func(string) error {
	return func(value string) error {
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || !(v >= least && v <= most) {
			return invalid(fmt.Sprintf("%s, a number from %v to %v.", what, least, most))
		}
		return nil
	}
}

func (s *Server) getProfile(r *http.Request, user string) (answer, error) {
	facts, err := s.store.Facts(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	slices.SortFunc(facts, func(a, b Fact) int { return strings.Compare(a.Key, b.Key) })
	return ok(map[string]any{"facts": facts, "total": len(facts)}), nil
}

func (s *Server) setProfileFact(r *http.Request, user string) (answer, error) {
	var in struct {
		Value string `json:"value"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	key, value := r.PathValue("key"), strings.TrimSpace(in.Value)
	check, known := profileFacts[key]
	switch {
	case !known:
		return answer{}, oneOf("key", key, slices.Sorted(maps.Keys(profileFacts)))
	case value == "":
		return answer{}, invalid("value is empty.")
	}
	if err := check(value); err != nil {
		return answer{}, err
	}
	fact := Fact{Key: key, Value: value, Updated: s.second()}
	return ok(fact), s.store.SetFact(r.Context(), user, fact)
}

func (s *Server) removeProfileFact(r *http.Request, user string) (answer, error) {
	fact, err := s.store.RemoveFact(r.Context(), user, r.PathValue("key"))
	return ok(fact), err
}

package api

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

var (
	routeActivities = []string{"run", "ride", "hike"}
	routeLevels     = []string{"easy", "moderate", "hard"}
)

// maxRouteKM bounds what can be asked for and created.
const maxRouteKM = 1000

// catalogueOperations are what everybody may read beside the sessions.
func (s *Server) catalogueOperations(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/sessions/{session_id}/places", s.public(s.getSessionPlaces))
	mux.HandleFunc("GET /v1/routes", s.public(s.searchRoutes))
	mux.HandleFunc("GET /v1/routes/{route_id}", s.public(s.getRoute))
	mux.HandleFunc("GET /v1/coaches", s.public(s.searchCoaches))
	mux.HandleFunc("GET /v1/coaches/{coach_id}", s.public(s.getCoach))
}

func (s *Server) getSessionPlaces(r *http.Request) (answer, error) {
	places, err := s.store.SessionPlaces(r.Context(), r.PathValue("session_id"))
	return ok(places), err
}

func (s *Server) getRoute(r *http.Request) (answer, error) {
	route, err := s.store.Route(r.Context(), r.PathValue("route_id"))
	return ok(route), err
}

func (s *Server) searchRoutes(r *http.Request) (answer, error) {
	search, err := parseRouteSearch(r.URL.Query())
	if err != nil {
		return answer{}, err
	}
	all, err := s.store.Routes(r.Context())
	if err != nil {
		return answer{}, err
	}
	found := search.pick(all)
	return ok(map[string]any{"routes": found[:min(search.limit, len(found))], "total": len(found)}), nil
}

// routeSearch is what a search for routes asks for; all of it must fit.
type routeSearch struct {
	q, activity, level string
	minKM, maxKM       float64
	around             around
	limit              int
}

func parseRouteSearch(q url.Values) (routeSearch, error) {
	search := routeSearch{q: q.Get("q"), activity: q.Get("activity"), level: q.Get("level"), maxKM: maxRouteKM}
	var errs [6]error
	errs[0] = orNone("activity", search.activity, routeActivities)
	errs[1] = orNone("level", search.level, routeLevels)
	search.around, errs[2] = readAround(q)
	search.limit, errs[3] = limit(q, 10, 50)
	search.minKM, _, errs[4] = amount(q, "min_km", 0, maxRouteKM)
	if km, given, err := amount(q, "max_km", 0, maxRouteKM); given {
		search.maxKM = km
	} else {
		errs[5] = err
	}
	for _, err := range errs {
		if err != nil {
			return search, err
		}
	}
	if search.minKM > search.maxKM {
		return search, invalid("min_km is more than max_km.")
	}
	return search, nil
}

// pick keeps the routes that fit, the nearest first where it is known from where.
func (search routeSearch) pick(all []Route) []Route {
	found := []Route{}
	for _, route := range all {
		if search.around.known {
			away := rounded(search.around.km(route.Start.Point))
			route.AwayKM = &away
		}
		if search.fits(route) {
			found = append(found, route)
		}
	}
	slices.SortFunc(found, func(a, b Route) int {
		if search.around.known {
			return cmp.Or(cmp.Compare(*a.AwayKM, *b.AwayKM), strings.Compare(a.ID, b.ID))
		}
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return found
}

func (search routeSearch) fits(r Route) bool {
	return (search.activity == "" || r.Activity == search.activity) &&
		(search.level == "" || r.Level == search.level) &&
		r.KM >= search.minKM && r.KM <= search.maxKM &&
		(!search.around.limited || *r.AwayKM <= search.around.radius) &&
		holdsWords(search.q, r.Name, r.Activity, r.Town, r.Start.Name, r.End.Name, r.Summary, strings.Join(r.Tags, " "))
}

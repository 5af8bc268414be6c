package api

import (
	"cmp"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var sessionID = regexp.MustCompile(`^ses_[a-z0-9_]{1,40}$`)

func (s *Server) getSession(r *http.Request) (answer, error) {
	session, err := s.store.Session(r.Context(), r.PathValue("session_id"))
	return ok(session), err
}

func (s *Server) searchSessions(r *http.Request) (answer, error) {
	fits, err := parseSearch(r.URL.Query(), s.now())
	if err != nil {
		return answer{}, err
	}
	all, err := s.store.Sessions(r.Context())
	if err != nil {
		return answer{}, err
	}
	found := slices.DeleteFunc(all, func(session Session) bool { return !fits(session) })
	slices.SortFunc(found, func(a, b Session) int {
		return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.ID, b.ID))
	})
	return ok(map[string]any{"sessions": found, "total": len(found)}), nil
}

// filter reports whether a session fits.
type filter func(Session) bool

// parseSearch reads the filters of a search; all must fit.
func parseSearch(q url.Values, now time.Time) (filter, error) {
	filters := []filter{matching(q.Get("q"))}
	if v := q.Get("activity"); v != "" {
		filters = append(filters, func(s Session) bool { return s.Activity == v })
	}
	if v := strings.ToLower(q.Get("coach")); v != "" {
		filters = append(filters, func(s Session) bool { return strings.Contains(strings.ToLower(s.Coach), v) })
	}
	if q.Get("only_free") == "true" {
		filters = append(filters, func(s Session) bool { return s.PlacesLeft > 0 })
	}
	for _, read := range []func(url.Values, time.Time) (filter, error){days, near} {
		f, err := read(q, now)
		if err != nil {
			return nil, err
		}
		filters = append(filters, f)
	}
	return func(s Session) bool {
		for _, f := range filters {
			if !f(s) {
				return false
			}
		}
		return true
	}, nil
}

// matching asks that every word stands in the session's own words.
func matching(q string) filter {
	words := strings.Fields(strings.ToLower(q))
	return func(s Session) bool {
		text := strings.ToLower(s.Name + " " + s.Activity + " " + s.Place + " " + s.Coach)
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	}
}

// days reads from and to, as days where the session takes place.
func days(q url.Values, now time.Time) (filter, error) {
	from, to := q.Get("from"), q.Get("to")
	for _, v := range []string{from, to} {
		if _, err := time.Parse(time.DateOnly, v); v != "" && err != nil {
			return nil, invalid("from and to are days, such as 2026-12-05.")
		}
	}
	return func(s Session) bool {
		day := s.Start.Format(time.DateOnly)
		if from == "" && s.Start.Before(now) {
			return false
		}
		return day >= from && (to == "" || day <= to)
	}, nil
}

// near reads the place to search around; it is used only with a radius.
func near(q url.Values, _ time.Time) (filter, error) {
	if q.Get("radius_km") == "" {
		return func(Session) bool { return true }, nil
	}
	var n [3]float64
	for i, name := range []string{"lat", "lon", "radius_km"} {
		v, err := strconv.ParseFloat(q.Get(name), 64)
		if err != nil {
			return nil, invalid("radius_km needs lat and lon; all three are numbers.")
		}
		n[i] = v
	}
	return func(s Session) bool { return distanceKM(n[0], n[1], s.Lat, s.Lon) <= n[2] }, nil
}

// distanceKM is the great-circle distance (haversine, mean earth radius 6371 km).
func distanceKM(lat1, lon1, lat2, lon2 float64) float64 {
	rad := func(deg float64) float64 { return deg * math.Pi / 180 }
	sin2 := func(x float64) float64 { return math.Pow(math.Sin(x/2), 2) }
	h := sin2(rad(lat2-lat1)) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*sin2(rad(lon2-lon1))
	return 2 * 6371 * math.Asin(math.Sqrt(h))
}

package api

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var routeID = regexp.MustCompile(`^rte_[a-z0-9_]{1,40}$`)

func (s *Server) listMyRoutes(r *http.Request, user string) (answer, error) {
	source, activity := r.URL.Query().Get("source"), r.URL.Query().Get("activity")
	if err := orNone("source", source, []string{OwnRoute, SavedRoute}); err != nil {
		return answer{}, err
	}
	if err := orNone("activity", activity, routeActivities); err != nil {
		return answer{}, err
	}
	all, err := s.store.MyRoutes(r.Context(), user)
	if err != nil {
		return answer{}, err
	}
	found := slices.DeleteFunc(all, func(m MyRoute) bool {
		return source != "" && m.Source != source || activity != "" && m.Activity != activity
	})
	slices.SortFunc(found, func(a, b MyRoute) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	return ok(map[string]any{"routes": found, "total": len(found)}), nil
}

// newRoute is what createRoute takes.
type newRoute struct {
	Name      string     `json:"name"`
	Activity  string     `json:"activity"`
	Waypoints []waypoint `json:"waypoints"`
}

// waypoint tells a missing coordinate from the equator's.
type waypoint struct {
	Lat *float64 `json:"lat"`
	Lon *float64 `json:"lon"`
}

// The least and most waypoints of a route, and its least length in kilometres.
const (
	minWaypoints = 2
	maxWaypoints = 50
	minRouteKM   = 0.1
)

func (s *Server) createRoute(r *http.Request, user string) (answer, error) {
	var in newRoute
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	route, err := in.route()
	if err != nil {
		return answer{}, err
	}
	asked, err := s.asked(r, user, "createRoute", in)
	if err != nil {
		return answer{}, err
	}
	return once(s, r, asked, func() (MyRoute, error) {
		route.ID, route.Created = s.recordID("rte_"), s.second()
		return route, s.store.AddRoute(r.Context(), asked, route)
	})
}

// route checks what was sent, and calculates the rest.
func (in newRoute) route() (MyRoute, error) {
	name, err := routeName(in.Name)
	if err != nil {
		return MyRoute{}, err
	}
	if err := oneOf("activity", in.Activity, routeActivities); err != nil {
		return MyRoute{}, err
	}
	points, err := in.points()
	if err != nil {
		return MyRoute{}, err
	}
	km := rounded(lengthKM(points))
	if km < minRouteKM || km > maxRouteKM {
		return MyRoute{}, invalid(fmt.Sprintf("The route would be %v km long; it must be from %v to %v km.", km, minRouteKM, maxRouteKM))
	}
	return MyRoute{
		Name: name, Activity: in.Activity, Source: OwnRoute, KM: km, Minutes: estimateMinutes(in.Activity, km),
		Start: points[0], Polyline: polyline(points), Waypoints: points, Bounds: boundsOf(points),
	}, nil
}

func (in newRoute) points() ([]Point, error) {
	if len(in.Waypoints) < minWaypoints || len(in.Waypoints) > maxWaypoints {
		return nil, invalid(fmt.Sprintf("waypoints are from %d to %d.", minWaypoints, maxWaypoints))
	}
	points := make([]Point, len(in.Waypoints))
	for i, w := range in.Waypoints {
		if w.Lat == nil || w.Lon == nil || *w.Lat < -90 || *w.Lat > 90 || *w.Lon < -180 || *w.Lon > 180 {
			return nil, invalid("Each waypoint has lat from -90 to 90 and lon from -180 to 180, in degrees.")
		}
		points[i] = Point{*w.Lat, *w.Lon}
	}
	return points, nil
}

// maxName is the longest name of a route or an outing, in characters.
const maxName = 80

func routeName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > maxName {
		return "", invalid(fmt.Sprintf("name has from 1 to %d characters.", maxName))
	}
	return name, nil
}

func (s *Server) saveRoute(r *http.Request, user string) (answer, error) {
	var in struct {
		RouteID string `json:"route_id"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	if !routeID.MatchString(in.RouteID) {
		return answer{}, invalid("route_id is not the id of a route.")
	}
	asked, err := s.asked(r, user, "saveRoute", in)
	if err != nil {
		return answer{}, err
	}
	return once(s, r, asked, func() (MyRoute, error) {
		public, err := s.store.Route(r.Context(), in.RouteID)
		if err != nil {
			return MyRoute{}, err
		}
		saved := public.saved()
		saved.Created = s.second()
		return saved, s.store.AddRoute(r.Context(), asked, saved)
	})
}

// saved is a public route as it stands in a member's list.
func (r Route) saved() MyRoute {
	return MyRoute{
		ID: r.ID, Name: r.Name, Activity: r.Activity, Source: SavedRoute, KM: r.KM, Minutes: r.Minutes, Level: r.Level, Town: r.Town,
		Image: r.Image, Start: r.Start.Point, Polyline: r.Polyline, Waypoints: r.Waypoints, Bounds: r.Bounds,
	}
}

func (s *Server) renameRoute(r *http.Request, user string) (answer, error) {
	var in struct {
		Name string `json:"name"`
	}
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	name, err := routeName(in.Name)
	if err != nil {
		return answer{}, err
	}
	was, err := s.myRoute(r.Context(), user, r.PathValue("route_id"))
	if err != nil {
		return answer{}, err
	}
	is := was
	is.Name = name
	return ok(is), s.store.ReplaceRoute(r.Context(), user, was, is)
}

func (s *Server) deleteRoute(r *http.Request, user string) (answer, error) {
	was, err := s.myRoute(r.Context(), user, r.PathValue("route_id"))
	if err != nil {
		return answer{}, err
	}
	return ok(was), s.store.DeleteRoute(r.Context(), user, was)
}

// myRoute gives a route of the user's list, or says whose it is.
func (s *Server) myRoute(ctx context.Context, user, id string) (MyRoute, error) {
	route, found, err := s.store.MyRoute(ctx, user, id)
	if found || err != nil {
		return route, err
	}
	owner, err := s.store.RouteOwner(ctx, id)
	switch {
	case err != nil:
		return MyRoute{}, err
	case owner != "" && owner != user:
		return MyRoute{}, errNotYourRoute
	}
	return MyRoute{}, errNotInList
}

package api

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// amount reads a number of a query within its limits; given is false where the
// query does not have it.
func amount(q url.Values, name string, least, most float64) (v float64, given bool, err error) {
	if q.Get(name) == "" {
		return 0, false, nil
	}
	v, err = strconv.ParseFloat(q.Get(name), 64)
	if err != nil || !(v >= least && v <= most) { // so written, it refuses NaN too
		return 0, false, invalid(fmt.Sprintf("%s is a number from %v to %v.", name, least, most))
	}
	return v, true, nil
}

// limit reads how many records a search gives at most.
func limit(q url.Values, usual, most int) (int, error) {
	if q.Get("limit") == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(q.Get("limit"))
	if err != nil || n < 1 || n > most {
		return 0, invalid(fmt.Sprintf("limit is a whole number from 1 to %d.", most))
	}
	return n, nil
}

// orNone checks a value that may be left out.
func orNone(name, v string, values []string) error {
	if v == "" {
		return nil
	}
	return oneOf(name, v, values)
}

func oneOf(name, v string, values []string) error {
	if !slices.Contains(values, v) {
		return invalid(fmt.Sprintf("%s is one of %s.", name, strings.Join(values, ", ")))
	}
	return nil
}

// holdsWords reports whether every word of q stands in one of the texts.
func holdsWords(q string, texts ...string) bool {
	all := strings.ToLower(strings.Join(texts, " "))
	for _, word := range strings.Fields(strings.ToLower(q)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}

// readAround reads lat and lon, which stand together, and the radius around them.
func readAround(q url.Values) (around, error) {
	var a around
	lat, hasLat, err := amount(q, "lat", -90, 90)
	if err != nil {
		return a, err
	}
	lon, hasLon, err := amount(q, "lon", -180, 180)
	if err != nil {
		return a, err
	}
	radius, hasRadius, err := amount(q, "radius_km", 0.1, 100)
	if err != nil {
		return a, err
	}
	if hasLat != hasLon || hasRadius && !hasLat {
		return a, invalid("lat and lon go together, and radius_km needs both.")
	}
	return around{center: Point{lat, lon}, known: hasLat, radius: radius, limited: hasRadius}, nil
}

// around is where a search looks.
type around struct {
	center         Point
	known, limited bool
	radius         float64 // km
}

// km is how far a point is from there.
func (a around) km(p Point) float64 { return distanceKM(a.center.Lat, a.center.Lon, p.Lat, p.Lon) }

package api

import (
	"math"
	"strings"
)

// Point is a place on earth, in degrees (WGS 84).
type Point struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// Bounds is the box around a route, in degrees.
type Bounds struct {
	South float64 `json:"south"`
	West  float64 `json:"west"`
	North float64 `json:"north"`
	East  float64 `json:"east"`
}

// lengthKM is the length of the way through the points along great circles, in
// kilometres.
func lengthKM(points []Point) float64 {
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += distanceKM(points[i-1].Lat, points[i-1].Lon, points[i].Lat, points[i].Lon)
	}
	return sum
}

// rounded gives a value with two decimals: ten metres, for kilometres.
func rounded(v float64) float64 { return math.Round(v*100) / 100 }

// speeds are what an estimate goes by, in km/h on level ground: 6 minutes a
// kilometre for a run, a bicycle tour's 20, and the 4.2 km/h by which Swiss
// signposts count a walk.
var speeds = map[string]float64{"run": 10, "ride": 20, "hike": 4.2}

// estimateMinutes is how long a way of such a length takes, in whole minutes and
// at least one. Climbs are not counted.
func estimateMinutes(activity string, km float64) int {
	return max(1, int(math.Round(km/speeds[activity]*60)))
}

func boundsOf(points []Point) Bounds {
	b := Bounds{South: 90, West: 180, North: -90, East: -180}
	for _, p := range points {
		b.South, b.North = min(b.South, p.Lat), max(b.North, p.Lat)
		b.West, b.East = min(b.West, p.Lon), max(b.East, p.Lon)
	}
	return b
}

// polyline writes points as maps read them, with five decimals.
// https://developers.google.com/maps/documentation/utilities/polylinealgorithm
func polyline(points []Point) string {
	var out strings.Builder
	var lat, lon int
	for _, p := range points {
		nextLat, nextLon := int(math.Round(p.Lat*1e5)), int(math.Round(p.Lon*1e5))
		writeDelta(&out, nextLat-lat)
		writeDelta(&out, nextLon-lon)
		lat, lon = nextLat, nextLon
	}
	return out.String()
}

// writeDelta writes one number in chunks of five bits, the lowest first.
func writeDelta(out *strings.Builder, delta int) {
	v := delta << 1
	if delta < 0 {
		v = ^v
	}
	for v >= 0x20 {
		out.WriteByte(byte(0x20|v&0x1f) + 63)
		v >>= 5
	}
	out.WriteByte(byte(v) + 63)
}

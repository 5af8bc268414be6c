package api

import (
	"math"
	"testing"
)

// TestPolyline goes by the example of the algorithm's description.
func TestPolyline(t *testing.T) {
	points := []Point{{38.5, -120.2}, {40.7, -120.95}, {43.252, -126.453}}
	if got, want := polyline(points), "_p~iF~ps|U_ulLnnqC_mqNvxq`@"; got != want {
		t.Errorf("polyline = %q, want %q", got, want)
	}
}

func TestLengths(t *testing.T) {
	quarter := math.Pi / 2 * 6371
	cases := map[string]struct {
		points []Point
		want   float64
	}{
		"nowhere":             {nil, 0},
		"one place":           {[]Point{{47, 8}}, 0},
		"a quarter meridian":  {[]Point{{0, 8}, {90, 8}}, quarter},
		"there and back":      {[]Point{{0, 0}, {0, 90}, {0, 0}}, 2 * quarter},
		"across the dateline": {[]Point{{0, 179.5}, {0, -179.5}}, quarter / 90},
	}
	for name, c := range cases {
		if got := lengthKM(c.points); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: %v km, want %v", name, got, c.want)
		}
	}
}

func TestEstimates(t *testing.T) {
	for activity, want := range map[string]int{"run": 60, "ride": 30, "hike": 143} {
		if got := estimateMinutes(activity, 10); got != want {
			t.Errorf("10 km of %s take %d minutes, want %d", activity, got, want)
		}
	}
	if got := estimateMinutes("ride", 0.1); got != 1 {
		t.Errorf("a short way takes %d minutes", got)
	}
}

package api

import "time"

// Where a route of a member's list comes from.
const (
	OwnRoute   = "own"
	SavedRoute = "saved"
)

// MyRoute is a route in a member's list: one of their own, or a public one that
// they keep, under the name that they give it.
type MyRoute struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Activity  string    `json:"activity"`
	Source    string    `json:"source"`
	KM        float64   `json:"km"`
	Minutes   int       `json:"minutes"`
	Level     string    `json:"level,omitempty"` // of a public one
	Town      string    `json:"town,omitempty"`  // of a public one
	Image     string    `json:"image,omitempty"` // of a public one
	Start     Point     `json:"start"`
	Polyline  string    `json:"polyline"`
	Waypoints []Point   `json:"waypoints"`
	Bounds    Bounds    `json:"bounds"`
	Created   time.Time `json:"created"`
}

// The statuses of a workout. An outing that takes place is planned as well; the
// other is Cancelled.
const (
	Planned = "planned"
	Done    = "done"
)

// Workout is one entry of a member's training plan.
type Workout struct {
	ID     string `json:"id"`
	Name   string `json:"name"` // "Run, 8 km"
	Kind   string `json:"kind"`
	Date   string `json:"date"` // YYYY-MM-DD
	Status string `json:"status"`
	// Minutes and KM are what is planned; zero is not planned.
	Minutes int     `json:"minutes,omitempty"`
	KM      float64 `json:"km,omitempty"`
	Note    string  `json:"note,omitempty"`
	// DoneMinutes and DoneKM are what was done.
	DoneMinutes int        `json:"done_minutes,omitempty"`
	DoneKM      float64    `json:"done_km,omitempty"`
	Created     time.Time  `json:"created"`
	Completed   *time.Time `json:"completed,omitempty"`
}

// Fact is one entry of a member's profile.
type Fact struct {
	Key     string    `json:"key"`
	Value   string    `json:"value"`
	Updated time.Time `json:"updated"`
}

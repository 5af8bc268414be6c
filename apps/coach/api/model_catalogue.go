package api

import "time"

// Route is a route that the club describes for everybody.
type Route struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Activity    string     `json:"activity"` // run, ride or hike
	Level       string     `json:"level"`    // easy, moderate or hard
	KM          float64    `json:"km"`
	Minutes     int        `json:"minutes"`
	AscentM     int        `json:"ascent_m"`
	DescentM    int        `json:"descent_m"`
	Town        string     `json:"town"`
	Start       Spot       `json:"start"`
	End         Spot       `json:"end"`
	Loop        bool       `json:"loop"`
	AwayKM      *float64   `json:"away_km,omitempty"` // from where a search looked
	Summary     string     `json:"summary"`
	Description string     `json:"description"`
	Transport   string     `json:"transport"`
	Surface     []Surface  `json:"surface"`
	Tags        []string   `json:"tags"`
	BestMonths  []int      `json:"best_months"`
	Image       string     `json:"image"`
	Images      []Image    `json:"images"`
	Polyline    string     `json:"polyline"`
	Waypoints   []Point    `json:"waypoints"`
	Bounds      Bounds     `json:"bounds"`
	Stats       RouteStats `json:"stats"`
	Links       Links      `json:"links"`
	Provenance  Provenance `json:"provenance"`
}

// Spot is a named place.
type Spot struct {
	Name string `json:"name"`
	Point
}

// Surface is how much of a route is of one kind, in percent.
type Surface struct {
	Kind    string `json:"kind"`
	Percent int    `json:"percent"`
}

// Image is a picture's address and its size in pixels.
type Image struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Alt    string `json:"alt"`
	Credit string `json:"credit"`
}

// RouteStats are what members made of a route.
type RouteStats struct {
	Completions   int     `json:"completions"`
	Saves         int     `json:"saves"`
	Rating        float64 `json:"rating"` // 1 to 5
	Ratings       int     `json:"ratings"`
	MedianMinutes int     `json:"median_minutes"`
}

// Links are a record's own pages.
type Links struct {
	Web string `json:"web"`
	GPX string `json:"gpx,omitempty"`
}

// Provenance says where a record comes from.
type Provenance struct {
	Source   string    `json:"source"`
	SourceID string    `json:"source_id"`
	Licence  string    `json:"licence"`
	Revision int       `json:"revision"`
	Updated  time.Time `json:"updated"`
	Verified bool      `json:"verified"`
}

// Coach is somebody who leads sessions.
type Coach struct {
	ID             string          `json:"id"`
	Name           string          `json:"name"`
	Headline       string          `json:"headline"`
	Activities     []string        `json:"activities"`
	Languages      []string        `json:"languages"` // ISO 639-1
	Town           string          `json:"town"`
	Years          int             `json:"years"` // as a coach
	Specialties    []string        `json:"specialties"`
	Bio            string          `json:"bio"`
	Certifications []Certification `json:"certifications"`
	Image          string          `json:"image"`
	Images         []Image         `json:"images"`
	Stats          CoachStats      `json:"stats"`
	Links          Links           `json:"links"`
	Provenance     Provenance      `json:"provenance"`
}

// Certification is an examination that a coach passed.
type Certification struct {
	Name string `json:"name"`
	Year int    `json:"year"`
}

// CoachStats are what members made of a coach's sessions.
type CoachStats struct {
	SessionsLed int     `json:"sessions_led"`
	Members     int     `json:"members"`
	Rating      float64 `json:"rating"` // 1 to 5
	Ratings     int     `json:"ratings"`
}

// SessionPlaces is how full a session is.
type SessionPlaces struct {
	SessionID   string    `json:"session_id"`
	SessionName string    `json:"session_name"`
	Start       time.Time `json:"start"`
	Places      int       `json:"places"`
	PlacesLeft  int       `json:"places_left"`
	// Waiting is how many members wait for a place.
	Waiting int `json:"waiting"`
}

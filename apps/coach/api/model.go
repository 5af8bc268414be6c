// Package api is the reference backend of the coach: a fitness club's HTTP API
// over its own DynamoDB table. Its contract is specs/*.yaml.
package api

import "time"

// Session is a training session of the club.
type Session struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Activity    string    `json:"activity"`
	Coach       string    `json:"coach"`
	Place       string    `json:"place"`
	Lat         float64   `json:"lat"`
	Lon         float64   `json:"lon"`
	Start       time.Time `json:"start"`
	Minutes     int       `json:"minutes"`
	Places      int       `json:"places"`
	PlacesLeft  int       `json:"places_left"`
	PriceCHF    float64   `json:"price_chf"`
	Level       string    `json:"level"`
	Description string    `json:"description"`
}

// The statuses of a booking.
const (
	Booked    = "booked"
	Cancelled = "cancelled"
)

// Booking is a member's place in a session.
type Booking struct {
	ID          string    `json:"id"`
	SessionID   string    `json:"session_id"`
	SessionName string    `json:"session_name"`
	Coach       string    `json:"coach"`
	Place       string    `json:"place"`
	Start       time.Time `json:"start"`
	Status      string    `json:"status"`
	Created     time.Time `json:"created"`
}

// How a member stands to another.
const (
	NoRelation = "none"
	Requested  = "requested"
	AskedYou   = "asked_you"
	Friends    = "friends"
)

// Person is a member as others see them.
type Person struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Town     string `json:"town"`
	Relation string `json:"relation"`
}

package api

import "time"

// The statuses of a waiting list entry.
const (
	IsWaiting = "waiting"
	Placed    = "placed" // a place came free, and the member has it
	Left      = "left"   // the member left the list
)

// Waiting is a member's stand on the waiting list of a session.
type Waiting struct {
	ID          string    `json:"id"`
	SessionID   string    `json:"session_id"`
	SessionName string    `json:"session_name"`
	Coach       string    `json:"coach"`
	Place       string    `json:"place"`
	Start       time.Time `json:"start"`
	Status      string    `json:"status"`
	// Position counts from 1, who gets the next place; 0 when not waiting.
	Position int       `json:"position"`
	Created  time.Time `json:"created"`

	// ticket is the order of joining; tickets of those who left are not reused.
	ticket int
}

// booking is what the entry becomes when a place comes free. Its id follows
// from the entry's, so that one entry becomes one booking; no other booking's
// id has a w there.
func (w Waiting) booking(now time.Time) Booking {
	return Booking{
		ID: "bkg_w" + w.ID[len(waitingPrefix):], SessionID: w.SessionID, SessionName: w.SessionName, Coach: w.Coach, Place: w.Place,
		Start: w.Start, Status: Booked, Created: now.Truncate(time.Second),
	}
}

// waitingPrefix begins the ids of waiting list entries.
const waitingPrefix = "wtl_"

package api

import "time"

// FriendRequest asks a member to be somebody's friend, as one of the two sees
// it.
type FriendRequest struct {
	ID         string    `json:"id"`
	PersonID   string    `json:"person_id"` // the other one
	PersonName string    `json:"person_name"`
	Status     string    `json:"status"`
	Created    time.Time `json:"created"`
}

// The statuses of a friend request; who sent it says Sent for pending, who got
// it Received.
const (
	Pending  = "pending"
	Sent     = "sent"
	Received = "received"
	Accepted = "accepted"
	Declined = "declined"
)

// request is a friend request as it is stored.
type request struct {
	id, from, to, status string
	created              time.Time
}

// other is whom of the two the user is not.
func (q request) other(user string) string {
	if q.from == user {
		return q.to
	}
	return q.from
}

// seen gives the request as the user sees it.
func (q request) seen(user, name string) FriendRequest {
	status := q.status
	if status == Pending {
		if status = Received; q.from == user {
			status = Sent
		}
	}
	return FriendRequest{ID: q.id, PersonID: q.other(user), PersonName: name, Status: status, Created: q.created}
}

// How a member stands to an outing.
const (
	Host    = "host"
	Going   = "going"
	Invited = "invited"
	Open    = "open" // the host is a friend, so that they may join
	NoPart  = "none"
)

// Outing is what members do together, outside the club's sessions.
type Outing struct {
	ID           string    `json:"id"`
	Name         string    `json:"name"`
	Activity     string    `json:"activity"`
	Start        time.Time `json:"start"`
	MeetingPoint string    `json:"meeting_point"`
	Route        string    `json:"route,omitempty"`
	HostID       string    `json:"host_id"`
	HostName     string    `json:"host_name"`
	Status       string    `json:"status"`
	Created      time.Time `json:"created"`
	// Role is how the user stands to it; People are its host and guests.
	Role   string  `json:"role,omitempty"`
	People []Guest `json:"people,omitempty"`

	// version counts the changes; digest is that of the request that created it.
	version int
	digest  string
}

// Guest is a member who has a part in an outing.
type Guest struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role string `json:"role"`

	// cause is the request by which they got their role.
	cause string
}

// guest gives the part that a member has in the outing.
func (o Outing) guest(id string) (Guest, bool) {
	for _, g := range o.People {
		if g.ID == id {
			return g, true
		}
	}
	return Guest{}, false
}

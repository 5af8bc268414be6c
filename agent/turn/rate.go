package turn

import (
	"fmt"
	"time"
)

// Rate is how many calls of one tool a user may make in a window of time. The zero
// Rate is no limit.
type Rate struct {
	Calls int
	Per   time.Duration // a minute, an hour or a day
}

// Window gives the window that at lies in: from is its first moment, until the first
// one after it. Windows are fixed and follow UTC, since a user's time zone is what
// their device says and could be changed for a new one.
func (r Rate) Window(at time.Time) (from, until time.Time) {
	from = at.UTC().Truncate(r.Per) // counted from a midnight UTC, so days begin there
	return from, from.Add(r.Per)
}

// Unit is the window's length in a word.
func (r Rate) Unit() string {
	switch r.Per {
	case time.Minute:
		return "minute"
	case time.Hour:
		return "hour"
	case 24 * time.Hour:
		return "day"
	}
	return r.Per.String()
}

// String writes the rate as tools.yaml does: 20/day.
func (r Rate) String() string { return fmt.Sprintf("%d/%s", r.Calls, r.Unit()) }

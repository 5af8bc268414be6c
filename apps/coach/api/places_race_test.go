package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// seats gives who of the users holds a place of a session, and who waits.
func (c *club) seats(session string, users []string) (held, waits []string) {
	c.t.Helper()
	for _, user := range users {
		if c.has(user, "SEAT#"+session) {
			held = append(held, user)
		}
		if c.has(user, "WAIT#"+session) {
			waits = append(waits, user)
		}
	}
	return held, waits
}

func (c *club) has(user, what string) bool {
	c.t.Helper()
	n, err := c.store.Count(c.t.Context(), "USER#"+user, what)
	if err != nil {
		c.t.Fatal(err)
	}
	return n > 0
}

// queue gives what a session counts, and how many its queue holds.
func (c *club) queue(session string) (left, waiting, queued int) {
	c.t.Helper()
	left, waiting, err := c.store.Counters(c.t.Context(), session)
	if err != nil {
		c.t.Fatal(err)
	}
	if queued, err = c.store.Count(c.t.Context(), "QUEUE#"+session, "T#"); err != nil {
		c.t.Fatal(err)
	}
	return left, waiting, queued
}

func users(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("user%d", i)
	}
	return all
}

// All at once, those with a place cancel, others join the list, some leave it
// again and some try to book: no place is sold twice or left empty while
// somebody waits.
func TestFiftyCancelAndJoinAtOnce(t *testing.T) {
	c := open(t)
	const places = 15
	c.add("ses_busy", places)
	all := users(50)
	bookings := map[string]string{}
	for _, user := range all[:places] {
		_, b := c.book(user, "ses_busy")
		bookings[user] = b["id"].(string)
	}
	for _, user := range all[places : places+10] {
		if status, v := c.wait(user, "ses_busy"); status != http.StatusCreated {
			t.Fatalf("%s waits: %d %v", user, status, v)
		}
	}
	statuses := atOnce(50, func(i int) (status int) {
		switch user := all[i]; {
		case i < places-5: // ten of the fifteen cancel
			status, _ = c.cancel(user, bookings[user])
		case i < places:
			status, _ = c.move(user, bookings[user], "ses_yoga_tue")
		case i < places+5: // the first five of the list leave it, unless they have got a place
			status, _ = c.leaveList(user, "ses_busy")
		case i < 45: // of whom five wait already
			status, _ = c.wait(user, "ses_busy")
		default:
			status, _ = c.book(user, "ses_busy")
		}
		return status
	})
	for status := range statuses {
		if status != http.StatusOK && status != http.StatusCreated && status != http.StatusConflict {
			t.Errorf("statuses are %v", statuses)
		}
	}
	held, waits := c.seats("ses_busy", all)
	left, waiting, queue := c.queue("ses_busy")
	if len(held)+left != places || waiting != len(waits) || waiting != queue || left > 0 && waiting > 0 {
		t.Errorf("%d hold a place, %d are left of %d; %d wait, %d are counted, %d in the queue", len(held), left, places, len(waits), waiting, queue)
	}
	for _, user := range held {
		if slices.Contains(waits, user) {
			t.Errorf("%s has a place and waits for one", user)
		}
	}
	if c.placesLeft("ses_yoga_tue") != 4 {
		t.Errorf("%v places are left where five moved to", c.placesLeft("ses_yoga_tue"))
	}
}

// The last place comes free just while the first one joins the list: they have
// the place, or are told that there is one.
func TestFiftyCancelWhileTheFirstJoins(t *testing.T) {
	c := open(t)
	bookings := make([]string, 50)
	for i := range bookings {
		session := fmt.Sprintf("ses_one_%02d", i)
		c.add(session, 1)
		_, b := c.book("maya", session)
		bookings[i] = b["id"].(string)
	}
	atOnce(100, func(i int) (status int) {
		n := i / 2
		if i%2 == 0 {
			status, _ = c.cancel("maya", bookings[n])
			return status
		}
		status, v := c.wait("tom", fmt.Sprintf("ses_one_%02d", n))
		if status != http.StatusCreated && v["code"] != "places_left" {
			t.Errorf("waiting = %d %v", status, v)
		}
		return status
	})
	for i := range bookings {
		session := fmt.Sprintf("ses_one_%02d", i)
		left, waiting, queued := c.queue(session)
		held, _ := c.seats(session, []string{"maya", "tom"})
		if left+len(held) != 1 || waiting != 0 || queued != 0 || slices.Contains(held, "maya") {
			t.Errorf("%s: %d left, held by %v, %d wait, %d in the queue", session, left, held, waiting, queued)
		}
	}
}

// With everybody on the list before the places come free, they go to those who
// came first, however many cancel at once.
func TestFiftyPlacesGoToTheFirstFifty(t *testing.T) {
	c := open(t)
	c.add("ses_busy", 50)
	all := users(110)
	bookings := make([]string, 50)
	for i := range bookings {
		_, b := c.book(all[i], "ses_busy")
		bookings[i] = b["id"].(string)
	}
	for i, user := range all[50:] {
		if _, w := c.wait(user, "ses_busy"); w["position"] != float64(i+1) {
			t.Fatalf("%s waits: %v", user, w)
		}
	}
	statuses := atOnce(50, func(i int) int {
		status, _ := c.cancel(all[i], bookings[i])
		return status
	})
	if statuses[http.StatusOK] != 50 {
		t.Errorf("statuses are %v", statuses)
	}
	held, waits := c.seats("ses_busy", all)
	if !slices.Equal(held, all[50:100]) || !slices.Equal(waits, all[100:]) || c.placesLeft("ses_busy") != 0 {
		t.Errorf("held %v, wait %v, %v left", held, waits, c.placesLeft("ses_busy"))
	}
	if w := c.waiting(all[100]); w[0]["position"] != 1.0 {
		t.Errorf("the first who still waits has position %v", w)
	}
}

func TestFiftyMoveIntoTheLastPlace(t *testing.T) {
	c := open(t)
	c.add("ses_from", 50)
	c.add("ses_last", 1)
	bookings := make([]string, 50)
	for i, user := range users(50) {
		_, b := c.book(user, "ses_from")
		bookings[i] = b["id"].(string)
	}
	statuses := atOnce(50, func(i int) int {
		status, v := c.move(fmt.Sprintf("user%d", i), bookings[i], "ses_last")
		if status != http.StatusOK && v["code"] != "session_full" {
			t.Errorf("moving = %d %v", status, v)
		}
		return status
	})
	if statuses[http.StatusOK] != 1 || c.placesLeft("ses_last") != 0 || c.placesLeft("ses_from") != 1 {
		t.Errorf("statuses %v; %v left in the new, %v in the old", statuses, c.placesLeft("ses_last"), c.placesLeft("ses_from"))
	}
	held, _ := c.seats("ses_from", users(50))
	moved, _ := c.seats("ses_last", users(50))
	if len(held) != 49 || len(moved) != 1 || slices.Contains(held, moved[0]) {
		t.Errorf("%d stayed, moved are %v", len(held), moved)
	}
}

// One booking is cancelled, and moved to two sessions, by fifty at once: it ends
// up in one place or in none.
func TestOneBookingCancelledAndMovedAtOnce(t *testing.T) {
	c := open(t)
	_, b := c.book("maya", "ses_yoga_sat")
	id := b["id"].(string)
	atOnce(50, func(i int) (status int) {
		switch i % 5 {
		case 0:
			status, _ = c.cancel("maya", id)
		case 1, 2:
			status, _ = c.move("maya", id, "ses_yoga_tue")
		default:
			status, _ = c.move("maya", id, "ses_yoga_thu")
		}
		if status != http.StatusOK && status != http.StatusConflict {
			t.Errorf("status %d", status)
		}
		return status
	})
	if c.holds("maya", "ses_yoga_sat") || c.holds("maya", "ses_yoga_tue") || c.holds("maya", "ses_yoga_thu") {
		t.Error("a booking that is cancelled holds a place")
	}
	if c.placesLeft("ses_yoga_sat") != 5 || c.placesLeft("ses_yoga_tue") != 9 || c.placesLeft("ses_yoga_thu") != 4 {
		t.Error("the places do not add up")
	}
}

func TestTheSameJoinSentFiftyTimes(t *testing.T) {
	c := open(t)
	c.add("ses_full", 0)
	statuses := atOnce(50, func(int) int {
		status, _ := c.do(call{user: "maya", operation: "joinWaitlist", method: "POST", path: "/v1/waitlist", body: `{"session_id":"ses_full"}`, key: "k"})
		return status
	})
	_, waiting, queued := c.queue("ses_full")
	if statuses[http.StatusCreated] != 50 || len(c.waiting("maya")) != 1 || waiting != 1 || queued != 1 {
		t.Errorf("statuses %v, %d wait, %d in the queue", statuses, waiting, queued)
	}
}

func TestTheSameBookingSentFiftyTimes(t *testing.T) {
	c := open(t)
	statuses := atOnce(50, func(int) int {
		status, _ := c.do(call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_yoga_sat"}`, key: "k"})
		return status
	})
	if statuses[http.StatusCreated] != 50 || c.placesLeft("ses_yoga_sat") != 4 {
		t.Errorf("statuses %v, %v left", statuses, c.placesLeft("ses_yoga_sat"))
	}
}

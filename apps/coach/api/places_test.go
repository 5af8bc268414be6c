package api_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"troth/apps/coach/api"
)

func (c *club) move(user, booking, session string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "moveBooking", method: "PATCH", path: "/v1/bookings/" + booking, body: `{"session_id":"` + session + `"}`})
}

func (c *club) cancel(user, booking string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "cancelBooking", method: "DELETE", path: "/v1/bookings/" + booking})
}

func (c *club) wait(user, session string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "joinWaitlist", method: "POST", path: "/v1/waitlist", body: `{"session_id":"` + session + `"}`})
}

func (c *club) leaveList(user, session string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "leaveWaitlist", method: "DELETE", path: "/v1/waitlist/" + session})
}

// list reads a list of the user's: the answer's field of that name.
func (c *club) list(user, operation, path, field string) []map[string]any {
	c.t.Helper()
	status, v := c.do(call{user: user, operation: operation, method: "GET", path: path})
	if status != http.StatusOK || int(v["total"].(float64)) != len(v[field].([]any)) {
		c.t.Fatalf("%s = %d %v", path, status, v)
	}
	var list []map[string]any
	for _, x := range v[field].([]any) {
		list = append(list, x.(map[string]any))
	}
	return list
}

func (c *club) waiting(user string) []map[string]any {
	c.t.Helper()
	return c.list(user, "listWaitlist", "/v1/waitlist", "waiting")
}

// holds reports whether a user has a place in a session.
func (c *club) holds(user, session string) bool {
	c.t.Helper()
	for _, b := range c.list(user, "listBookings", "/v1/bookings?status=booked", "bookings") {
		if b["session_id"] == session {
			return true
		}
	}
	return false
}

// add puts in a yoga session with that many places, all free.
func (c *club) add(id string, places int) {
	c.t.Helper()
	err := c.store.AddSession(context.Background(), api.Session{
		ID: id, Name: "Yoga " + id, Activity: "yoga", Coach: "Lena Brunner", Place: "Studio Enge", Lat: 47.3, Lon: 8.5,
		Start: wednesday.AddDate(0, 0, 5), Minutes: 60, Places: max(places, 1), PlacesLeft: places, Level: "all", Description: "A session.",
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// atOnce runs n operations beside one another and counts their statuses.
func atOnce(n int, op func(i int) int) map[int]int {
	statuses := make([]int, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { statuses[i] = op(i) })
	}
	group.Wait()
	counted := map[int]int{}
	for _, s := range statuses {
		counted[s]++
	}
	return counted
}

func TestWhatPlacesRefuse(t *testing.T) {
	c := open(t)
	c.add("ses_full", 0)
	c.add("ses_gone", 0)
	if status, _ := c.wait("maya", "ses_gone"); status != http.StatusCreated {
		t.Fatal(status)
	}
	if status, v := c.cancel("amir", "bkg_amir_box"); status != http.StatusOK {
		t.Fatal(status, v)
	}
	_, own := c.book("maya", "ses_yoga_sat")
	id := own["id"].(string)
	move := func(booking, session string) call {
		return call{user: "maya", operation: "moveBooking", method: "PATCH", path: "/v1/bookings/" + booking, body: `{"session_id":"` + session + `"}`}
	}
	wait := func(session string) call {
		return call{user: "maya", operation: "joinWaitlist", method: "POST", path: "/v1/waitlist", body: `{"session_id":"` + session + `"}`}
	}
	leave := func(session string) call {
		return call{user: "maya", operation: "leaveWaitlist", method: "DELETE", path: "/v1/waitlist/" + session}
	}
	by := func(user string, in call) call { in.user = user; return in }
	off := func(in call) call { in.offSpec = true; return in }
	cases := map[string]struct {
		call   call
		status int
		code   string
	}{
		"another's booking":            {call{user: "maya", operation: "getBooking", method: "GET", path: "/v1/bookings/bkg_tom_yoga"}, 403, "forbidden"},
		"a booking that is none":       {call{user: "maya", operation: "getBooking", method: "GET", path: "/v1/bookings/bkg_nope"}, 404, "not_found"},
		"a booking without a token":    {call{method: "GET", path: "/v1/bookings/bkg_maya_swim"}, 401, "unauthorized"},
		"moving another's":             {move("bkg_tom_yoga", "ses_yoga_tue"), 403, "forbidden"},
		"moving none":                  {move("bkg_nope", "ses_yoga_tue"), 404, "not_found"},
		"moving to none":               {move(id, "ses_nope"), 404, "not_found"},
		"moving to a wrong id":         {off(move(id, "../x")), 400, "validation_failed"},
		"moving with no JSON":          {off(call{user: "maya", operation: "moveBooking", method: "PATCH", path: "/v1/bookings/" + id, body: `{`}), 400, "validation_failed"},
		"moving nowhere":               {move(id, "ses_yoga_sat"), 409, "same_session"},
		"moving to another sport":      {move(id, "ses_box_thu"), 409, "other_activity"},
		"moving to a full session":     {move(id, "ses_full"), 409, "session_full"},
		"moving to a past session":     {move(id, "ses_yoga_last"), 409, "in_the_past"},
		"moving from a past session":   {move("bkg_maya_last", "ses_swim_thu"), 409, "in_the_past"},
		"moving what is cancelled":     {by("amir", move("bkg_amir_box", "ses_box_thu")), 409, "already_cancelled"},
		"moving without a token":       {by("", move(id, "ses_yoga_tue")), 401, "unauthorized"},
		"moving with another token":    {call{user: "maya", operation: "getBooking", method: "PATCH", path: "/v1/bookings/" + id, body: `{"session_id":"ses_yoga_tue"}`}, 401, "unauthorized"},
		"waiting without a token":      {by("", wait("ses_full")), 401, "unauthorized"},
		"waiting for none":             {wait("ses_nope"), 404, "not_found"},
		"waiting for a wrong id":       {off(wait("../x")), 400, "validation_failed"},
		"waiting with no JSON":         {off(call{user: "maya", operation: "joinWaitlist", method: "POST", path: "/v1/waitlist", body: `[`}), 400, "validation_failed"},
		"waiting where places are":     {wait("ses_yoga_tue"), 409, "places_left"},
		"waiting for a past session":   {by("tom", wait("ses_swim_last")), 409, "in_the_past"},
		"waiting with a place":         {by("tom", wait("ses_spin_fri")), 409, "already_booked"},
		"waiting with a place to have": {by("tom", wait("ses_yoga_sat")), 409, "already_booked"},
		"waiting twice":                {wait("ses_gone"), 409, "already_waiting"},
		"booking while one waits":      {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_gone"}`}, 409, "session_full"},
		"leaving without a token":      {by("", leave("ses_gone")), 401, "unauthorized"},
		"leaving where one never was":  {leave("ses_full"), 409, "not_waiting"},
		"leaving with a place":         {leave("ses_swim_mon"), 409, "already_booked"},
		"leaving none":                 {leave("ses_nope"), 404, "not_found"},
		"listing without a token":      {call{method: "GET", path: "/v1/waitlist"}, 401, "unauthorized"},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(k.call)
			if status != k.status || v["code"] != k.code || v["detail"] == "" {
				t.Errorf("got %d %v, want %d %s", status, v, k.status, k.code)
			}
		})
	}
	if !c.holds("maya", "ses_yoga_sat") || c.placesLeft("ses_yoga_sat") != 4 || c.placesLeft("ses_yoga_tue") != 9 || len(c.waiting("maya")) != 1 {
		t.Error("a refusal changed something")
	}
}

func TestMovingToASessionInWhichOneHasAPlace(t *testing.T) {
	c := open(t)
	_, one := c.book("maya", "ses_yoga_sat")
	c.book("maya", "ses_yoga_tue")
	if status, v := c.move("maya", one["id"].(string), "ses_yoga_tue"); status != 409 || v["code"] != "already_booked" {
		t.Errorf("moving = %d %v", status, v)
	}
	if !c.holds("maya", "ses_yoga_sat") || c.placesLeft("ses_yoga_sat") != 4 || c.placesLeft("ses_yoga_tue") != 8 {
		t.Error("the refused move changed something")
	}
}

func TestAMoveFreesTheOldPlaceAndTakesTheNew(t *testing.T) {
	c := open(t)
	_, before := c.book("maya", "ses_yoga_sat")
	id := before["id"].(string)
	status, after := c.move("maya", id, "ses_yoga_tue")
	if status != http.StatusOK || after["id"] != id || after["session_name"] != "Yoga Basics" || after["start"] != "2026-03-10T18:30:00+01:00" || after["created"] != before["created"] {
		t.Errorf("moved = %d %v", status, after)
	}
	if c.placesLeft("ses_yoga_sat") != 5 || c.placesLeft("ses_yoga_tue") != 8 {
		t.Errorf("%v and %v places are left, want 5 and 8", c.placesLeft("ses_yoga_sat"), c.placesLeft("ses_yoga_tue"))
	}
	_, got := c.do(call{user: "maya", operation: "getBooking", method: "GET", path: "/v1/bookings/" + id})
	if fmt.Sprint(got) != fmt.Sprint(after) {
		t.Errorf("getBooking = %v, want %v", got, after)
	}
	if status, _ := c.book("maya", "ses_yoga_sat"); status != http.StatusCreated {
		t.Errorf("booking the old session anew = %d", status)
	}
	if status, v := c.cancel("maya", id); status != http.StatusOK || v["session_id"] != "ses_yoga_tue" || c.placesLeft("ses_yoga_tue") != 9 {
		t.Errorf("cancelling what was moved = %d %v", status, v)
	}
}

func TestThePlaceThatComesFreeGoesToTheFirstWhoWaits(t *testing.T) {
	frees := map[string]func(c *club, booking string) (int, map[string]any){
		"cancelled":  func(c *club, booking string) (int, map[string]any) { return c.cancel("maya", booking) },
		"moved away": func(c *club, booking string) (int, map[string]any) { return c.move("maya", booking, "ses_yoga_tue") },
	}
	for name, free := range frees {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			c.add("ses_one", 1)
			_, booking := c.book("maya", "ses_one")
			for i, user := range []string{"tom", "lena", "amir"} {
				if status, w := c.wait(user, "ses_one"); status != http.StatusCreated || w["position"] != float64(i+1) || w["status"] != "waiting" {
					t.Fatalf("%s waits: %d %v", user, status, w)
				}
			}
			if status, w := c.leaveList("tom", "ses_one"); status != http.StatusOK || w["status"] != "left" || w["position"] != 0.0 {
				t.Fatalf("leaving = %d %v", status, w)
			}
			if status, v := free(c, booking["id"].(string)); status != http.StatusOK {
				t.Fatalf("freeing = %d %v", status, v)
			}
			if c.holds("maya", "ses_one") || c.holds("tom", "ses_one") || !c.holds("lena", "ses_one") || c.holds("amir", "ses_one") {
				t.Error("the place is not lena's alone")
			}
			if len(c.waiting("lena")) != 0 || c.waiting("amir")[0]["position"] != 1.0 || c.placesLeft("ses_one") != 0 {
				t.Errorf("lena waits for %v, amir for %v", c.waiting("lena"), c.waiting("amir"))
			}
			if status, v := c.leaveList("lena", "ses_one"); status != 409 || v["code"] != "already_booked" {
				t.Errorf("leaving the list with the place of it: %d %v", status, v)
			}
		})
	}
}

func TestAPlaceFromTheListIsABookingLikeAnother(t *testing.T) {
	c := open(t)
	c.add("ses_one", 1)
	_, first := c.book("maya", "ses_one")
	c.wait("tom", "ses_one")
	c.cancel("maya", first["id"].(string))
	bookings := c.list("tom", "listBookings", "/v1/bookings?status=booked", "bookings")
	for _, b := range bookings {
		if b["session_id"] != "ses_one" {
			continue
		}
		if status, v := c.cancel("tom", b["id"].(string)); status != http.StatusOK || c.placesLeft("ses_one") != 1 {
			t.Errorf("cancelling it = %d %v", status, v)
		}
		return
	}
	t.Errorf("tom's bookings are %v", bookings)
}

func TestTheSameKeyWaitsOnce(t *testing.T) {
	c := open(t)
	c.add("ses_full", 0)
	in := call{user: "maya", operation: "joinWaitlist", method: "POST", path: "/v1/waitlist", body: `{"session_id":"ses_full"}`, key: "k1"}
	_, first := c.do(in)
	c.wait("tom", "ses_full")
	if status, second := c.do(in); status != http.StatusCreated || fmt.Sprint(second) != fmt.Sprint(first) {
		t.Errorf("the second answer is %d %v, the first %v", status, second, first)
	}
	c.leaveList("maya", "ses_full")
	if _, third := c.do(in); third["status"] != "left" || len(c.waiting("maya")) != 0 {
		t.Errorf("the key joined anew: %v", third)
	}
	in.body = `{"session_id":"ses_spin_fri"}`
	if status, v := c.do(in); status != 409 || v["code"] != "key_reused" {
		t.Errorf("the key for another session: %d %v", status, v)
	}
	in.key, in.body = "k2", `{"session_id":"ses_full"}`
	if status, v := c.do(in); status != http.StatusCreated || v["position"] != 2.0 {
		t.Errorf("joining again = %d %v", status, v)
	}
}

func TestPastListsAreNotShown(t *testing.T) {
	c := open(t)
	c.add("ses_full", 0)
	c.wait("maya", "ses_full")
	c.now = c.now.Add(6 * 24 * time.Hour)
	if list := c.waiting("maya"); len(list) != 0 {
		t.Errorf("waiting = %v", list)
	}
}

package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

func TestSearchSessions(t *testing.T) {
	c := open(t)
	cases := map[string]struct {
		query string
		want  string // ids in order
		off   bool
	}{
		"the yoga class on Saturday": {"activity=yoga&from=2026-03-07&to=2026-03-07", "ses_yoga_sat", false},
		"two on one day":             {"activity=pilates&from=2026-03-11", "ses_pilates_wed_am ses_pilates_wed_pm", false},
		"by words":                   {"q=yin+yoga", "ses_yoga_thu", false},
		"by a coach's first name":    {"coach=claire", "ses_swim_thu ses_swim_mon", false},
		"only with places":           {"activity=spinning&only_free=true", "ses_spin_sun ses_spin_mon", false},
		"past ones by their day":     {"from=2026-02-20&to=2026-03-03", "ses_yoga_last ses_swim_last", false},
		"near the Hardbrücke":        {"lat=47.3856&lon=8.5171&radius_km=0.5", "ses_box_thu ses_strength_fri ses_box_sat ses_strength_mon", false},
		"nothing":                    {"q=zumba", "", false},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(call{method: "GET", path: "/v1/sessions?" + k.query, offSpec: k.off})
			var ids []string
			for _, s := range v["sessions"].([]any) {
				ids = append(ids, s.(map[string]any)["id"].(string))
			}
			if got := strings.Join(ids, " "); status != 200 || got != k.want || int(v["total"].(float64)) != len(ids) {
				t.Errorf("status %d, sessions %q, want %q", status, got, k.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	c := open(t)
	cases := map[string]struct {
		call   call
		status int
		code   string
	}{
		"a day that is none":        {call{method: "GET", path: "/v1/sessions?from=soon", offSpec: true}, 400, "validation_failed"},
		"a radius without a place":  {call{method: "GET", path: "/v1/sessions?radius_km=2"}, 400, "validation_failed"},
		"an unknown session":        {call{method: "GET", path: "/v1/sessions/ses_nope"}, 404, "not_found"},
		"booking without a token":   {call{method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_yoga_sat"}`}, 401, "unauthorized"},
		"another tool's token":      {call{user: "maya", operation: "listBookings", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_yoga_sat"}`}, 401, "unauthorized"},
		"a full session":            {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_spin_fri"}`}, 409, "session_full"},
		"a seat held already":       {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_swim_mon"}`}, 409, "already_booked"},
		"a seat held in a full one": {call{user: "tom", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_spin_fri"}`}, 409, "already_booked"},
		"a past session":            {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_yoga_last"}`}, 409, "in_the_past"},
		"a session that is none":    {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_nope"}`}, 404, "not_found"},
		"an id that is none":        {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"../x"}`, offSpec: true}, 400, "validation_failed"},
		"a field too many":          {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_yoga_sat","user":"tom"}`, offSpec: true}, 400, "validation_failed"},
		"no JSON":                   {call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{`, offSpec: true}, 400, "validation_failed"},
		"another's booking":         {call{user: "maya", operation: "cancelBooking", method: "DELETE", path: "/v1/bookings/bkg_tom_yoga"}, 403, "forbidden"},
		"a booking that is none":    {call{user: "maya", operation: "cancelBooking", method: "DELETE", path: "/v1/bookings/bkg_nope"}, 404, "not_found"},
		"a past booking":            {call{user: "maya", operation: "cancelBooking", method: "DELETE", path: "/v1/bookings/bkg_maya_last"}, 409, "in_the_past"},
		"too short a name":          {call{user: "maya", operation: "findFriends", method: "GET", path: "/v1/people?q=a", offSpec: true}, 400, "validation_failed"},
		"oneself":                   {call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"maya"}`}, 400, "validation_failed"},
		"a friend":                  {call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"tom"}`}, 409, "already_friends"},
		"one who asked already":     {call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"priya"}`}, 409, "request_pending"},
		"nobody":                    {call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"zed"}`}, 404, "not_found"},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(k.call)
			if status != k.status || v["code"] != k.code || v["detail"] == "" {
				t.Errorf("got %d %v, want %d %s", status, v, k.status, k.code)
			}
		})
	}
	if left := c.placesLeft("ses_yoga_sat"); left != 5 {
		t.Errorf("a refusal took a place: %v are left of 5", left)
	}
}

func TestABookingTakesAPlaceAndACancellationGivesItBack(t *testing.T) {
	c := open(t)
	status, booking := c.book("maya", "ses_yoga_sat")
	if status != http.StatusCreated || booking["session_name"] != "Yoga Flow" || booking["start"] != "2026-03-07T09:00:00+01:00" || booking["status"] != "booked" {
		t.Fatalf("booking = %d %v", status, booking)
	}
	if left := c.placesLeft("ses_yoga_sat"); left != 4 {
		t.Errorf("%v places are left, want 4", left)
	}
	cancel := call{user: "maya", operation: "cancelBooking", method: "DELETE", path: "/v1/bookings/" + booking["id"].(string)}
	if status, v := c.do(cancel); status != 200 || v["status"] != "cancelled" {
		t.Errorf("cancelling = %d %v", status, v)
	}
	if status, v := c.do(cancel); status != 409 || v["code"] != "already_cancelled" {
		t.Errorf("cancelling again = %d %v", status, v)
	}
	if left := c.placesLeft("ses_yoga_sat"); left != 5 {
		t.Errorf("%v places are left, want 5", left)
	}
	if status, _ := c.book("maya", "ses_yoga_sat"); status != http.StatusCreated {
		t.Errorf("booking anew = %d", status)
	}
}

func TestTheSameKeyBooksOnce(t *testing.T) {
	c := open(t)
	in := call{user: "maya", operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"ses_yoga_sat"}`, key: "k1"}
	_, first := c.do(in)
	status, second := c.do(in)
	if status != http.StatusCreated || first["id"] != second["id"] || c.placesLeft("ses_yoga_sat") != 4 {
		t.Errorf("the second answer is %d %v, the first %v", status, second, first)
	}
	in.body = `{"session_id":"ses_box_thu"}`
	if status, v := c.do(in); status != 409 || v["code"] != "key_reused" {
		t.Errorf("the key for another session: %d %v", status, v)
	}
	in.user = "tom"
	if status, _ := c.do(in); status != http.StatusCreated {
		t.Errorf("the key of another user: %d", status)
	}
}

func TestTheLastPlaceIsSoldOnce(t *testing.T) {
	c := open(t)
	var group sync.WaitGroup
	statuses := make([]int, 50)
	for i := range statuses {
		group.Go(func() { statuses[i], _ = c.book(fmt.Sprintf("user%d", i), "ses_box_sat") })
	}
	group.Wait()
	sold := 0
	for _, status := range statuses {
		switch status {
		case http.StatusCreated:
			sold++
		case http.StatusConflict:
		default:
			t.Errorf("status %d", status)
		}
	}
	if sold != 1 || c.placesLeft("ses_box_sat") != 0 {
		t.Errorf("%d sold, %v left", sold, c.placesLeft("ses_box_sat"))
	}
}

func TestListBookings(t *testing.T) {
	c := open(t)
	for query, want := range map[string]float64{"": 2, "?upcoming=true": 1, "?status=cancelled": 0, "?status=booked&upcoming=true": 1} {
		_, v := c.do(call{user: "maya", operation: "listBookings", method: "GET", path: "/v1/bookings" + query})
		if v["total"] != want {
			t.Errorf("%q gives %v bookings, want %v", query, v["total"], want)
		}
	}
}

func TestFriends(t *testing.T) {
	c := open(t)
	_, found := c.do(call{user: "maya", operation: "findFriends", method: "GET", path: "/v1/people?q=anna"})
	if found["total"] != 2.0 {
		t.Errorf("people called Anna: %v", found)
	}
	status, request := c.do(call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"anna_w"}`})
	if status != http.StatusCreated || request["person_name"] != "Anna Weiss" {
		t.Errorf("request = %d %v", status, request)
	}
	_, friends := c.do(call{user: "maya", operation: "listFriends", method: "GET", path: "/v1/friends"})
	relations := map[string]any{}
	for _, p := range friends["people"].([]any) {
		relations[p.(map[string]any)["id"].(string)] = p.(map[string]any)["relation"]
	}
	want := map[string]any{"tom": "friends", "lena": "friends", "priya": "asked_you", "anna_w": "requested"}
	if fmt.Sprint(relations) != fmt.Sprint(want) {
		t.Errorf("relations = %v, want %v", relations, want)
	}
}

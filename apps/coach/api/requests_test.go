package api_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
)

func (c *club) ask(user, other string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"` + other + `"}`})
}

func (c *club) accept(user, request string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "acceptFriendRequest", method: "POST", path: "/v1/friend-requests/" + request + "/accept"})
}

func (c *club) decline(user, request string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "declineFriendRequest", method: "POST", path: "/v1/friend-requests/" + request + "/decline"})
}

func (c *club) unfriend(user, other string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "removeFriend", method: "DELETE", path: "/v1/friends/" + other})
}

func (c *club) requests(user, query string) []map[string]any {
	c.t.Helper()
	return c.list(user, "listFriendRequests", "/v1/friend-requests"+query, "requests")
}

// relation says how two members stand to one another, from both sides.
func (c *club) relation(a, b string) string {
	c.t.Helper()
	of := func(user, other string) any {
		for _, p := range c.list(user, "listFriends", "/v1/friends", "people") {
			if p["id"] == other {
				return p["relation"]
			}
		}
		return "none"
	}
	return fmt.Sprint(of(a, b), " ", of(b, a))
}

func TestAnsweringAFriendRequest(t *testing.T) {
	cases := map[string]struct {
		answer            func(c *club) (int, map[string]any)
		status, relations string
		again             string // the code of answering once more
	}{
		"accepted": {func(c *club) (int, map[string]any) { return c.accept("maya", "frq_priya") }, "accepted", "friends friends", "already_accepted"},
		"declined": {func(c *club) (int, map[string]any) { return c.decline("maya", "frq_priya") }, "declined", "none none", "already_declined"},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			got := c.requests("maya", "?direction=received")
			if len(got) != 1 || got[0]["id"] != "frq_priya" || got[0]["person_name"] != "Priya Nair" || got[0]["status"] != "received" {
				t.Fatalf("received = %v", got)
			}
			if status, v := k.answer(c); status != http.StatusOK || v["status"] != k.status || v["person_name"] != "Priya Nair" {
				t.Errorf("answer = %d %v", status, v)
			}
			if got := c.relation("maya", "priya"); got != k.relations {
				t.Errorf("relations are %s, want %s", got, k.relations)
			}
			for _, again := range []func(user, request string) (int, map[string]any){c.accept, c.decline} {
				if status, v := again("maya", "frq_priya"); status != 409 || v["code"] != k.again {
					t.Errorf("answering again = %d %v", status, v)
				}
			}
			if left := append(c.requests("maya", ""), c.requests("priya", "")...); len(left) != 0 {
				t.Errorf("requests left: %v", left)
			}
		})
	}
}

func TestARequestFromBothSides(t *testing.T) {
	c := open(t)
	_, sent := c.ask("maya", "anna_w")
	id := sent["id"].(string)
	if mine := c.requests("maya", "?direction=sent"); len(mine) != 1 || mine[0]["id"] != id || mine[0]["status"] != "sent" {
		t.Errorf("sent = %v", mine)
	}
	if all := c.requests("maya", ""); len(all) != 2 || all[0]["id"] != "frq_priya" {
		t.Errorf("all = %v", all)
	}
	if theirs := c.requests("anna_w", ""); len(theirs) != 1 || theirs[0]["person_id"] != "maya" || theirs[0]["status"] != "received" {
		t.Errorf("anna's = %v", theirs)
	}
	if status, v := c.ask("anna_w", "maya"); status != 409 || v["code"] != "request_pending" {
		t.Errorf("asking back = %d %v", status, v)
	}
	c.decline("anna_w", id)
	if status, again := c.ask("maya", "anna_w"); status != http.StatusCreated || again["id"] == id {
		t.Errorf("asking again = %d %v", status, again)
	}
}

func TestRemovingAFriend(t *testing.T) {
	c := open(t)
	if status, v := c.unfriend("maya", "tom"); status != http.StatusOK || v["name"] != "Tom Fischer" || v["relation"] != "none" {
		t.Errorf("removing = %d %v", status, v)
	}
	if got := c.relation("maya", "tom"); got != "none none" {
		t.Errorf("relations are %s", got)
	}
	if status, v := c.unfriend("tom", "maya"); status != 409 || v["code"] != "not_friends" {
		t.Errorf("removing from the other side = %d %v", status, v)
	}
	if status, _ := c.ask("tom", "maya"); status != http.StatusCreated {
		t.Errorf("asking anew = %d", status)
	}
}

func TestTheSameKeyAsksOnce(t *testing.T) {
	c := open(t)
	in := call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"anna_w"}`, key: "k1"}
	_, first := c.do(in)
	if status, second := c.do(in); status != http.StatusCreated || fmt.Sprint(second) != fmt.Sprint(first) {
		t.Errorf("the second answer is %d %v, the first %v", status, second, first)
	}
	c.accept("anna_w", first["id"].(string))
	if status, third := c.do(in); status != http.StatusCreated || third["status"] != "accepted" {
		t.Errorf("the third answer is %d %v", status, third)
	}
	in.body = `{"person_id":"anna_b"}`
	if status, v := c.do(in); status != 409 || v["code"] != "key_reused" {
		t.Errorf("the key for another member: %d %v", status, v)
	}
}

func TestWhatFriendsRefuse(t *testing.T) {
	c := open(t)
	answer := func(user, verb, request string) call {
		return call{user: user, operation: verb + "FriendRequest", method: "POST", path: "/v1/friend-requests/" + request + "/" + verb}
	}
	remove := func(user, other string) call {
		return call{user: user, operation: "removeFriend", method: "DELETE", path: "/v1/friends/" + other}
	}
	cases := map[string]struct {
		call   call
		status int
		code   string
	}{
		"accepting one's own":          {answer("priya", "accept", "frq_priya"), 403, "forbidden"},
		"declining one's own":          {answer("priya", "decline", "frq_priya"), 403, "forbidden"},
		"accepting another's":          {answer("tom", "accept", "frq_priya"), 403, "forbidden"},
		"declining another's":          {answer("tom", "decline", "frq_priya"), 403, "forbidden"},
		"accepting none":               {answer("maya", "accept", "frq_nope"), 404, "not_found"},
		"declining none":               {answer("maya", "decline", "frq_nope"), 404, "not_found"},
		"accepting without a token":    {answer("", "accept", "frq_priya"), 401, "unauthorized"},
		"declining without a token":    {answer("", "decline", "frq_priya"), 401, "unauthorized"},
		"accepting with another token": {call{user: "maya", operation: "declineFriendRequest", method: "POST", path: "/v1/friend-requests/frq_priya/accept"}, 401, "unauthorized"},
		"removing a stranger":          {remove("maya", "jonas"), 409, "not_friends"},
		"removing one who asked":       {remove("maya", "priya"), 409, "not_friends"},
		"removing nobody":              {remove("maya", "zed"), 404, "not_found"},
		"removing without a token":     {remove("", "tom"), 401, "unauthorized"},
		"listing without a token":      {call{method: "GET", path: "/v1/friend-requests"}, 401, "unauthorized"},
		"a direction that is none":     {call{user: "maya", operation: "listFriendRequests", method: "GET", path: "/v1/friend-requests?direction=up", offSpec: true}, 400, "validation_failed"},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(k.call)
			if status != k.status || v["code"] != k.code || v["detail"] == "" {
				t.Errorf("got %d %v, want %d %s", status, v, k.status, k.code)
			}
		})
	}
	if got := c.relation("maya", "priya") + ", " + c.relation("maya", "tom"); got != "asked_you requested, friends friends" {
		t.Errorf("a refusal changed something: %s", got)
	}
}

func TestAcceptedAndDeclinedAtOnce(t *testing.T) {
	c := open(t)
	statuses := atOnce(50, func(i int) int {
		answer := c.accept
		if i%2 == 1 {
			answer = c.decline
		}
		status, v := answer("maya", "frq_priya")
		if status != http.StatusOK && v["code"] != "already_accepted" && v["code"] != "already_declined" {
			t.Errorf("answer = %d %v", status, v)
		}
		return status
	})
	if got := c.relation("maya", "priya"); statuses[http.StatusOK] != 1 || got != "friends friends" && got != "none none" {
		t.Errorf("statuses %v, relations %s", statuses, got)
	}
}

// Two ask one another, fifty times at once: one request stands, seen from both
// sides.
func TestTwoAskOneAnotherAtOnce(t *testing.T) {
	c := open(t)
	statuses := atOnce(50, func(i int) int {
		pair := [2]string{"maya", "jonas"}
		status, v := c.ask(pair[i%2], pair[1-i%2])
		if status != http.StatusCreated && v["code"] != "request_pending" {
			t.Errorf("asking = %d %v", status, v)
		}
		return status
	})
	if got := c.relation("maya", "jonas"); statuses[http.StatusCreated] != 1 || got != "requested asked_you" && got != "asked_you requested" {
		t.Errorf("statuses %v, relations %s", statuses, got)
	}
	if maya, jonas := c.requests("maya", ""), c.requests("jonas", ""); len(maya) != 2 || len(jonas) != 1 || maya[1]["id"] != jonas[0]["id"] {
		t.Errorf("requests are %v and %v", maya, jonas)
	}
}

// Friends part, and ask anew, fifty times at once: both sides always agree.
func TestPartingAndAskingAtOnce(t *testing.T) {
	c := open(t)
	atOnce(50, func(i int) (status int) {
		switch i % 4 {
		case 0:
			status, _ = c.unfriend("maya", "tom")
		case 1:
			status, _ = c.unfriend("tom", "maya")
		case 2:
			status, _ = c.ask("maya", "tom")
		default:
			status, _ = c.ask("tom", "maya")
		}
		if status != http.StatusOK && status != http.StatusCreated && status != http.StatusConflict {
			t.Errorf("status %d", status)
		}
		return status
	})
	switch got := c.relation("maya", "tom"); got {
	case "none none", "requested asked_you", "asked_you requested":
	default:
		t.Errorf("relations are %s", got)
	}
}

func TestTheSameRequestSentFiftyTimes(t *testing.T) {
	c := open(t)
	statuses := atOnce(50, func(int) int {
		status, _ := c.do(call{user: "maya", operation: "sendFriendRequest", method: "POST", path: "/v1/friend-requests", body: `{"person_id":"jonas"}`, key: "k"})
		return status
	})
	n, err := c.store.Count(context.Background(), "USER#jonas", "REL#maya")
	if statuses[http.StatusCreated] != 50 || n != 1 || err != nil {
		t.Errorf("statuses %v, %d relations, err %v", statuses, n, err)
	}
}

package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Fifty friends of the host join while the host cancels: who is in was in before
// the cancellation, on both sides of the relation.
func TestFiftyJoinWhileTheHostCancels(t *testing.T) {
	c := open(t)
	friends := users(50)
	for _, friend := range friends {
		if err := c.store.Befriend(t.Context(), "maya", friend); err != nil {
			t.Fatal(err)
		}
	}
	_, made := c.outing("maya", "createOuting", "", sundayRun)
	id := made["id"].(string)
	statuses := atOnce(51, func(i int) int {
		if i == 25 {
			status, _ := c.outing("maya", "cancelOuting", id, "")
			return 1000 + status
		}
		status, v := c.outing(friends[i-i/26], "joinOuting", id, "")
		if status != http.StatusOK && v["code"] != "outing_cancelled" {
			t.Errorf("joining = %d %v", status, v)
		}
		return status
	})
	_, after := c.outing("maya", "getOuting", id, "")
	going := strings.Count(roles(after), " going")
	if statuses[1000+http.StatusOK] != 1 || after["status"] != "cancelled" || going != statuses[http.StatusOK] {
		t.Errorf("statuses %v; %d go to what is %v", statuses, going, after["status"])
	}
	listed := 0
	for _, friend := range friends {
		listed += len(c.list(friend, "listOutings", "/v1/outings?role=going", "outings"))
	}
	if listed != going {
		t.Errorf("%d go, and %d find it among theirs", going, listed)
	}
}

// One member joins, leaves and is invited, fifty times at once: they have one
// part or none, and both sides agree on it.
func TestOneMemberJoinsAndLeavesAtOnce(t *testing.T) {
	c := open(t)
	_, made := c.outing("maya", "createOuting", "", sundayRun)
	id := made["id"].(string)
	atOnce(50, func(i int) (status int) {
		switch i % 3 {
		case 0:
			status, _ = c.outing("tom", "joinOuting", id, "")
		case 1:
			status, _ = c.outing("tom", "leaveOuting", id, "")
		default:
			status, _ = c.outing("maya", "inviteToOuting", id, `{"person_ids":["tom"]}`)
		}
		if status != http.StatusOK && status != http.StatusConflict {
			t.Errorf("status %d", status)
		}
		return status
	})
	_, after := c.outing("tom", "getOuting", id, "")
	role := after["role"].(string)
	want := "maya host"
	if role != "open" {
		want += ", tom " + role
	}
	if roles(after) != want {
		t.Errorf("people are %s, and tom's role is %s", roles(after), role)
	}
	if n := len(c.list("tom", "listOutings", "/v1/outings?role="+role, "outings")); role != "open" && n != 1 {
		t.Errorf("tom finds %d outings as %s", n, role)
	}
}

func TestFiftyJoinsOfOneMember(t *testing.T) {
	c := open(t)
	statuses := atOnce(50, func(int) int {
		status, v := c.outing("maya", "joinOuting", "out_lake_sun", "")
		if status != http.StatusOK && v["code"] != "already_joined" {
			t.Errorf("joining = %d %v", status, v)
		}
		return status
	})
	_, after := c.outing("maya", "getOuting", "out_lake_sun", "")
	if statuses[http.StatusOK] != 1 || roles(after) != "lena going, maya going, tom host" {
		t.Errorf("statuses %v, people %s", statuses, roles(after))
	}
}

// Nobody is invited or comes in as a friend who is none any more.
func TestInvitedWhileTheFriendshipEnds(t *testing.T) {
	c := open(t)
	_, made := c.outing("maya", "createOuting", "", sundayRun)
	id := made["id"].(string)
	parted := false
	atOnce(50, func(i int) (status int) {
		var v map[string]any
		switch {
		case i == 25:
			status, _ = c.unfriend("tom", "maya")
			parted = status == http.StatusOK
			return status
		case i%2 == 0:
			status, v = c.outing("maya", "inviteToOuting", id, `{"person_ids":["tom"]}`)
		default:
			status, v = c.outing("tom", "joinOuting", id, "")
		}
		if code := v["code"]; status != http.StatusOK && code != "already_invited" && code != "already_joined" && code != "not_friends" && code != "not_invited" {
			t.Errorf("got %d %v", status, v)
		}
		return status
	})
	if !parted || c.relation("maya", "tom") != "none none" {
		t.Errorf("parted is %v, relations are %s", parted, c.relation("maya", "tom"))
	}
}

// Of fifty changes at once each rests on the one before: none is lost.
func TestFiftyChangesAtOnce(t *testing.T) {
	c := open(t)
	_, made := c.outing("maya", "createOuting", "", sundayRun)
	id := made["id"].(string)
	statuses := atOnce(50, func(i int) int {
		body := fmt.Sprintf(`{"name":"Run %d"}`, i)
		if i%2 == 1 {
			body = fmt.Sprintf(`{"meeting_point":"Place %d"}`, i)
		}
		status, _ := c.outing("maya", "changeOuting", id, body)
		return status
	})
	_, after := c.outing("maya", "getOuting", id, "")
	version, err := c.store.Version(t.Context(), id)
	if err != nil || version != 51 {
		t.Errorf("the outing was written %d times, want 51; err %v", version, err)
	}
	if statuses[http.StatusOK] != 50 || !strings.HasPrefix(after["name"].(string), "Run ") || !strings.HasPrefix(after["meeting_point"].(string), "Place ") {
		t.Errorf("statuses %v, outing %v", statuses, after)
	}
}

func TestTheSameOutingSentFiftyTimes(t *testing.T) {
	c := open(t)
	statuses := atOnce(50, func(int) int {
		in := outingCall("maya", "createOuting", "", with(sundayRun, `{"invite_ids":["tom","lena"]}`))
		in.key = "k"
		status, _ := c.do(in)
		return status
	})
	if list := c.list("maya", "listOutings", "/v1/outings?role=host", "outings"); statuses[http.StatusCreated] != 50 || len(list) != 1 {
		t.Errorf("statuses %v, outings %v", statuses, list)
	}
}

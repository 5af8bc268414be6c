package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"troth/apps/coach/api"
)

// as gives a call for what is a user's own.
func as(user, operation, method, path, body string) call {
	return call{user: user, operation: operation, method: method, path: "/v1/my/" + path, body: body}
}

func offSpec(in call) call {
	in.offSpec = true
	return in
}

func keyed(in call, key string) call {
	in.key = key
	return in
}

const triangle = `{"name":"Evening loop","activity":"run","waypoints":[{"lat":47.36,"lon":8.52},{"lat":47.37,"lon":8.52},{"lat":47.36,"lon":8.53},{"lat":47.36,"lon":8.52}]}`

func (c *club) myRoutes(user string) string {
	c.t.Helper()
	_, v := c.do(as(user, "listMyRoutes", "GET", "routes", ""))
	return ids(v, "routes")
}

func TestARouteOfOnesOwn(t *testing.T) {
	c := open(t)
	status, route := c.do(as("maya", "createRoute", "POST", "routes", triangle))
	// A hundredth of a degree is 1.11 km of latitude, 0.75 km of longitude there.
	if status != http.StatusCreated || route["km"] != 3.21 || route["minutes"] != 19.0 || route["source"] != "own" || route["created"] != "2026-03-04T09:00:00Z" {
		t.Fatalf("route = %d %v", status, route)
	}
	id := route["id"].(string)
	if got := c.myRoutes("maya"); got != id+" rte_maya_wiedikon" {
		t.Errorf("maya's routes are %q", got)
	}
	if got := c.myRoutes("tom"); got != "rte_tom_commute" {
		t.Errorf("tom's routes are %q", got)
	}
	if status, v := c.do(as("maya", "renameRoute", "PATCH", "routes/"+id, `{"name":" Zum Feierabend "}`)); status != 200 || v["name"] != "Zum Feierabend" || v["km"] != 3.21 {
		t.Errorf("renaming = %d %v", status, v)
	}
	if got := c.myRoutes("maya"); got != "rte_maya_wiedikon "+id {
		t.Errorf("by their names, maya's routes are %q", got)
	}
	gone := as("maya", "deleteRoute", "DELETE", "routes/"+id, "")
	if status, v := c.do(gone); status != 200 || v["name"] != "Zum Feierabend" {
		t.Errorf("deleting = %d %v", status, v)
	}
	if status, v := c.do(gone); status != 404 || v["code"] != "not_found" {
		t.Errorf("deleting again = %d %v", status, v)
	}
}

func TestAPublicRouteIsKept(t *testing.T) {
	c := open(t)
	save := as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"rte_sihl_path"}`)
	status, saved := c.do(save)
	if status != http.StatusCreated || saved["id"] != "rte_sihl_path" || saved["source"] != "saved" || saved["level"] != "moderate" {
		t.Fatalf("saving = %d %v", status, saved)
	}
	if status, v := c.do(save); status != 409 || v["code"] != "already_saved" {
		t.Errorf("saving again = %d %v", status, v)
	}
	save.user = "tom"
	if status, _ := c.do(save); status != http.StatusCreated {
		t.Errorf("saving for another = %d", status)
	}
	c.do(as("maya", "renameRoute", "PATCH", "routes/rte_sihl_path", `{"name":"My river"}`))
	_, public := c.do(call{method: "GET", path: "/v1/routes/rte_sihl_path"})
	if public["name"] != "Sihl River Path" {
		t.Errorf("for everybody it is now called %v", public["name"])
	}
	for query, want := range map[string]string{"?source=saved": "rte_sihl_path", "?source=own": "rte_maya_wiedikon", "?activity=run": "rte_sihl_path rte_maya_wiedikon", "?activity=hike": ""} {
		if _, v := c.do(as("maya", "listMyRoutes", "GET", "routes"+query, "")); ids(v, "routes") != want {
			t.Errorf("%s gives %q, want %q", query, ids(v, "routes"), want)
		}
	}
	if status, _ := c.do(as("maya", "deleteRoute", "DELETE", "routes/rte_sihl_path", "")); status != 200 || c.myRoutes("maya") != "rte_maya_wiedikon" {
		t.Errorf("after deleting (%d), maya has %q", status, c.myRoutes("maya"))
	}
	if got := c.myRoutes("tom"); !strings.Contains(got, "rte_sihl_path") {
		t.Errorf("tom has only %q", got)
	}
}

func TestTheSameKeyCreatesOnce(t *testing.T) {
	c := open(t)
	workout := `{"date":"2026-03-06","kind":"run","km":5}`
	for name, k := range map[string]struct{ call, other call }{
		"a route": {as("maya", "createRoute", "POST", "routes", triangle), as("maya", "createRoute", "POST", "routes", strings.Replace(triangle, "Evening", "Morning", 1))},
		"keeping": {as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"rte_sihl_path"}`), as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"rte_uetliberg_ridge"}`)},
		"workout": {as("maya", "addWorkout", "POST", "workouts", workout), as("maya", "addWorkout", "POST", "workouts", strings.Replace(workout, "5", "6", 1))},
	} {
		t.Run(name, func(t *testing.T) {
			_, first := c.do(keyed(k.call, "k1"))
			status, second := c.do(keyed(k.call, "k1"))
			if status != http.StatusCreated || fmt.Sprint(first) != fmt.Sprint(second) {
				t.Errorf("the second answer is %d %v, the first %v", status, second, first)
			}
			if status, v := c.do(keyed(k.other, "k1")); status != 409 || v["code"] != "key_reused" {
				t.Errorf("the key for another request: %d %v", status, v)
			}
			k.call.user = "lena"
			if status, _ := c.do(keyed(k.call, "k1")); status != http.StatusCreated {
				t.Errorf("the key of another user: %d", status)
			}
		})
	}
	if got := c.myRoutes("maya"); len(strings.Fields(got)) != 3 {
		t.Errorf("maya has %q", got)
	}
}

func TestMyRouteRefusals(t *testing.T) {
	c := open(t)
	create := func(body string) call { return offSpec(as("maya", "createRoute", "POST", "routes", body)) }
	points := func(n int) string {
		return `{"name":"x","activity":"run","waypoints":[` + strings.TrimSuffix(strings.Repeat(`{"lat":47,"lon":8},`, n), ",") + `]}`
	}
	save := func(id string) call { return as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"`+id+`"}`) }
	c.refuses(t, map[string]refused{
		"no token":                  {call{method: "GET", path: "/v1/my/routes"}, 401, "unauthorized"},
		"another tool's token":      {as("maya", "getPlan", "GET", "routes", ""), 401, "unauthorized"},
		"a source that is none":     {offSpec(as("maya", "listMyRoutes", "GET", "routes?source=stolen", "")), 400, "validation_failed"},
		"an activity listed":        {offSpec(as("maya", "listMyRoutes", "GET", "routes?activity=fly", "")), 400, "validation_failed"},
		"an activity that is none":  {create(strings.Replace(triangle, "run", "fly", 1)), 400, "validation_failed"},
		"no activity":               {create(`{"name":"x","waypoints":[]}`), 400, "validation_failed"},
		"no name":                   {create(strings.Replace(triangle, "Evening loop", " ", 1)), 400, "validation_failed"},
		"a name too long":           {create(strings.Replace(triangle, "Evening loop", strings.Repeat("ü", 81), 1)), 400, "validation_failed"},
		"one waypoint":              {create(points(1)), 400, "validation_failed"},
		"51 waypoints":              {create(points(51)), 400, "validation_failed"},
		"half a waypoint":           {create(strings.Replace(triangle, `,"lon":8.53`, "", 1)), 400, "validation_failed"},
		"a waypoint beyond the map": {create(strings.Replace(triangle, "8.53", "181", 1)), 400, "validation_failed"},
		"a field too many":          {create(strings.Replace(triangle, `"lat"`, `"ele":1,"lat"`, 1)), 400, "validation_failed"},
		"no way between":            {as("maya", "createRoute", "POST", "routes", points(2)), 400, "validation_failed"},
		"round the world":           {as("maya", "createRoute", "POST", "routes", strings.Replace(triangle, "8.53", "108.53", 1)), 400, "validation_failed"},
		"saving no id":              {offSpec(save("x")), 400, "validation_failed"},
		"saving without a body":     {offSpec(as("maya", "saveRoute", "POST", "saved-routes", "{")), 400, "validation_failed"},
		"saving what is none":       {save("rte_nope"), 404, "not_found"},
		"saving another's own":      {save("rte_tom_commute"), 404, "not_found"},
		"renaming another's":        {as("maya", "renameRoute", "PATCH", "routes/rte_tom_commute", `{"name":"Mine"}`), 403, "forbidden"},
		"renaming what is none":     {as("maya", "renameRoute", "PATCH", "routes/rte_nope", `{"name":"Mine"}`), 404, "not_found"},
		"renaming what is not kept": {as("maya", "renameRoute", "PATCH", "routes/rte_sihl_path", `{"name":"Mine"}`), 404, "not_found"},
		"renaming to nothing":       {offSpec(as("maya", "renameRoute", "PATCH", "routes/rte_maya_wiedikon", `{"name":""}`)), 400, "validation_failed"},
		"renaming without a body":   {offSpec(as("maya", "renameRoute", "PATCH", "routes/rte_maya_wiedikon", "")), 400, "validation_failed"},
		"deleting another's":        {as("maya", "deleteRoute", "DELETE", "routes/rte_tom_commute", ""), 403, "forbidden"},
		"deleting what is none":     {as("maya", "deleteRoute", "DELETE", "routes/rte_nope", ""), 404, "not_found"},
	})
	if got := c.myRoutes("maya"); got != "rte_maya_wiedikon" {
		t.Errorf("after refusals, maya has %q", got)
	}
}

func TestAListHoldsOnlySoManyRoutes(t *testing.T) {
	c := open(t)
	add := func(n int) error {
		a := api.Asked{User: "maya", Operation: "createRoute"}
		return c.store.AddRoute(context.Background(), a, api.MyRoute{ID: fmt.Sprintf("rte_%d", n), Source: api.OwnRoute})
	}
	for n := 1; n < api.MostRoutes-1; n++ { // one is there already, one is added below
		if err := add(n); err != nil {
			t.Fatal(err)
		}
	}
	statuses := together(10, func(int) int {
		status, _ := c.do(as("maya", "createRoute", "POST", "routes", triangle))
		return status
	})
	if statuses[http.StatusCreated] != 1 || statuses[http.StatusConflict] != 9 {
		t.Errorf("for the last place in the list, statuses were %v", statuses)
	}
	if status, v := c.do(as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"rte_sihl_path"}`)); status != 409 || v["code"] != "too_many_routes" {
		t.Errorf("beyond the limit = %d %v", status, v)
	}
	if status, _ := c.do(as("maya", "deleteRoute", "DELETE", "routes/rte_maya_wiedikon", "")); status != 200 {
		t.Errorf("deleting = %d", status)
	}
	if status, _ := c.do(as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"rte_sihl_path"}`)); status != http.StatusCreated {
		t.Errorf("with room again = %d", status)
	}
}

func TestARouteIsKeptOnce(t *testing.T) {
	c := open(t)
	statuses := together(20, func(int) int {
		status, _ := c.do(as("maya", "saveRoute", "POST", "saved-routes", `{"route_id":"rte_sihl_path"}`))
		return status
	})
	if statuses[http.StatusCreated] != 1 || statuses[http.StatusConflict] != 19 {
		t.Errorf("statuses were %v", statuses)
	}
}

func TestARouteThatChangedMeanwhile(t *testing.T) {
	c, ctx := open(t), context.Background()
	was, _, err := c.store.MyRoute(ctx, "maya", "rte_maya_wiedikon")
	if err != nil {
		t.Fatal(err)
	}
	is := was
	is.Name = "Another"
	if err := c.store.ReplaceRoute(ctx, "maya", was, is); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"renaming": c.store.ReplaceRoute(ctx, "maya", was, is), "deleting": c.store.DeleteRoute(ctx, "maya", was)} {
		if err == nil || !strings.Contains(err.Error(), "changed_meanwhile") {
			t.Errorf("%s what was read before: %v", name, err)
		}
	}
}

// together runs n calls at the same time, and counts their statuses.
func together(n int, do func(i int) int) map[int]int {
	var group sync.WaitGroup
	statuses := make([]int, n)
	for i := range n {
		group.Go(func() { statuses[i] = do(i) })
	}
	group.Wait()
	counts := map[int]int{}
	for _, status := range statuses {
		counts[status]++
	}
	return counts
}

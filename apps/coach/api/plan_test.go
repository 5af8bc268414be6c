package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"troth/apps/coach/api"
)

func (c *club) plan(user, query string) string {
	c.t.Helper()
	_, v := c.do(as(user, "getPlan", "GET", "plan"+query, ""))
	return ids(v, "workouts")
}

func addOn(date string) call {
	return as("maya", "addWorkout", "POST", "workouts", `{"date":"`+date+`","kind":"run","km":7.5}`)
}

func moveTo(id, date string) call {
	return as("maya", "moveWorkout", "PATCH", "workouts/"+id, `{"date":"`+date+`"}`)
}

func TestGetPlan(t *testing.T) {
	c := open(t)
	for query, want := range map[string]string{
		"":                               "wko_maya_tempo wko_maya_long wko_maya_stretch wko_maya_strength",
		"?from=2026-03-08&to=2026-03-08": "wko_maya_long wko_maya_stretch",
		"?from=2026-03-01&to=2026-03-05": "wko_maya_done wko_maya_tempo",
		"?to=2026-03-05":                 "wko_maya_tempo",
		"?from=2026-03-10":               "",
		"?from=2025-03-09&to=2026-03-08": "wko_maya_done wko_maya_tempo wko_maya_long wko_maya_stretch",
	} {
		if got := c.plan("maya", query); got != want {
			t.Errorf("%q gives %q, want %q", query, got, want)
		}
	}
	_, v := c.do(as("lena", "getPlan", "GET", "plan", ""))
	if v["total"] != 0.0 || v["from"] != "2026-03-04" || v["to"] != "2026-03-17" {
		t.Errorf("an empty plan is %v", v)
	}
}

func TestAWorkoutFromPlanToDone(t *testing.T) {
	c := open(t)
	status, w := c.do(as("maya", "addWorkout", "POST", "workouts", `{"date":"2026-03-04","kind":"run","km":7.5,"minutes":45,"note":" Easy "}`))
	if status != http.StatusCreated || w["name"] != "Run, 7.5 km, 45 min" || w["note"] != "Easy" || w["status"] != "planned" {
		t.Fatalf("workout = %d %v", status, w)
	}
	id := w["id"].(string)
	if status, v := c.do(moveTo(id, "2026-03-06")); status != 200 || v["date"] != "2026-03-06" || v["id"] != id {
		t.Errorf("moving = %d %v", status, v)
	}
	if got := c.plan("maya", "?to=2026-03-06"); got != "wko_maya_tempo "+id {
		t.Errorf("the plan is %q", got)
	}
	c.now = wednesday.Add(48 * time.Hour)
	complete := as("maya", "completeWorkout", "POST", "workouts/"+id+"/completion", `{"km":8.2}`)
	status, v := c.do(complete)
	if _, timed := v["done_minutes"]; timed || status != 200 || v["status"] != "done" || v["done_km"] != 8.2 || v["completed"] != "2026-03-06T09:00:00Z" {
		t.Errorf("completing = %d %v", status, v)
	}
	c.refuses(t, map[string]refused{
		"completing again":      {complete, 409, "already_completed"},
		"moving what is done":   {moveTo(id, "2026-03-09"), 409, "already_completed"},
		"removing what is done": {as("maya", "removeWorkout", "DELETE", "workouts/"+id, ""), 409, "already_completed"},
	})
}

func TestAWorkoutDoneAsPlanned(t *testing.T) {
	c := open(t)
	c.now = wednesday.Add(24 * time.Hour)
	_, v := c.do(as("maya", "completeWorkout", "POST", "workouts/wko_maya_tempo/completion", `{}`))
	if v["done_minutes"] != 50.0 || v["done_km"] != 8.0 {
		t.Errorf("done was %v", v)
	}
}

func TestARemovedWorkoutGivesItsDayRoom(t *testing.T) {
	c := open(t)
	if status, v := c.do(addOn("2026-03-08")); status != 409 || v["code"] != "day_full" {
		t.Errorf("a third workout = %d %v", status, v)
	}
	remove := as("maya", "removeWorkout", "DELETE", "workouts/wko_maya_stretch", "")
	if status, v := c.do(remove); status != 200 || v["name"] != "Mobility, 20 min" {
		t.Errorf("removing = %d %v", status, v)
	}
	if status, v := c.do(remove); status != 404 || v["code"] != "not_found" {
		t.Errorf("removing again = %d %v", status, v)
	}
	if status, _ := c.do(moveTo("wko_maya_tempo", "2026-03-08")); status != 200 {
		t.Errorf("moving to where there is room = %d", status)
	}
	if status, v := c.do(moveTo("wko_maya_strength", "2026-03-08")); status != 409 || v["code"] != "day_full" {
		t.Errorf("moving to a full day = %d %v", status, v)
	}
	if status, _ := c.do(addOn("2026-03-05")); status != http.StatusCreated {
		t.Errorf("adding on the day that was left = %d", status)
	}
}

func TestPlanRefusals(t *testing.T) {
	c := open(t)
	add := func(body string) call { return offSpec(as("maya", "addWorkout", "POST", "workouts", body)) }
	plan := func(query string) call { return as("maya", "getPlan", "GET", "plan?"+query, "") }
	complete := func(id, body string) call {
		return as("maya", "completeWorkout", "POST", "workouts/"+id+"/completion", body)
	}
	c.refuses(t, map[string]refused{
		"no token":                {call{method: "GET", path: "/v1/my/plan"}, 401, "unauthorized"},
		"a first day that's none": {offSpec(plan("from=soon")), 400, "validation_failed"},
		"a last day that's none":  {offSpec(plan("to=2026-02-30")), 400, "validation_failed"},
		"days in reverse":         {plan("from=2026-03-08&to=2026-03-07"), 400, "validation_failed"},
		"more than a year":        {plan("from=2026-03-08&to=2027-03-09"), 400, "validation_failed"},
		"adding without a body":   {add(""), 400, "validation_failed"},
		"a day that is none":      {add(`{"date":"friday","kind":"run","km":5}`), 400, "validation_failed"},
		"a kind that is none":     {add(`{"date":"2026-03-06","kind":"chess","km":5}`), 400, "validation_failed"},
		"no kind":                 {add(`{"date":"2026-03-06","km":5}`), 400, "validation_failed"},
		"no minutes":              {add(`{"date":"2026-03-06","kind":"run","minutes":0}`), 400, "validation_failed"},
		"more than a day":         {add(`{"date":"2026-03-06","kind":"run","minutes":1441}`), 400, "validation_failed"},
		"no kilometres":           {add(`{"date":"2026-03-06","kind":"run","km":0}`), 400, "validation_failed"},
		"too many kilometres":     {add(`{"date":"2026-03-06","kind":"run","km":501}`), 400, "validation_failed"},
		"a note too long":         {add(`{"date":"2026-03-06","kind":"run","km":5,"note":"` + strings.Repeat("a", 301) + `"}`), 400, "validation_failed"},
		"neither minutes nor km":  {as("maya", "addWorkout", "POST", "workouts", `{"date":"2026-03-06","kind":"run"}`), 400, "validation_failed"},
		"a past day":              {addOn("2026-03-03"), 409, "in_the_past"},
		"moving without a body":   {offSpec(as("maya", "moveWorkout", "PATCH", "workouts/wko_maya_tempo", "")), 400, "validation_failed"},
		"moving to no day":        {offSpec(moveTo("wko_maya_tempo", "tomorrow")), 400, "validation_failed"},
		"moving to a past day":    {moveTo("wko_maya_tempo", "2026-03-03"), 409, "in_the_past"},
		"moving to the same day":  {moveTo("wko_maya_tempo", "2026-03-05"), 409, "same_date"},
		"moving another's":        {moveTo("wko_tom_ride", "2026-03-09"), 403, "forbidden"},
		"moving what is none":     {moveTo("wko_nope", "2026-03-09"), 404, "not_found"},
		"removing another's":      {as("maya", "removeWorkout", "DELETE", "workouts/wko_tom_ride", ""), 403, "forbidden"},
		"removing what is none":   {as("maya", "removeWorkout", "DELETE", "workouts/wko_nope", ""), 404, "not_found"},
		"removing what is done":   {as("maya", "removeWorkout", "DELETE", "workouts/wko_maya_done", ""), 409, "already_completed"},
		"completing too early":    {complete("wko_maya_tempo", `{}`), 409, "in_the_future"},
		"completing another's":    {complete("wko_tom_ride", `{}`), 403, "forbidden"},
		"completing what is none": {complete("wko_nope", `{}`), 404, "not_found"},
		"completing what is done": {complete("wko_maya_done", `{"km":6}`), 409, "already_completed"},
		"completing no minutes":   {offSpec(complete("wko_maya_tempo", `{"minutes":0}`)), 400, "validation_failed"},
		"completing with no body": {offSpec(complete("wko_maya_tempo", "")), 400, "validation_failed"},
	})
	if got := c.plan("maya", "?from=2026-03-01&to=2026-03-31"); got != "wko_maya_done wko_maya_tempo wko_maya_long wko_maya_stretch wko_maya_strength" {
		t.Errorf("after refusals, the plan is %q", got)
	}
}

// TestTodayIsTheClubsDay looks at half past midnight in Zürich, when it is still
// the day before in UTC.
func TestTodayIsTheClubsDay(t *testing.T) {
	c := open(t)
	c.now = time.Date(2026, 3, 4, 23, 30, 0, 0, time.UTC)
	if status, v := c.do(addOn("2026-03-04")); status != 409 || v["code"] != "in_the_past" {
		t.Errorf("yesterday = %d %v", status, v)
	}
	if status, _ := c.do(as("maya", "completeWorkout", "POST", "workouts/wko_maya_tempo/completion", `{}`)); status != 200 {
		t.Errorf("completing on its day = %d", status)
	}
}

func TestADayNeverHoldsMoreThanTwo(t *testing.T) {
	c := open(t)
	statuses := together(20, func(i int) int {
		if i == 0 {
			status, _ := c.do(moveTo("wko_maya_strength", "2026-03-05"))
			return status * 1000
		}
		status, _ := c.do(addOn("2026-03-05"))
		return status
	})
	// One was there, so one of all these could win.
	if won := statuses[http.StatusCreated] + statuses[200_000]; won != 1 || statuses[http.StatusConflict]+statuses[409_000] != 19 {
		t.Errorf("statuses were %v", statuses)
	}
	if got := c.plan("maya", "?from=2026-03-05&to=2026-03-05"); len(strings.Fields(got)) != 2 {
		t.Errorf("the day holds %q", got)
	}
}

func TestAWorkoutIsCompletedOrRemovedOnce(t *testing.T) {
	c := open(t)
	c.now = wednesday.Add(24 * time.Hour)
	statuses := together(20, func(i int) int {
		in := as("maya", "completeWorkout", "POST", "workouts/wko_maya_tempo/completion", fmt.Sprintf(`{"km":%d}`, i+1))
		if i%2 == 0 {
			in = as("maya", "removeWorkout", "DELETE", "workouts/wko_maya_tempo", "")
		}
		status, _ := c.do(in)
		return status
	})
	if statuses[200] != 1 || statuses[404]+statuses[409] != 19 {
		t.Errorf("statuses were %v", statuses)
	}
}

func TestTheSameKeyAtTheSameTime(t *testing.T) {
	c := open(t)
	statuses := together(20, func(int) int {
		status, _ := c.do(keyed(addOn("2026-03-05"), "k1"))
		return status
	})
	if statuses[http.StatusCreated] != 20 {
		t.Errorf("statuses were %v", statuses)
	}
	if got := c.plan("maya", "?from=2026-03-05&to=2026-03-05"); len(strings.Fields(got)) != 2 {
		t.Errorf("the day holds %q", got)
	}
}

func TestAWorkoutThatChangedMeanwhile(t *testing.T) {
	c, ctx := open(t), context.Background()
	was, err := c.store.Workout(ctx, "maya", "2026-03-05", "wko_maya_tempo")
	if err != nil {
		t.Fatal(err)
	}
	is := was
	is.Date = "2026-03-06"
	if err := c.store.MoveWorkout(ctx, "maya", was, is); err != nil {
		t.Fatal(err)
	}
	_, gone := c.store.Workout(ctx, "maya", "2026-03-05", "wko_maya_tempo")
	for name, err := range map[string]error{
		"reading":    gone,
		"moving":     c.store.MoveWorkout(ctx, "maya", was, is),
		"removing":   c.store.RemoveWorkout(ctx, "maya", was),
		"completing": c.store.ReplaceWorkout(ctx, "maya", was, api.Workout{ID: was.ID, Date: was.Date, Status: api.Done}),
	} {
		if err == nil || !strings.Contains(err.Error(), "changed_meanwhile") {
			t.Errorf("%s what was read before: %v", name, err)
		}
	}
}

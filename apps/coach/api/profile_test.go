package api_test

import (
	"strings"
	"testing"
)

func setFact(key, value string) call {
	return as("maya", "setProfileFact", "PUT", "profile/"+key, `{"value":"`+value+`"}`)
}

func (c *club) profile(user string) string {
	c.t.Helper()
	_, v := c.do(as(user, "getProfile", "GET", "profile", ""))
	var facts []string
	for _, f := range v["facts"].([]any) {
		fact := f.(map[string]any)
		facts = append(facts, fact["key"].(string)+"="+fact["value"].(string))
	}
	return strings.Join(facts, " ")
}

func TestProfile(t *testing.T) {
	c := open(t)
	for key, value := range map[string]string{"goal": "Finish a triathlon", "resting_heart_rate": "54", "injury": "Left knee", "weekly_hours": "6.5", "units": "imperial"} {
		status, v := c.do(setFact(key, " "+value+" "))
		if status != 200 || v["key"] != key || v["value"] != value || v["updated"] != "2026-03-04T09:00:00Z" {
			t.Errorf("setting %s = %d %v", key, status, v)
		}
	}
	remove := as("maya", "removeProfileFact", "DELETE", "profile/injury", "")
	if status, v := c.do(remove); status != 200 || v["value"] != "Left knee" {
		t.Errorf("removing = %d %v", status, v)
	}
	if status, v := c.do(remove); status != 404 || v["code"] != "not_found" {
		t.Errorf("removing again = %d %v", status, v)
	}
	if got, want := c.profile("maya"), "goal=Finish a triathlon resting_heart_rate=54 units=imperial weekly_hours=6.5"; got != want {
		t.Errorf("the profile is %q, want %q", got, want)
	}
	if got := c.profile("tom"); got != "goal=A hundred kilometres on the bike" {
		t.Errorf("tom's profile is %q", got)
	}
}

func TestProfileRefusals(t *testing.T) {
	c := open(t)
	c.refuses(t, map[string]refused{
		"no token":                {call{method: "GET", path: "/v1/my/profile"}, 401, "unauthorized"},
		"a fact that is none":     {offSpec(setFact("shoe_size", "42")), 400, "validation_failed"},
		"no body":                 {offSpec(as("maya", "setProfileFact", "PUT", "profile/goal", "")), 400, "validation_failed"},
		"no value":                {offSpec(setFact("goal", "")), 400, "validation_failed"},
		"only space":              {setFact("goal", "  "), 400, "validation_failed"},
		"too long a value":        {offSpec(setFact("goal", strings.Repeat("a", 201))), 400, "validation_failed"},
		"a heart that races":      {setFact("resting_heart_rate", "190"), 400, "validation_failed"},
		"a heart rate in words":   {setFact("resting_heart_rate", "low"), 400, "validation_failed"},
		"a week of training":      {setFact("weekly_hours", "168"), 400, "validation_failed"},
		"hours that are none":     {setFact("weekly_hours", "NaN"), 400, "validation_failed"},
		"units of another kind":   {setFact("units", "nautical"), 400, "validation_failed"},
		"removing what isn't set": {as("maya", "removeProfileFact", "DELETE", "profile/injury", ""), 404, "not_found"},
	})
	if got := c.profile("maya"); got != "goal=A half marathon in less than two hours units=metric weekly_hours=5" {
		t.Errorf("after refusals, the profile is %q", got)
	}
}

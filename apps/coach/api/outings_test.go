package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const sundayRun = `{"name":"Sunday Run","start":"2026-03-08T09:30:00+01:00","meeting_point":"Bellevue, under the clock","activity":"running"}`

// with gives an outing's JSON with fields set; a field that is null is left out.
func with(outing, fields string) string {
	var all, more map[string]any
	_ = json.Unmarshal([]byte(outing), &all)
	_ = json.Unmarshal([]byte(fields), &more)
	for name, v := range more {
		if all[name] = v; v == nil {
			delete(all, name)
		}
	}
	text, _ := json.Marshal(all)
	return string(text)
}

func outingCall(user, operation, id, body string) call {
	in := call{user: user, operation: operation, path: "/v1/outings/" + id, body: body}
	switch operation {
	case "listOutings":
		in.method, in.path = "GET", "/v1/outings"+id
	case "createOuting":
		in.method, in.path = "POST", "/v1/outings"
	case "getOuting":
		in.method = "GET"
	case "changeOuting":
		in.method = "PATCH"
	case "cancelOuting":
		in.method = "DELETE"
	case "inviteToOuting":
		in.method, in.path = "POST", in.path+"/invites"
	case "joinOuting":
		in.method, in.path = "POST", in.path+"/join"
	case "leaveOuting":
		in.method, in.path = "POST", in.path+"/leave"
	}
	return in
}

func (c *club) outing(user, operation, id, body string) (int, map[string]any) {
	c.t.Helper()
	return c.do(outingCall(user, operation, id, body))
}

// roles tells who has which part in an outing, in the order of their ids.
func roles(outing map[string]any) string {
	var list []string
	for _, g := range outing["people"].([]any) {
		list = append(list, fmt.Sprint(g.(map[string]any)["id"], " ", g.(map[string]any)["role"]))
	}
	return strings.Join(list, ", ")
}

func TestAnOutingFromPlanToCancellation(t *testing.T) {
	c := open(t)
	status, made := c.outing("maya", "createOuting", "", with(sundayRun, `{"invite_ids":["tom"],"route":" Along the lake to Zollikon and back, 8 km "}`))
	if status != http.StatusCreated || made["host_name"] != "Maya Keller" || made["role"] != "host" || made["status"] != "planned" ||
		made["meeting_point"] != "Bellevue, under the clock" || made["route"] != "Along the lake to Zollikon and back, 8 km" || made["start"] != "2026-03-08T09:30:00+01:00" {
		t.Fatalf("made = %d %v", status, made)
	}
	id := made["id"].(string)
	steps := []struct {
		user, operation, body string
		role, people          string
	}{
		{"tom", "getOuting", "", "invited", "maya host, tom invited"},
		{"lena", "getOuting", "", "open", "maya host, tom invited"},
		{"tom", "joinOuting", "", "going", "maya host, tom going"},
		{"lena", "joinOuting", "", "going", "lena going, maya host, tom going"},
		{"tom", "leaveOuting", "", "open", "lena going, maya host"},
		{"maya", "inviteToOuting", `{"person_ids":["tom"]}`, "host", "lena going, maya host, tom invited"},
		{"maya", "changeOuting", `{"name":"Sunday Long Run","start":"2026-03-08T07:00:00Z"}`, "host", "lena going, maya host, tom invited"},
		{"maya", "changeOuting", `{"meeting_point":"Bürkliplatz"}`, "host", "lena going, maya host, tom invited"},
		{"maya", "cancelOuting", "", "host", "lena going, maya host, tom invited"},
	}
	for _, step := range steps {
		status, v := c.outing(step.user, step.operation, id, step.body)
		if status != http.StatusOK || v["role"] != step.role || roles(v) != step.people {
			t.Errorf("%s %s: %d, role %v, people %s; want %s, %s", step.user, step.operation, status, v["role"], roles(v), step.role, step.people)
		}
	}
	_, v := c.outing("lena", "getOuting", id, "")
	if v["name"] != "Sunday Long Run" || v["start"] != "2026-03-08T08:00:00+01:00" || v["meeting_point"] != "Bürkliplatz" || v["status"] != "cancelled" {
		t.Errorf("at the end it is %v", v)
	}
}

func TestListOutings(t *testing.T) {
	c := open(t)
	cases := map[string]struct{ user, query, want string }{
		"all of hers":      {"maya", "", "out_walk_last out_lake_sun"},
		"to come":          {"maya", "?upcoming=true", "out_lake_sun"},
		"invited":          {"maya", "?role=invited", "out_lake_sun"},
		"going":            {"maya", "?role=going", "out_walk_last"},
		"going, to come":   {"maya", "?role=going&upcoming=true", ""},
		"hosted":           {"tom", "?role=host", "out_walk_last out_lake_sun"},
		"of friends, open": {"maya", "?role=open&upcoming=true", "out_hill_sat"},
		"of nobody":        {"jonas", "?role=open", ""},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			var ids []string
			for _, o := range c.list(k.user, "listOutings", "/v1/outings"+k.query, "outings") {
				ids = append(ids, o["id"].(string))
			}
			if got := strings.Join(ids, " "); got != k.want {
				t.Errorf("outings %q, want %q", got, k.want)
			}
		})
	}
	c.outing("tom", "cancelOuting", "out_lake_sun", "")
	if list := c.list("maya", "listOutings", "/v1/outings?upcoming=true", "outings"); len(list) != 0 {
		t.Errorf("a cancelled outing is to come: %v", list)
	}
}

func TestWhatOutingsRefuse(t *testing.T) {
	c := open(t)
	_, mine := c.outing("maya", "createOuting", "", with(sundayRun, `{"invite_ids":["tom"]}`))
	_, off := c.outing("maya", "createOuting", "", with(sundayRun, `{"invite_ids":["lena"]}`))
	id, gone := mine["id"].(string), off["id"].(string)
	c.outing("maya", "cancelOuting", gone, "")
	create := func(fields string) call { return outingCall("maya", "createOuting", "", with(sundayRun, fields)) }
	offSpec := func(in call) call { in.offSpec = true; return in }
	long := func(n int) string { return `"` + strings.Repeat("ä", n) + `"` }
	var many []string
	for i := range 21 {
		many = append(many, fmt.Sprintf("m%d", i))
	}
	tooMany, _ := json.Marshal(many)
	cases := map[string]struct {
		call   call
		status int
		code   string
	}{
		"no JSON":                       {offSpec(outingCall("maya", "createOuting", "", `{`)), 400, "validation_failed"},
		"a field too many":              {offSpec(create(`{"host":"tom"}`)), 400, "validation_failed"},
		"no name":                       {offSpec(create(`{"name":null}`)), 400, "validation_failed"},
		"a name of blanks":              {create(`{"name":"  "}`), 400, "validation_failed"},
		"too long a name":               {offSpec(create(`{"name":` + long(81) + `}`)), 400, "validation_failed"},
		"no meeting point":              {offSpec(create(`{"meeting_point":null}`)), 400, "validation_failed"},
		"too long a meeting point":      {offSpec(create(`{"meeting_point":` + long(201) + `}`)), 400, "validation_failed"},
		"too long a route":              {offSpec(create(`{"route":` + long(1001) + `}`)), 400, "validation_failed"},
		"no start":                      {offSpec(create(`{"start":null}`)), 400, "validation_failed"},
		"a start that is none":          {offSpec(create(`{"start":"on Sunday"}`)), 400, "validation_failed"},
		"a past start":                  {create(`{"start":"2026-03-01T09:30:00+01:00"}`), 409, "in_the_past"},
		"an activity that is none":      {offSpec(create(`{"activity":"knitting"}`)), 400, "validation_failed"},
		"no activity":                   {offSpec(create(`{"activity":null}`)), 400, "validation_failed"},
		"inviting a stranger with it":   {create(`{"invite_ids":["tom","jonas"]}`), 409, "not_friends"},
		"inviting one who asked":        {create(`{"invite_ids":["priya"]}`), 409, "not_friends"},
		"inviting nobody there is":      {create(`{"invite_ids":["zed"]}`), 404, "not_found"},
		"inviting oneself with it":      {create(`{"invite_ids":["maya"]}`), 400, "validation_failed"},
		"inviting one twice with it":    {offSpec(create(`{"invite_ids":["tom","tom"]}`)), 400, "validation_failed"},
		"inviting too many with it":     {offSpec(create(`{"invite_ids":` + string(tooMany) + `}`)), 400, "validation_failed"},
		"creating without a token":      {outingCall("", "createOuting", "", sundayRun), 401, "unauthorized"},
		"a host who is no member":       {outingCall("ghost", "createOuting", "", sundayRun), 404, "not_found"},
		"a role that is none":           {offSpec(outingCall("maya", "listOutings", "?role=king", "")), 400, "validation_failed"},
		"listing without a token":       {outingCall("", "listOutings", "", ""), 401, "unauthorized"},
		"seeing a stranger's":           {outingCall("maya", "getOuting", "out_night_fri", ""), 403, "not_invited"},
		"seeing none":                   {outingCall("maya", "getOuting", "out_nope", ""), 404, "not_found"},
		"seeing without a token":        {outingCall("", "getOuting", id, ""), 401, "unauthorized"},
		"changing nothing":              {offSpec(outingCall("maya", "changeOuting", id, `{}`)), 400, "validation_failed"},
		"changing with no JSON":         {offSpec(outingCall("maya", "changeOuting", id, `[`)), 400, "validation_failed"},
		"changing to no name":           {offSpec(outingCall("maya", "changeOuting", id, `{"name":""}`)), 400, "validation_failed"},
		"changing to no meeting point":  {outingCall("maya", "changeOuting", id, `{"meeting_point":" "}`), 400, "validation_failed"},
		"changing to the past":          {outingCall("maya", "changeOuting", id, `{"start":"2026-03-04T08:00:00+01:00"}`), 409, "in_the_past"},
		"changing as a guest":           {outingCall("tom", "changeOuting", id, `{"name":"Mine"}`), 403, "forbidden"},
		"changing as a stranger":        {outingCall("jonas", "changeOuting", id, `{"name":"Mine"}`), 403, "not_invited"},
		"changing what is cancelled":    {outingCall("maya", "changeOuting", gone, `{"name":"Back"}`), 409, "outing_cancelled"},
		"changing what is past":         {outingCall("tom", "changeOuting", "out_walk_last", `{"name":"Back"}`), 409, "in_the_past"},
		"changing none":                 {outingCall("maya", "changeOuting", "out_nope", `{"name":"Mine"}`), 404, "not_found"},
		"changing without a token":      {outingCall("", "changeOuting", id, `{"name":"Mine"}`), 401, "unauthorized"},
		"cancelling as a guest":         {outingCall("tom", "cancelOuting", id, ""), 403, "forbidden"},
		"cancelling as a stranger":      {outingCall("jonas", "cancelOuting", id, ""), 403, "not_invited"},
		"cancelling twice":              {outingCall("maya", "cancelOuting", gone, ""), 409, "outing_cancelled"},
		"cancelling what is past":       {outingCall("tom", "cancelOuting", "out_walk_last", ""), 409, "in_the_past"},
		"cancelling none":               {outingCall("maya", "cancelOuting", "out_nope", ""), 404, "not_found"},
		"cancelling without a token":    {outingCall("", "cancelOuting", id, ""), 401, "unauthorized"},
		"inviting as a guest":           {outingCall("tom", "inviteToOuting", id, `{"person_ids":["lena"]}`), 403, "forbidden"},
		"inviting as a stranger":        {outingCall("jonas", "inviteToOuting", id, `{"person_ids":["lena"]}`), 403, "not_invited"},
		"inviting a stranger":           {outingCall("maya", "inviteToOuting", id, `{"person_ids":["lena","jonas"]}`), 409, "not_friends"},
		"inviting again":                {outingCall("maya", "inviteToOuting", id, `{"person_ids":["tom"]}`), 409, "already_invited"},
		"inviting one who goes":         {outingCall("tom", "inviteToOuting", "out_lake_sun", `{"person_ids":["lena"]}`), 409, "already_joined"},
		"inviting oneself":              {outingCall("maya", "inviteToOuting", id, `{"person_ids":["maya"]}`), 400, "validation_failed"},
		"inviting one twice":            {offSpec(outingCall("maya", "inviteToOuting", id, `{"person_ids":["lena","lena"]}`)), 400, "validation_failed"},
		"inviting no one":               {offSpec(outingCall("maya", "inviteToOuting", id, `{"person_ids":[]}`)), 400, "validation_failed"},
		"inviting too many":             {offSpec(outingCall("maya", "inviteToOuting", id, `{"person_ids":`+string(tooMany)+`}`)), 400, "validation_failed"},
		"inviting with no JSON":         {offSpec(outingCall("maya", "inviteToOuting", id, `{`)), 400, "validation_failed"},
		"inviting somebody unknown":     {outingCall("maya", "inviteToOuting", id, `{"person_ids":["zed"]}`), 404, "not_found"},
		"inviting to what is cancelled": {outingCall("maya", "inviteToOuting", gone, `{"person_ids":["tom"]}`), 409, "outing_cancelled"},
		"inviting to what is past":      {outingCall("tom", "inviteToOuting", "out_walk_last", `{"person_ids":["lena"]}`), 409, "in_the_past"},
		"inviting to none":              {outingCall("maya", "inviteToOuting", "out_nope", `{"person_ids":["tom"]}`), 404, "not_found"},
		"inviting without a token":      {outingCall("", "inviteToOuting", id, `{"person_ids":["lena"]}`), 401, "unauthorized"},
		"joining uninvited":             {outingCall("maya", "joinOuting", "out_night_fri", ""), 403, "not_invited"},
		"joining one's own":             {outingCall("maya", "joinOuting", id, ""), 409, "already_joined"},
		"joining twice":                 {outingCall("lena", "joinOuting", "out_lake_sun", ""), 409, "already_joined"},
		"joining what is cancelled":     {outingCall("lena", "joinOuting", gone, ""), 409, "outing_cancelled"},
		"joining what is past":          {outingCall("lena", "joinOuting", "out_walk_last", ""), 409, "in_the_past"},
		"joining none":                  {outingCall("maya", "joinOuting", "out_nope", ""), 404, "not_found"},
		"joining without a token":       {outingCall("", "joinOuting", id, ""), 401, "unauthorized"},
		"leaving as host":               {outingCall("maya", "leaveOuting", id, ""), 409, "host_cannot_leave"},
		"leaving before joining":        {outingCall("tom", "leaveOuting", id, ""), 409, "not_joined"},
		"leaving as a friend outside":   {outingCall("lena", "leaveOuting", id, ""), 409, "not_joined"},
		"leaving as a stranger":         {outingCall("jonas", "leaveOuting", id, ""), 403, "not_invited"},
		"leaving what is cancelled":     {outingCall("lena", "leaveOuting", gone, ""), 409, "outing_cancelled"},
		"leaving what is past":          {outingCall("maya", "leaveOuting", "out_walk_last", ""), 409, "in_the_past"},
		"leaving none":                  {outingCall("maya", "leaveOuting", "out_nope", ""), 404, "not_found"},
		"leaving without a token":       {outingCall("", "leaveOuting", id, ""), 401, "unauthorized"},
		"with another operation's":      {call{user: "tom", operation: "leaveOuting", method: "POST", path: "/v1/outings/" + id + "/join"}, 401, "unauthorized"},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(k.call)
			if status != k.status || v["code"] != k.code || v["detail"] == "" {
				t.Errorf("got %d %v, want %d %s", status, v, k.status, k.code)
			}
		})
	}
	_, after := c.outing("maya", "getOuting", id, "")
	if fmt.Sprint(after) != fmt.Sprint(mine) {
		t.Errorf("a refusal changed the outing: %v, before %v", after, mine)
	}
	if list := c.list("maya", "listOutings", "/v1/outings?role=host", "outings"); len(list) != 2 {
		t.Errorf("a refusal made an outing: %v", list)
	}
}

func TestTheSameKeyMakesOneOuting(t *testing.T) {
	c := open(t)
	in := outingCall("maya", "createOuting", "", with(sundayRun, `{"invite_ids":["tom"]}`))
	in.key = "k1"
	_, first := c.do(in)
	if status, second := c.do(in); status != http.StatusCreated || fmt.Sprint(second) != fmt.Sprint(first) {
		t.Errorf("the second answer is %d %v, the first %v", status, second, first)
	}
	changed := in
	changed.body = with(sundayRun, `{"name":"Monday Run"}`)
	if status, v := c.do(changed); status != 409 || v["code"] != "key_reused" {
		t.Errorf("the key for another outing: %d %v", status, v)
	}
	c.now = c.now.AddDate(0, 0, 7)
	if status, late := c.do(in); status != http.StatusCreated || late["id"] != first["id"] {
		t.Errorf("the request again when it is over: %d %v", status, late)
	}
}

func TestTheSameKeyInvitesAndJoinsOnce(t *testing.T) {
	c := open(t)
	invite := outingCall("tom", "inviteToOuting", "out_lake_sun", `{"person_ids":["amir"]}`)
	if err := c.store.Befriend(t.Context(), "tom", "amir"); err != nil {
		t.Fatal(err)
	}
	join := outingCall("maya", "joinOuting", "out_lake_sun", "")
	for _, in := range []call{invite, join} {
		in.key = "k1"
		_, first := c.do(in)
		if status, second := c.do(in); status != http.StatusOK || fmt.Sprint(second) != fmt.Sprint(first) {
			t.Errorf("%s: the second answer is %d %v, the first %v", in.operation, status, second, first)
		}
		in.key = "k2"
		if status, v := c.do(in); status != http.StatusConflict {
			t.Errorf("%s with another key = %d %v", in.operation, status, v)
		}
	}
}

package api_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"troth/agent/identity"
	"troth/agent/tools"
	"troth/agent/turn"
)

// catalogue is the coach's tools.
func catalogue(t testing.TB) []tools.Tool {
	t.Helper()
	c, err := tools.Load("..")
	if err != nil {
		t.Fatal(err)
	}
	return c.For(turn.User{ID: "anyone"})
}

// samples are values for arguments whose schema does not give one away: what is in
// the seed data and belongs to maya.
var samples = map[string]any{
	"session_id": "ses_yoga_sat", "booking_id": "bkg_maya_swim", "person_id": "anna_w",
	"route_id": "rte_maya_wiedikon", "coach_id": "coa_lena_brunner", "workout_id": "wko_maya_long",
	"outing_id": "out_lake_sun", "request_id": "frq_priya", "key": "goal", "value": "A half marathon",
	"getRoute.route_id": "rte_sihl_path", "saveRoute.route_id": "rte_uetliberg_ridge",
	"createRoute.waypoints": []any{map[string]any{"lat": 47.37, "lon": 8.54}, map[string]any{"lat": 47.38, "lon": 8.55}},
}

// extras are arguments that an operation needs one of.
var extras = map[string]map[string]any{"addWorkout": {"minutes": 40}, "changeOuting": {"name": "Around the lake"}}

// arguments makes the ones that a tool insists on.
func arguments(t testing.TB, tool tools.Tool) map[string]any {
	t.Helper()
	var schema struct {
		Properties map[string]map[string]any `json:"properties"`
		Required   []string                  `json:"required"`
	}
	if err := json.Unmarshal(tool.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	args := map[string]any{}
	maps.Copy(args, extras[tool.Name])
	for _, name := range schema.Required {
		v, known := samples[tool.Name+"."+name]
		if !known {
			v, known = samples[name]
		}
		if known {
			args[name] = v
			continue
		}
		args[name] = sample(schema.Properties[name])
	}
	return args
}

// sample makes a value of a schema.
func sample(schema map[string]any) any {
	if list, ok := schema["enum"].([]any); ok {
		return list[0]
	}
	kind, _ := schema["type"].(string)
	switch kind {
	case "integer", "number":
		if least, ok := schema["minimum"]; ok {
			return least
		}
		return 1
	case "boolean":
		return true
	case "array":
		items, _ := schema["items"].(map[string]any)
		n := 1
		if least, ok := schema["minItems"].(float64); ok {
			n = int(least)
		}
		return slices.Repeat([]any{sample(items)}, n)
	case "object":
		object := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		required, _ := schema["required"].([]any)
		for _, name := range required {
			child, _ := properties[name.(string)].(map[string]any)
			object[name.(string)] = sample(child)
		}
		return object
	}
	switch schema["format"] {
	case "date":
		return "2026-03-20"
	case "date-time":
		return "2026-03-20T18:00:00+01:00"
	}
	return "some words"
}

// request sends a tool's request with a token, and gives the status and the body.
func (c *club) request(tool tools.Tool, args map[string]any, token string) (int, string) {
	c.t.Helper()
	r, err := tool.Operation.Request(context.Background(), c.server.URL, args)
	if err != nil {
		c.t.Fatalf("%s: %v", tool.Name, err)
	}
	if token != "" {
		r.Header.Set(identity.Header, token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// token is one for a user and a tool of an app.
func (c *club) token(user, app, tool string) string {
	c.t.Helper()
	token, err := c.signer.Sign(identity.Claims{User: user, App: app, Tool: tool})
	if err != nil {
		c.t.Fatal(err)
	}
	return token
}

// Every tool has its operation in the API, which understands the arguments that
// the spec asks for.
func TestEveryToolHasItsOperation(t *testing.T) {
	for _, tool := range catalogue(t) {
		t.Run(tool.Name, func(t *testing.T) {
			c := open(t)
			status, body := c.request(tool, arguments(t, tool), c.token("maya", "coach", tool.Name))
			if status == http.StatusMethodNotAllowed || status == http.StatusUnauthorized || status >= 500 || strings.Contains(body, "There is no such page") || status == http.StatusBadRequest {
				t.Errorf("%d %s", status, body)
			}
		})
	}
}

// Every operation for a user wants a token that was made for this user, this app
// and this very operation, a moment ago.
func TestEveryUserOperationWantsItsToken(t *testing.T) {
	c := open(t)
	wrong := map[string]func(tool string) string{
		"no token":              func(string) string { return "" },
		"no token of ours":      func(string) string { return "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtYXlhIn0." },
		"a token of another op": func(string) string { return c.token("maya", "coach", "anotherTool") },
		"another app's":         func(tool string) string { return c.token("maya", "another", tool) },
		"an old one": func(tool string) string {
			now := c.now
			c.now = now.Add(-2 * identity.Lifetime)
			defer func() { c.now = now }()
			return c.token("maya", "coach", tool)
		},
	}
	n := 0
	for _, tool := range catalogue(t) {
		if !tool.Identity {
			continue
		}
		n++
		for name, token := range wrong {
			if status, body := c.request(tool, arguments(t, tool), token(tool.Name)); status != http.StatusUnauthorized || !strings.Contains(body, `"unauthorized"`) {
				t.Errorf("%s with %s: %d %s", tool.Name, name, status, body)
			}
		}
	}
	if n == 0 {
		t.Error("no tool acts for a user")
	}
}

// What belongs to maya is nobody else's to see or change.
func TestAnothersTokenReachesNothing(t *testing.T) {
	c := open(t)
	for _, tool := range catalogue(t) {
		args := arguments(t, tool)
		if !tool.Identity || !ownsOne(tool, args) {
			continue
		}
		if status, body := c.request(tool, args, c.token("tom", "coach", tool.Name)); status != http.StatusForbidden {
			t.Errorf("%s of maya's by tom: %d %s", tool.Name, status, body)
		}
	}
}

// owned are the arguments that name what is one user's.
var owned = []string{"booking_id", "workout_id", "route_id"}

func ownsOne(tool tools.Tool, args map[string]any) bool {
	return slices.ContainsFunc(owned, func(name string) bool {
		return args[name] != nil && args[name] == samples[name] && tool.Operation.In[name] == "path"
	})
}

// TestBytesToTheModel tells how much of the API's answers the model sees.
func TestBytesToTheModel(t *testing.T) {
	c := open(t)
	before, after := 0, 0
	for _, tool := range catalogue(t) {
		if tool.Effect != turn.Read {
			continue
		}
		status, body := c.request(tool, arguments(t, tool), c.token("maya", "coach", tool.Name))
		if status != http.StatusOK {
			t.Errorf("%s: %d %s", tool.Name, status, body)
			continue
		}
		caller := tools.Caller{Catalogue: mustLoad(t), Gateway: saying(body), Signer: c.signer, Permit: allowing{}, Limiter: allowing{}, Now: func() time.Time { return c.now }}
		r := caller.Call(context.Background(), turn.ToolInput{
			Call: turn.ToolCall{ID: "c", Tool: tool.Name, Args: arguments(t, tool)},
			Turn: turn.Turn{ID: "t", App: "coach", User: turn.User{ID: "maya"}, Location: &turn.Location{Lat: 47.37, Lon: 8.54}, Clock: turn.NewClock(c.now, time.UTC), Contract: turn.Contract{Tools: []string{tool.Name}}},
		})
		if r.Status != turn.OK || len(r.Data) > len(body)+len(body)/2 {
			t.Errorf("%s: %s, %d bytes of %d: %s", tool.Name, r.Status, len(r.Data), len(body), r.Text)
		}
		before, after = before+len(body), after+len(r.Data)
		t.Logf("%-20s %6d → %6d bytes", tool.Name, len(body), len(r.Data))
	}
	t.Logf("%-20s %6d → %6d bytes (%d %%)", "all", before, after, 100*after/before)
	if after >= before {
		t.Errorf("%d bytes became %d", before, after)
	}
}

func mustLoad(t testing.TB) *tools.Catalogue {
	t.Helper()
	c, err := tools.Load("..")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// saying is a gateway that has the API's answer.
type saying string

func (s saying) Call(context.Context, tools.GatewayCall) (tools.GatewayAnswer, error) {
	return tools.GatewayAnswer{Body: string(s), Status: http.StatusOK, Answered: true, Sent: true}, nil
}

package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"troth/agent/tools"
	"troth/agent/turn"
)

func shop(t testing.TB) *tools.Catalogue {
	t.Helper()
	c, err := tools.Load("testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func names(list []tools.Tool) string {
	var all []string
	for _, t := range list {
		all = append(all, t.Name)
	}
	return strings.Join(all, " ")
}

func TestWhoIsOfferedWhat(t *testing.T) {
	c := shop(t)
	if got, want := names(c.For(turn.User{ID: "maya"})), "cancelOrder getThing listOrders nearestShop orderThing searchThings"; got != want {
		t.Errorf("a user is offered %s, want %s", got, want)
	}
	if got, want := names(c.For(turn.User{})), "getThing nearestShop searchThings"; got != want {
		t.Errorf("a guest is offered %s, want %s", got, want)
	}
}

func TestSchemaIsWhatTheModelMayChoose(t *testing.T) {
	cases := map[string]string{
		"searchThings": `{"additionalProperties":false,"properties":{` +
			`"below":{"exclusiveMinimum":0,"type":["number","null"]},` +
			`"q":{"description":"Words.","maxLength":20,"type":"string"},` +
			`"tag":{"items":{"description":"What state it is in.","enum":["new","used"],"type":"string"},"type":"array"}},"required":[],"type":"object"}`,
		"getThing": `{"additionalProperties":false,"properties":{"thing_id":{"type":"string"}},"required":["thing_id"],"type":"object"}`,
		"orderThing": `{"additionalProperties":false,"properties":{"count":{"minimum":1,"type":"integer"},` +
			`"day":{"format":"date","type":"string"},"thing_id":{"type":"string"}},"required":["day","thing_id"],"type":"object"}`,
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			tool, _ := shop(t).Find(name)
			if got := sorted(t, tool.Schema); got != want {
				t.Errorf("schema = %s\nwant     %s", got, want)
			}
		})
	}
}

// sorted writes JSON with its keys in order.
func sorted(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestStamp(t *testing.T) {
	c := shop(t)
	got := c.Stamp(turn.ToolCall{Tool: "orderThing", Effect: turn.Read})
	if got.Effect != turn.Write || got.Does != "order" || len(got.Nouns) != 1 {
		t.Errorf("stamped %+v", got)
	}
	got = c.Stamp(turn.ToolCall{Tool: "drop", Effect: turn.Write, Does: "order", Nouns: []string{"thing"}})
	if got.Effect != turn.Read || got.Does != "" || got.Nouns != nil {
		t.Errorf("a tool that does not exist was stamped %+v", got)
	}
}

// anApp writes an app whose one spec has the paths given.
func anApp(t *testing.T, policy, paths string) string {
	t.Helper()
	dir := t.TempDir()
	spec := "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths
	for name, text := range map[string]string{"tools.yaml": policy, "s.yaml": spec} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	oneGroup = "groups: {g: {spec: s.yaml, identity: none}}\n"
	plainGet = "  /a/{id}: {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}]}}\n"
)

func TestBadPoliciesAreNamed(t *testing.T) {
	cases := map[string]struct{ policy, want string }{
		"unknown field":         {oneGroup + "tools:\n  a:\n    effect: read\n    speed: 3\n", `[5:5] unknown field "speed"`},
		"twice":                 {oneGroup + "tools:\n  a: {effect: read}\n  a: {effect: read}\n", "[4:3]"},
		"no operation":          {oneGroup + "tools: {b: {effect: read}}", "tools.b: no operation"},
		"no policy":             {oneGroup + "tools: {a: }", "tools.a: effect"},
		"unknown effect":        {oneGroup + "tools: {a: {effect: delete}}", `effect is "delete"`},
		"write without does":    {oneGroup + "tools: {a: {effect: write}}", "needs does"},
		"read with does":        {oneGroup + "tools: {a: {effect: read, does: book}}", "does is for writes"},
		"record without id":     {oneGroup + "tools: {a: {effect: read, record: thing}}", "record and id"},
		"list without record":   {oneGroup + "tools: {a: {effect: read, list: things}}", "list needs"},
		"inject no argument":    {oneGroup + "tools: {a: {effect: read, inject: {x: user.id}}}", "inject.x: the operation has no such argument"},
		"inject from nowhere":   {oneGroup + "tools: {a: {effect: read, inject: {id: user.name}}}", `inject.id is "user.name"`},
		"no such idempotency":   {oneGroup + "tools: {a: {effect: write, does: add, idempotency: maybe}}", "it is header, natural or none"},
		"header without a key":  {oneGroup + "tools: {a: {effect: write, does: add, idempotency: header}}", "injected from call.key"},
		"a read sent again":     {oneGroup + "tools: {a: {effect: read, idempotency: none}}", "idempotency is for writes"},
		"guard on nothing":      {oneGroup + "tools: {a: {effect: write, does: add, from: {x: [user]}}}", "from.x: the operation has no such argument"},
		"guard from nowhere":    {oneGroup + "tools: {a: {effect: write, does: add, from: {id: [model]}}}", `from.id has "model"`},
		"guard on what's set":   {oneGroup + "tools: {a: {effect: write, does: add, from: {id: [user]}, inject: {id: user.id}}}", "code sets the argument"},
		"widen by nothing":      {oneGroup + "tools: {a: {effect: read, widen: [{}]}}", "widen[0]: it is one of drop, scale or set"},
		"widen by two":          {oneGroup + "tools: {a: {effect: read, widen: [{drop: id, set: id, to: x}]}}", "widen[0]: it is one of"},
		"widen what is needed":  {oneGroup + "tools: {a: {effect: read, widen: [{drop: id}]}}", "the API insists on id"},
		"widen a write":         {oneGroup + "tools: {a: {effect: write, does: add, widen: [{drop: id}]}}", "widen is for reads"},
		"scale by nothing":      {oneGroup + "tools: {a: {effect: read, widen: [{scale: id}]}}", "scale needs by"},
		"no identity":           {"groups: {g: {spec: s.yaml}}", "groups.g.identity"},
		"no spec":               {"groups: {g: {identity: none}}", "groups.g needs spec"},
		"spec that isn't there": {"groups: {g: {spec: t.yaml, identity: none}}", "t.yaml"},
		"in two groups":         {"groups: {g: {spec: s.yaml, identity: none}, h: {spec: s.yaml, identity: user}}\ntools: {a: {effect: read}}", "in the groups g and h"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { wantRefused(t, anApp(t, c.policy, plainGet), c.want) })
	}
}

func TestOperationsThatCanBeNoToolAreNamed(t *testing.T) {
	cases := map[string]struct{ paths, want string }{
		"name in path and body":  {"  /a/{id}: {put: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}\n", "the argument id is in the path and in the body"},
		"body that is a list":    {"  /a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}}}\n", "no object with properties"},
		"body of another kind":   {"  /a: {post: {operationId: a, requestBody: {content: {text/plain: {schema: {type: string}}}}}}\n", "not application/json"},
		"body of no kind":        {"  /a: {post: {operationId: a, requestBody: {required: true}}}\n", "not application/json"},
		"cookie":                 {"  /a: {get: {operationId: a, parameters: [{name: c, in: cookie, schema: {type: string}}]}}\n", "in the cookie"},
		"explode false":          {"  /a: {get: {operationId: a, parameters: [{name: c, in: query, explode: false, schema: {type: array}}]}}\n", "explode"},
		"deep object":            {"  /a: {get: {operationId: a, parameters: [{name: c, in: query, style: deepObject, schema: {type: object}}]}}\n", "deepObject"},
		"path without parameter": {"  /a/{id}: {get: {operationId: a}}\n", "{id}"},
		"operationId twice":      {"  /a: {get: {operationId: a}, delete: {operationId: a}}\n", "two operations"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			wantRefused(t, anApp(t, oneGroup+"tools: {a: {effect: read}}", c.paths), c.want)
			if _, err := tools.Load(anApp(t, oneGroup+"tools: {}", c.paths)); err != nil {
				t.Errorf("it is no tool, and yet: %v", err)
			}
		})
	}
}

func wantRefused(t *testing.T, dir, want string) {
	t.Helper()
	_, err := tools.Load(dir)
	if err == nil || !strings.HasPrefix(err.Error(), "bad_tools: ") || !strings.Contains(err.Error(), "tools.yaml") || !strings.Contains(err.Error(), want) {
		t.Errorf("err = %v, want bad_tools, tools.yaml and %q", err, want)
	}
}

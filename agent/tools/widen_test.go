package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"troth/agent/tools"
	"troth/agent/turn"
)

// searching is a gateway that answers each search as found says.
type searching struct {
	found func(args map[string]any) (tools.GatewayAnswer, error)
	asked []string
}

func (s *searching) Call(_ context.Context, c tools.GatewayCall) (tools.GatewayAnswer, error) {
	text, _ := json.Marshal(c.Args)
	s.asked = append(s.asked, string(text))
	return s.found(c.Args)
}

const things = `openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /things:
    get:
      operationId: findThings
      summary: Find things.
      parameters:
        - {name: tag, in: query, schema: {type: string}}
        - {name: radius_km, in: query, schema: {type: number}}
        - {name: level, in: query, schema: {type: string}}
      responses: {"200": {description: Things.}}
`

const widening = `groups: {g: {spec: s.yaml, identity: none}}
tools:
  findThings: {effect: read, record: thing, id: id, list: things, show: [id, name], widen: [{drop: tag}, {scale: radius_km, by: 3}, {set: level, to: any}]}
`

func searcher(t *testing.T, g tools.Gateway) *tools.Caller {
	t.Helper()
	c := newCaller(t, g)
	dir := t.TempDir()
	write(t, dir, "tools.yaml", widening)
	write(t, dir, "s.yaml", things)
	catalogue, err := tools.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	c.Catalogue = catalogue
	return c
}

func TestASearchThatFindsNothingIsWidened(t *testing.T) {
	none, one := ok(`{"things":[]}`), ok(`{"things":[{"id":"t1","name":"Bell"}]}`)
	cases := map[string]struct {
		args  string
		found func(map[string]any) (tools.GatewayAnswer, error)
		asked []string
		how   string // empty: nothing was widened
	}{
		"found at once": {`{"tag":"red"}`, func(map[string]any) (tools.GatewayAnswer, error) { return one, nil }, []string{`{"tag":"red"}`}, ""},
		"without the tag": {`{"tag":"red","radius_km":2}`, func(a map[string]any) (tools.GatewayAnswer, error) {
			if a["tag"] == nil {
				return one, nil
			}
			return none, nil
		}, []string{`{"radius_km":2,"tag":"red"}`, `{"radius_km":2}`}, "any tag, not only red"},
		"further away as well": {`{"tag":"red","radius_km":2}`, func(a map[string]any) (tools.GatewayAnswer, error) {
			if a["radius_km"] == 6.0 {
				return one, nil
			}
			return none, nil
		}, []string{`{"radius_km":2,"tag":"red"}`, `{"radius_km":2}`, `{"radius_km":6}`}, "any tag, not only red; radius km 6, not 2"},
		"steps that change nothing are passed over": {`{}`, func(a map[string]any) (tools.GatewayAnswer, error) {
			if a["level"] == "any" {
				return one, nil
			}
			return none, nil
		}, []string{`{}`, `{"level":"any"}`}, "level any"},
		"nothing anywhere": {`{}`, func(map[string]any) (tools.GatewayAnswer, error) { return none, nil }, []string{`{}`, `{"level":"any"}`}, ""},
		"a wider search that breaks": {`{"tag":"red"}`, func(a map[string]any) (tools.GatewayAnswer, error) {
			if a["tag"] == nil {
				return tools.GatewayAnswer{}, errors.New("gone")
			}
			return none, nil
		}, []string{`{"tag":"red"}`, `{}`}, ""},
		"a search that is refused": {`{"tag":"red"}`, func(map[string]any) (tools.GatewayAnswer, error) { return failed(400, "no"), nil }, []string{`{"tag":"red"}`}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			g := &searching{found: c.found}
			in := input(t, "findThings", c.args)
			in.Turn.Contract.Tools = []string{"findThings"}
			r := searcher(t, g).Call(context.Background(), in)
			if fmt.Sprint(g.asked) != fmt.Sprint(c.asked) {
				t.Errorf("asked %v, want %v", g.asked, c.asked)
			}
			told := strings.Contains(string(r.Data), c.how) && strings.Contains(string(r.Data), "widened")
			noted := strings.Contains(strings.Join(r.Notes, "|"), turn.NoteWidened+c.how)
			if widened := c.how != ""; widened != told || widened != noted {
				t.Errorf("data %s, notes %v, want %q", r.Data, r.Notes, c.how)
			}
		})
	}
}

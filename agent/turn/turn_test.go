package turn_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"testing"
	"time"

	"troth/agent/turn"
)

var (
	look = turn.ToolCall{ID: "c1", Tool: "searchSessions", Effect: turn.Read}
	book = turn.ToolCall{ID: "c2", Tool: "bookSession", Effect: turn.Write}
)

func raw(t *testing.T, v any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestJoinGivesEveryCallOneResult(t *testing.T) {
	ok := func(id string) json.RawMessage { return raw(t, turn.ToolResult{Call: id, Status: turn.OK}) }
	cases := map[string]struct {
		results []json.RawMessage
		want    [2]turn.Status
	}{
		"both":           {[]json.RawMessage{ok("c1"), ok("c2")}, [2]turn.Status{turn.OK, turn.OK}},
		"other order":    {[]json.RawMessage{ok("c2"), ok("c1")}, [2]turn.Status{turn.OK, turn.OK}},
		"none":           {nil, [2]turn.Status{turn.Error, turn.Unknown}},
		"write missing":  {[]json.RawMessage{ok("c1")}, [2]turn.Status{turn.OK, turn.Unknown}},
		"nonsense":       {[]json.RawMessage{[]byte(`"?"`), []byte(`{}`)}, [2]turn.Status{turn.Error, turn.Unknown}},
		"empty status":   {[]json.RawMessage{raw(t, turn.ToolResult{Call: "c2"})}, [2]turn.Status{turn.Error, turn.Unknown}},
		"of other calls": {[]json.RawMessage{ok("c7"), ok("c8")}, [2]turn.Status{turn.Error, turn.Unknown}},
		"lost in the map": {[]json.RawMessage{ok("c1"), raw(t, turn.ToolResult{Call: "c2", Status: turn.Unknown, Code: turn.CodeToolLost})},
			[2]turn.Status{turn.OK, turn.Unknown}},
		"a lost look-up is no unknown outcome": {[]json.RawMessage{raw(t, turn.ToolResult{Call: "c1", Status: turn.Unknown, Code: turn.CodeToolLost}), ok("c2")},
			[2]turn.Status{turn.Error, turn.OK}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			steps := turn.Join([]turn.Step{{N: 1, Calls: []turn.ToolCall{look, book}}}, c.results)
			got := steps[0].Results
			if len(got) != 2 || got[0].Status != c.want[0] || got[1].Status != c.want[1] {
				t.Fatalf("results = %+v, want statuses %v", got, c.want)
			}
			for i, r := range got {
				if r.Call != steps[0].Calls[i].ID {
					t.Errorf("result %d is of call %q", i, r.Call)
				}
				if r.Status != turn.OK && r.Text == "" {
					t.Errorf("result %d is not ok and tells the model nothing", i)
				}
			}
			if again := turn.Join(steps, nil); !reflect.DeepEqual(again, steps) {
				t.Errorf("joining again changed the steps: %+v", again)
			}
		})
	}
}

func TestJoinLeavesItsInputAlone(t *testing.T) {
	steps := []turn.Step{{N: 1, Calls: []turn.ToolCall{book}}}
	turn.Join(steps, nil)
	if steps[0].Results != nil {
		t.Error("the caller's step was changed")
	}
}

func TestNewIDIsAnExecutionName(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9-]{1,80}$`)
	id := turn.NewID("coach", "maya", "conv", "m1")
	if !name.MatchString(id) {
		t.Errorf("id %q is no execution name", id)
	}
	if id != turn.NewID("coach", "maya", "conv", "m1") {
		t.Error("the same message has two ids")
	}
	for _, other := range []string{turn.NewID("coach", "tom", "conv", "m1"), turn.NewID("coach", "maya", "conv", "m2"), turn.NewID("coach", "maya", "con", "vm1")} {
		if other == id {
			t.Error("two messages have one id")
		}
	}
}

func ExampleNewClock() {
	zurich, _ := time.LoadLocation("Europe/Zurich")
	clock := turn.NewClock(time.Date(2026, 12, 4, 23, 30, 0, 0, time.UTC), zurich)
	fmt.Println(clock.Weekday, clock.Now.Format(time.RFC3339), clock.Zone)
	// Output: Saturday 2026-12-05T00:30:00+01:00 Europe/Zurich
}

func ExampleRecords() {
	steps := []turn.Step{{
		Calls: []turn.ToolCall{{ID: "c1"}, {ID: "c2"}},
		Results: []turn.ToolResult{
			{Call: "c1", Records: []turn.Record{{Type: "session", ID: "s1", Data: map[string]any{"places_left": 3}}, {Type: "session", ID: "s2"}}},
			{Call: "c2", Records: []turn.Record{{Type: "session", ID: "s1", Data: map[string]any{"places_left": 2}}}},
		},
	}}
	for _, r := range turn.Records(steps) {
		fmt.Println(r.ID, r.Data["places_left"])
	}
	// Output:
	// s1 2
	// s2 <nil>
}

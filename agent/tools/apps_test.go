package tools_test

import (
	"encoding/json"
	"testing"

	"troth/agent/tools"
	"troth/agent/turn"
)

func TestTheAppsLoad(t *testing.T) {
	for app, want := range map[string]int{"coach": 43, "counter": 1} {
		c, err := tools.Load("../../apps/" + app)
		if err != nil {
			t.Fatal(err)
		}
		offered := c.For(turn.User{ID: "maya"})
		if len(offered) != want {
			t.Errorf("%s has %d tools, want %d", app, len(offered), want)
		}
		for _, tool := range offered {
			var schema map[string]any
			if err := json.Unmarshal(tool.Schema, &schema); err != nil || tool.Description == "" {
				t.Errorf("%s.%s: schema %v, description %q", app, tool.Name, err, tool.Description)
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := tools.Load("../../apps/coach"); err != nil {
			b.Fatal(err)
		}
	}
}

package tools_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"troth/agent/tools"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// shown gives what the model sees of an answer under a policy.
func shown(t *testing.T, policy, body string) (data string, notes []string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "tools.yaml", "groups: {g: {spec: s.yaml, identity: none}}\ntools: {findThings: {effect: read, "+policy+"}}")
	write(t, dir, "s.yaml", things)
	catalogue, err := tools.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := newCaller(t, &saying{answer: ok(body)})
	c.Catalogue = catalogue
	in := input(t, "findThings", `{}`)
	in.Turn.Contract.Tools = []string{"findThings"}
	r := c.Call(context.Background(), in)
	return string(r.Data), r.Notes
}

func TestTrimmed(t *testing.T) {
	const records = "record: thing, id: id"
	cases := map[string]struct{ policy, body, want string }{
		"paths":                  {records + ", show: [id, coach.name, stops.at]", `{"id":"1","coach":{"name":"Lena","mail":"l@x.example"},"stops":[{"at":1,"x":2},{"at":3}]}`, `{"coach":{"name":"Lena"},"id":"1","stops":[{"at":1},{"at":3}]}`},
		"two paths of one thing": {records + ", show: [coach.name, coach.level]", `{"id":"1","coach":{"name":"Lena","level":3,"mail":"x"}}`, `{"coach":{"level":3,"name":"Lena"}}`},
		"a path that ends early": {records + ", show: [id, coach.name]", `{"id":"1","coach":"Lena"}`, `{"id":"1"}`},
		"a long list":            {records + ", list: things, show: [id], limit: 2", `{"total":4,"things":[{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"}]}`, `{"more":"and 2 more, not shown","things":[{"id":"1"},{"id":"2"}],"total":4}`},
		"a long bare list":       {records + ", show: [id], limit: 1", `[{"id":"1"},{"id":"2"}]`, `{"items":[{"id":"1"}],"more":"and 1 more, not shown"}`},
		"a list that fits":       {records + ", list: things, show: [id], limit: 2", `{"things":[{"id":"1"},{"id":"2"}]}`, `{"things":[{"id":"1"},{"id":"2"}]}`},
		"images and tracking":    {records, `{"id":"1","image":"http://x","hero_image":"y","imageUrl":"z","tracking_id":"t","tracking_number":"TN1","_links":{},"photos":[1],"iconic":true}`, `{"iconic":true,"id":"1","tracking_number":"TN1"}`},
		"markup":                 {records, `{"id":"1","text":"<p>Bring <b>water</b>.</p><script>x()</script>","sum":"1 < 2 and 3 > 2"}`, `{"id":"1","sum":"1 \u003c 2 and 3 \u003e 2","text":"Bring water."}`},
		"weekdays":               {records, `{"id":"1","on":"2026-12-05"}`, `{"id":"1","on":"2026-12-05 (Saturday)"}`},
		"long numbers":           {records, `{"id":12345678901234567890}`, `{"id":12345678901234567890}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got, _ := shown(t, c.policy, c.body); got != c.want {
				t.Errorf("shown %s\nwant  %s", got, c.want)
			}
		})
	}
}

func TestSizesAreNoted(t *testing.T) {
	body := fmt.Sprintf(`{"id":"1","blob":%q}`, strings.Repeat("x", 1000))
	data, notes := shown(t, "record: thing, id: id, show: [id]", body)
	if want := fmt.Sprintf("trimmed: %d bytes of %d", len(data), len(body)); strings.Join(notes, "|") != want {
		t.Errorf("notes %v, want %q", notes, want)
	}
}

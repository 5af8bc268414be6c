package api_test

import (
	"context"
	"strings"
	"testing"

	"troth/apps/coach/api"
)

// What was read can be out of date by the time it is written. The store then
// writes nothing, whatever its caller believed.
func TestTheStoreRefusesWhatRestsOnAStaleRead(t *testing.T) {
	ctx := context.Background()
	guest := func(id, role string) api.Guest { return api.Guest{ID: id, Name: id, Role: role} }
	cases := map[string]struct {
		// happens is what the writer has not seen.
		happens func(c *club, o api.Outing)
		write   func(c *club, o api.Outing) error
		people  string
	}{
		"inviting one who is no friend any more": {
			func(c *club, _ api.Outing) { c.unfriend("tom", "maya") },
			func(c *club, o api.Outing) error {
				return c.store.Invite(ctx, o, []api.Guest{guest("maya", api.Invited)})
			}, "tom host",
		},
		"inviting to what is cancelled": {
			func(c *club, o api.Outing) { c.outing("tom", "cancelOuting", o.ID, "") },
			func(c *club, o api.Outing) error {
				return c.store.Invite(ctx, o, []api.Guest{guest("maya", api.Invited)})
			}, "tom host",
		},
		"inviting one who joined": {
			func(c *club, o api.Outing) { c.outing("maya", "joinOuting", o.ID, "") },
			func(c *club, o api.Outing) error {
				return c.store.Invite(ctx, o, []api.Guest{guest("maya", api.Invited)})
			}, "maya going, tom host",
		},
		"joining as one who was a friend": {
			func(c *club, _ api.Outing) { c.unfriend("tom", "maya") },
			func(c *club, o api.Outing) error { return c.store.JoinOuting(ctx, o, guest("maya", api.Going)) }, "tom host",
		},
		"joining what is cancelled": {
			func(c *club, o api.Outing) { c.outing("tom", "cancelOuting", o.ID, "") },
			func(c *club, o api.Outing) error { return c.store.JoinOuting(ctx, o, guest("maya", api.Going)) }, "tom host",
		},
		"leaving what one has left": {
			func(c *club, o api.Outing) {},
			func(c *club, o api.Outing) error { return c.store.LeaveOuting(ctx, o.ID, "maya") }, "tom host",
		},
		"changing what was changed": {
			func(c *club, o api.Outing) { c.outing("tom", "changeOuting", o.ID, `{"name":"Another"}`) },
			func(c *club, o api.Outing) error { return c.store.RewriteOuting(ctx, o) }, "tom host",
		},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			_, made := c.outing("tom", "createOuting", "", sundayRun)
			read, found, err := c.store.Outing(ctx, made["id"].(string))
			if err != nil || !found {
				t.Fatal(found, err)
			}
			k.happens(c, read)
			if err := k.write(c, read); err == nil || !strings.Contains(err.Error(), "at the same time") {
				t.Errorf("err = %v", err)
			}
			if _, after := c.outing("tom", "getOuting", read.ID, ""); roles(after) != k.people {
				t.Errorf("people are %s, want %s", roles(after), k.people)
			}
		})
	}
}

package permit

import (
	"github.com/cedar-policy/cedar-go"

	"troth/agent/turn"
)

// request describes a call to Cedar, with the entities that it speaks of.
func (p *Policy) request(in turn.ToolInput, args map[string]any) (cedar.Request, cedar.EntityGetter) {
	user := cedar.NewEntityUID(userType, cedar.String(in.Turn.User.ID))
	request := cedar.Request{
		Principal: user,
		Action:    action(in.Call.Tool),
		Resource:  cedar.NewEntityUID(appType, cedar.String(p.app)),
		Context:   p.context(in, args),
	}
	return request, withUser{p.entities, principal(user, in.Turn.User)}
}

// withUser are the app's entities and one user.
type withUser struct {
	app  cedar.EntityMap
	user cedar.Entity
}

// Get gives an entity by its name.
func (w withUser) Get(uid cedar.EntityUID) (cedar.Entity, bool) {
	if uid == w.user.UID {
		return w.user, true
	}
	return w.app.Get(uid)
}

func principal(uid cedar.EntityUID, u turn.User) cedar.Entity {
	return cedar.Entity{UID: uid, Attributes: cedar.NewRecord(cedar.RecordMap{
		"signed_in":    cedar.Boolean(u.SignedIn()),
		"roles":        texts(u.Roles),
		"capabilities": texts(u.Capabilities),
	})}
}

func texts(list []string) cedar.Set {
	values := make([]cedar.Value, len(list))
	for i, s := range list {
		values[i] = cedar.String(s)
	}
	return cedar.NewSet(values...)
}

func (p *Policy) context(in turn.ToolInput, args map[string]any) cedar.Record {
	s := p.shapes[in.Call.Tool]
	if s == nil {
		s = &shape{}
	}
	now := in.Turn.Clock.Now
	return cedar.NewRecord(cedar.RecordMap{
		"args":           s.record(args),
		"receipts":       receipts(in.Steps),
		"now":            cedar.NewDatetime(now),
		"location_known": cedar.Boolean(in.Turn.Location != nil),
		"local": cedar.NewRecord(cedar.RecordMap{
			"weekday": cedar.String(now.Weekday().String()),
			"hour":    cedar.Long(now.Hour()),
			"minute":  cedar.Long(now.Minute()),
		}),
	})
}

func receipts(steps []turn.Step) cedar.Set {
	var values []cedar.Value
	for _, r := range turn.Receipts(steps) {
		values = append(values, cedar.NewRecord(cedar.RecordMap{"tool": cedar.String(r.Tool), "does": cedar.String(r.Does)}))
	}
	return cedar.NewSet(values...)
}

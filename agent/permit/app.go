package permit

import (
	"fmt"

	"github.com/cedar-policy/cedar-go"

	"troth/agent/tools"
	"troth/agent/turn"
)

// The types of a request's entities.
const (
	userType   = cedar.EntityType("User")
	actionType = cedar.EntityType("Action")
	appType    = cedar.EntityType("App")
)

// know makes the app's actions: one a tool, in the groups that policies can name.
func (p *Policy) know(path string, all []tools.Tool) error {
	p.entities = cedar.EntityMap{}
	groups := map[string]bool{string(turn.Read): true, string(turn.Write): true}
	for _, t := range all {
		if t.Group == string(turn.Read) || t.Group == string(turn.Write) {
			return &Error{File: path, Line: 1, Column: 1, Text: fmt.Sprintf("a group of tools.yaml is called %s, as all tools of that effect are here; rename it there", t.Group)}
		}
		groups[t.Group] = true
	}
	for name := range groups {
		p.entities[action(name)] = cedar.Entity{UID: action(name)}
	}
	for _, t := range all {
		if groups[t.Name] {
			return &Error{File: path, Line: 1, Column: 1, Text: fmt.Sprintf("%s is a tool and a group, so that a policy could mean either; rename the group in tools.yaml", t.Name)}
		}
		parents := cedar.NewEntityUIDSet(action(string(t.Effect)), action(t.Group))
		p.entities[action(t.Name)] = cedar.Entity{UID: action(t.Name), Parents: parents}
		p.shapes[t.Name] = readShape(t.Schema)
	}
	return nil
}

func action(name string) cedar.EntityUID { return cedar.NewEntityUID(actionType, cedar.String(name)) }

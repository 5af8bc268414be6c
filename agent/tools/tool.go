// Package tools is an app's API as tools: the catalogue made from its OpenAPI
// specs and tools.yaml, the contract under which every call runs, and the
// client of the gateway that carries the calls.
package tools

import (
	"encoding/json"
	"sort"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"troth/agent/turn"
)

// Tool is one operation of the app's API, with the policy that tools.yaml gives
// it.
type Tool struct {
	// Name is the operationId.
	Name        string
	Group       string
	Description string
	Effect      turn.Effect
	// Does is a write's action class; Nouns are what people call its object.
	Does  string
	Nouns []string
	// Record is the type of the records in the answer, ID the field with their
	// id, List the field with the list of them where the answer holds one.
	Record, ID, List string
	// Show are the fields of a record that the model sees, as paths: coach.name.
	Show []string
	// Limit is how many records of a list the model sees.
	Limit int
	// Widen are the steps by which a search that found nothing is widened.
	Widen []WidenStep
	// Idempotency says what becomes of a write that is sent again: header, natural
	// or none; empty where tools.yaml does not say.
	Idempotency string
	// From says where arguments that the model chooses must come from.
	From map[string][]string
	// Rate is how often one user may call it; zero for no limit.
	Rate turn.Rate
	// Inject says which arguments code sets, and from what.
	Inject map[string]string
	// Identity says that the call acts for one user, and carries their token.
	Identity bool
	// Schema is what the model is told of the arguments, as a JSON Schema of
	// type object.
	Schema    json.RawMessage
	Operation Operation

	valid *jsonschema.Schema
}

// Operation says how a call becomes an HTTP request.
type Operation struct {
	Method string
	Path   string // with {name} for path parameters
	Server string // the spec's first server
	// In says where each argument goes: path, query, header or body.
	In map[string]string
	// Required are the arguments that the API insists on.
	Required map[string]bool
}

// Group is a set of tools with one spec and one credential.
type Group struct {
	Name       string
	Spec       string
	Credential string
	// Identity says that its operations act for one user.
	Identity bool
}

// Catalogue is all tools of an app. It is safe for concurrent use.
type Catalogue struct {
	tools  map[string]Tool
	names  []string // in order
	groups []Group
}

func newCatalogue(groups []Group, tools map[string]Tool) *Catalogue {
	c := &Catalogue{tools: tools, groups: groups}
	for name := range tools {
		c.names = append(c.names, name)
	}
	sort.Strings(c.names)
	return c
}

// For lists the tools a user is offered, in the order of their names. Guests
// get none that acts for a user.
func (c *Catalogue) For(u turn.User) []Tool {
	var offered []Tool
	for _, name := range c.names {
		if t := c.tools[name]; !t.Identity || u.SignedIn() {
			offered = append(offered, t)
		}
	}
	return offered
}

// All lists every tool, in the order of their names.
func (c *Catalogue) All() []Tool {
	all := make([]Tool, len(c.names))
	for i, name := range c.names {
		all[i] = c.tools[name]
	}
	return all
}

// Find gives the tool called name.
func (c *Catalogue) Find(name string) (Tool, bool) {
	t, ok := c.tools[name]
	return t, ok
}

// Groups lists the groups in the order of their names.
func (c *Catalogue) Groups() []Group { return c.groups }

// Stamp puts on a call what code knows of its tool. A tool that does not exist
// can't have an effect, so such a call counts as a read.
func (c *Catalogue) Stamp(call turn.ToolCall) turn.ToolCall {
	t, ok := c.tools[call.Tool]
	if !ok {
		call.Effect, call.Does, call.Nouns = turn.Read, "", nil
		return call
	}
	call.Effect, call.Does, call.Nouns = t.Effect, t.Does, t.Nouns
	return call
}

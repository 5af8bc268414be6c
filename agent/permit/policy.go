// Package permit says which calls are allowed: an app's policy.cedar, evaluated
// before a call is made, by code that no model can talk to.
//
// A policy sees:
//
//	principal  User::"<id>" with signed_in (Bool), roles and capabilities
//	           (Set<String>); a guest is User::""
//	action     Action::"<tool>", in Action::"read" or Action::"write" and in
//	           Action::"<group of tools.yaml>"
//	resource   App::"<folder's name>"
//	context    args: what the model chose, typed as the spec says (integer: Long,
//	           number: decimal with four digits, array: Set, object: record)
//	           receipts: Set<{tool: String, does: String}>, the writes that
//	           succeeded in the turn's earlier steps
//	           now: datetime of the message; local: {weekday: String ("Monday"),
//	           hour: Long, minute: Long} on the user's clock
//	           location_known: Bool
//
// What no policy permits is denied. https://docs.cedarpolicy.com
package permit

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cedar-policy/cedar-go"

	"troth/agent/tools"
)

// File is the name of an app's policies in its folder.
const File = "policy.cedar"

// CodeBadPolicy is the stable code of a policy.cedar that can't be used.
const CodeBadPolicy = "bad_policy"

// Error is a mistake in policies, with its place; lines and columns count from 1.
type Error struct {
	File         string
	Line, Column int
	Text         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s:%d:%d: %s", CodeBadPolicy, e.File, e.Line, e.Column, e.Text)
}

// Policy is an app's policies. It is safe for concurrent use.
type Policy struct {
	app      string
	policies cedar.PolicyMap
	// scopes are the permits without their conditions: those that fit a call that
	// was denied tell what it would have taken.
	scopes   cedar.PolicyMap
	entities cedar.EntityMap
	shapes   map[string]*shape // of each tool's arguments
}

//go:embed default.cedar
var standard []byte

// Load reads policy.cedar of the app in dir; an app without the file has the
// built-in policies of default.cedar: everybody may look things up, signed-in users
// may use every tool, and guests may not write. Mistakes are of type [*Error]: text
// that is no Cedar, a policy without @id, and whatever does not fit the app's tools,
// such as a tool, an argument or an attribute that does not exist.
func Load(dir string, catalogue *tools.Catalogue) (*Policy, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", CodeBadPolicy, err)
	}
	path, app := filepath.Join(dir, File), filepath.Base(absolute)
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Parse("default.cedar", standard, app, catalogue)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", CodeBadPolicy, err)
	}
	return Parse(path, text, app, catalogue)
}

// Parse reads the text of policies for the app with the tools of catalogue. path is
// what errors call it.
func Parse(path string, text []byte, app string, catalogue *tools.Catalogue) (*Policy, error) {
	list, err := parse(path, text)
	if err != nil {
		return nil, err
	}
	p := &Policy{app: app, policies: cedar.PolicyMap{}, scopes: cedar.PolicyMap{}, shapes: map[string]*shape{}}
	if err := p.know(path, catalogue.All()); err != nil {
		return nil, err
	}
	for _, policy := range list {
		if err := p.add(path, policy); err != nil {
			return nil, err
		}
	}
	return p, p.check(path, catalogue.All())
}

// add enters a policy by its @id.
func (p *Policy) add(path string, policy *cedar.Policy) error {
	id := cedar.PolicyID(policy.Annotations()["id"])
	if id == "" {
		return at(path, policy, `the policy has no name; put @id("what-it-says") before it`)
	}
	if other, twice := p.policies[id]; twice {
		return at(path, policy, fmt.Sprintf("the policy of line %d is called %q already; give this one another @id", other.Position().Line, id))
	}
	if reason, has := policy.Annotations()["reason"]; has && reason == "" {
		return at(path, policy, `@reason is empty; it is what the model is told, such as @reason("Tell the user that …")`)
	}
	p.policies[id] = policy
	if policy.Effect() == cedar.Forbid {
		return nil
	}
	scope, err := withoutConditions(policy)
	if err != nil {
		return at(path, policy, err.Error())
	}
	p.scopes[id] = scope
	return nil
}

func at(path string, policy *cedar.Policy, text string) *Error {
	position := policy.Position()
	return &Error{File: path, Line: position.Line, Column: position.Column, Text: text}
}

package permit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cedar-policy/cedar-go"
	"github.com/cedar-policy/cedar-go/x/exp/ast"
	"github.com/cedar-policy/cedar-go/x/exp/schema"
	"github.com/cedar-policy/cedar-go/x/exp/schema/validate"

	"troth/agent/tools"
)

// check holds every policy against what the app has. A prohibition with a typing
// mistake would never apply, and nobody would know.
func (p *Policy) check(path string, all []tools.Tool) error {
	validator, err := p.validator(all)
	if err != nil {
		return &Error{File: path, Line: 1, Column: 1, Text: fmt.Sprintf("the app's tools can't be described to Cedar: %v", err)}
	}
	for _, id := range p.inOrder() {
		policy := p.policies[id]
		if err := validator.Policy(string(id), (*ast.Policy)(policy.AST())); err != nil {
			return at(path, policy, p.explained(id, err))
		}
		if wrong, err := p.misnamed(policy); err != nil || wrong != "" {
			return at(path, policy, fmt.Sprintf("%s: %s", id, wrong))
		}
	}
	return nil
}

// inOrder lists the policies as they stand in the file.
func (p *Policy) inOrder() []cedar.PolicyID {
	ids := slices.Collect(maps.Keys(p.policies))
	p.sort(ids)
	return ids
}

func (p *Policy) sort(ids []cedar.PolicyID) {
	slices.SortFunc(ids, func(a, b cedar.PolicyID) int {
		return p.policies[a].Position().Offset - p.policies[b].Position().Offset
	})
}

// explained is a validator's error, with the names there are.
func (p *Policy) explained(id cedar.PolicyID, err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	text := fmt.Sprintf("%s: %s", id, strings.TrimPrefix(first, fmt.Sprintf("for policy `%s`, ", id)))
	if strings.Contains(first, "unrecognized action") {
		text += "; there are " + strings.Join(p.actions(), ", ")
	}
	return text
}

// actions names the tools, and the groups that they are in.
func (p *Policy) actions() []string {
	var names []string
	for uid := range p.entities {
		names = append(names, string(uid.ID))
	}
	slices.Sort(names)
	return names
}

// validator knows the types of all that a policy sees.
func (p *Policy) validator(all []tools.Tool) (*validate.Validator, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "entity User {signed_in: Bool, roles: Set<String>, capabilities: Set<String>};\nentity App;\n")
	for _, name := range p.actions() {
		if _, isTool := p.shapes[name]; !isTool {
			fmt.Fprintf(&text, "action %s;\n", quote(name))
		}
	}
	for _, t := range all {
		fmt.Fprintf(&text, "action %s in [%s, %s] appliesTo {principal: User, resource: App, context: %s};\n",
			quote(t.Name), quote(string(t.Effect)), quote(t.Group), fmt.Sprintf(contextType, p.shapes[t.Name].cedar()))
	}
	var s schema.Schema
	if err := s.UnmarshalCedar([]byte(text.String())); err != nil {
		return nil, err
	}
	resolved, err := s.Resolve()
	if err != nil {
		return nil, err
	}
	return validate.New(resolved), nil
}

const contextType = "{args: %s, receipts: Set<{tool: String, does: String}>, now: datetime, local: {weekday: String, hour: Long, minute: Long}, location_known: Bool}"

// quote writes a name as a Cedar string.
func quote(name string) string { return string(cedar.String(name).MarshalCedar()) }

// misnamed tells of a name that the types don't show to be wrong: another app, a
// receipt of no tool, an argument that no tool has.
func (p *Policy) misnamed(policy *cedar.Policy) (string, error) {
	text, err := policy.MarshalJSON()
	if err != nil {
		return "", err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return "", err
	}
	return p.search(tree), nil
}

// search looks through a policy in Cedar's JSON format for the first wrong name.
// https://docs.cedarpolicy.com/policies/json-format.html
func (p *Policy) search(node any) string {
	switch node := node.(type) {
	case []any:
		for _, inner := range node {
			if wrong := p.search(inner); wrong != "" {
				return wrong
			}
		}
	case map[string]any:
		if wrong := p.wrongName(node); wrong != "" {
			return wrong
		}
		for _, name := range slices.Sorted(maps.Keys(node)) {
			if wrong := p.search(node[name]); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

func (p *Policy) wrongName(node map[string]any) string {
	if id, ok := node["id"].(string); ok && node["type"] == string(appType) && id != p.app {
		return fmt.Sprintf("App::%q is another app; this one is App::%q", id, p.app)
	}
	if fields, ok := node["Record"].(map[string]any); ok {
		literal, _ := fields["tool"].(map[string]any)
		if tool, ok := literal["Value"].(string); ok && p.shapes[tool] == nil {
			return fmt.Sprintf("a receipt of %q can't be: there is no such tool", tool)
		}
	}
	if has, ok := node["has"].(map[string]any); ok && isArgs(has["left"]) {
		if name, _ := has["attr"].(string); !p.anyTakes(name) {
			return fmt.Sprintf("no tool lets the model choose an argument %q that a policy can speak of", name)
		}
	}
	return ""
}

// isArgs recognizes context.args.
func isArgs(node any) bool {
	outer, _ := node.(map[string]any)
	access, _ := outer["."].(map[string]any)
	left, _ := access["left"].(map[string]any)
	return access["attr"] == "args" && left["Var"] == "context"
}

func (p *Policy) anyTakes(name string) bool {
	for _, s := range p.shapes {
		if f, ok := s.fields[name]; ok && f.shape.known() {
			return true
		}
	}
	return false
}

package permit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"troth/agent/app"
	"troth/agent/tools"
	"troth/agent/turn"
)

// CasesFile is the name of an app's policy tests in its folder.
const CasesFile = "policy_tests.yaml"

// Case is a call of which an app team knows whether it must be allowed.
type Case struct {
	Name string `yaml:"name"`
	// User is an id of users.yaml; empty for a guest.
	User string `yaml:"user"`
	// Roles and Capabilities stand in for those of users.yaml.
	Roles        []string       `yaml:"roles"`
	Capabilities []string       `yaml:"capabilities"`
	Tool         string         `yaml:"tool"`
	Args         map[string]any `yaml:"args"`
	// Receipts are of writes that succeeded earlier in the turn.
	Receipts []Receipt `yaml:"receipts"`
	// Clock is the time of the message, RFC 3339 with the user's offset.
	Clock time.Time `yaml:"clock"`
	// Location says that the device told where it is.
	Location bool `yaml:"location"`
	// Expect is allow or deny; By, if named, is a policy that must have decided.
	Expect string `yaml:"expect"`
	By     string `yaml:"by"`
}

// Receipt is what policies see of one.
type Receipt struct {
	Tool string `yaml:"tool"`
	Does string `yaml:"does"`
}

// Outcome is what the policies say of a case.
type Outcome struct {
	Name   string `json:"name"`
	User   string `json:"user"`
	Tool   string `json:"tool"`
	Expect string `json:"expect"`
	Got    string `json:"got"`
	// Policies are the ids of those that decided.
	Policies []string `json:"policies"`
	// Text is what the model is told when the call is denied.
	Text   string `json:"text,omitempty"`
	Passed bool   `json:"passed"`
	// Why says what is not as expected.
	Why string `json:"why,omitempty"`
}

// Test decides the cases of policy_tests.yaml of the app in dir. An error has a
// stable code: no_policy_tests, bad_policy_tests, or one of the app's own files.
func Test(dir string) ([]Outcome, error) {
	catalogue, err := tools.Load(dir)
	if err != nil {
		return nil, err
	}
	policy, err := Load(dir, catalogue)
	if err != nil {
		return nil, err
	}
	users, err := app.Users(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, CasesFile)
	cases, err := readCases(path)
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(cases))
	for i, c := range cases {
		in, err := c.input(catalogue, users)
		if err == nil && c.By != "" {
			err = policy.has(c.By)
		}
		if err != nil {
			return nil, fmt.Errorf("bad_policy_tests: %s: cases[%d]: %w", path, i, err)
		}
		outcomes[i] = c.judge(policy.Decide(in, in.Call.Args))
	}
	return outcomes, nil
}

func readCases(path string) ([]Case, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no_policy_tests: there is no %s; write down calls that must be allowed and calls that must be denied", path)
	}
	if err != nil {
		return nil, fmt.Errorf("bad_policy_tests: %w", err)
	}
	var file struct {
		Cases []Case `yaml:"cases"`
	}
	if err := yaml.UnmarshalWithOptions(text, &file, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("bad_policy_tests: %s: %s", path, yaml.FormatError(err, false, true))
	}
	if len(file.Cases) == 0 {
		return nil, fmt.Errorf("no_policy_tests: %s lists no cases", path)
	}
	return file.Cases, nil
}

// input is the call that a case describes.
func (c Case) input(catalogue *tools.Catalogue, users []app.User) (turn.ToolInput, error) {
	tool, err := c.check(catalogue)
	if err != nil {
		return turn.ToolInput{}, err
	}
	args, err := c.args()
	if err != nil {
		return turn.ToolInput{}, err
	}
	if wrong := tool.Invalid(args); len(wrong) > 0 {
		return turn.ToolInput{}, fmt.Errorf("args: %s", strings.Join(wrong, "; "))
	}
	user, err := c.user(users)
	if err != nil {
		return turn.ToolInput{}, err
	}
	in := turn.ToolInput{
		Turn: turn.Turn{User: user, Clock: turn.Clock{Now: c.Clock, Weekday: c.Clock.Weekday().String()}},
		Call: turn.ToolCall{ID: "call", Tool: tool.Name, Args: args},
	}
	if c.Location {
		in.Turn.Location = &turn.Location{}
	}
	for i, r := range c.Receipts {
		id := fmt.Sprint("earlier", i)
		in.Steps = append(in.Steps, turn.Step{
			Calls:   []turn.ToolCall{{ID: id, Tool: r.Tool}},
			Results: []turn.ToolResult{{Call: id, Status: turn.OK, Receipt: &turn.Receipt{Tool: r.Tool, Does: r.Does}}},
		})
	}
	return in, nil
}

// args are the call's as a model's would come, which is as JSON; a call without any
// has an empty object of them.
func (c Case) args() (map[string]any, error) {
	args := map[string]any{}
	if c.Args == nil {
		return args, nil
	}
	text, err := json.Marshal(c.Args)
	if err != nil {
		return nil, fmt.Errorf("args: %w", err)
	}
	return args, json.Unmarshal(text, &args)
}

func (c Case) check(catalogue *tools.Catalogue) (tools.Tool, error) {
	tool, ok := catalogue.Find(c.Tool)
	switch {
	case !ok:
		return tool, fmt.Errorf("there is no tool %q", c.Tool)
	case c.Clock.IsZero():
		return tool, errors.New("clock is missing: when is it? Such as 2026-03-04T10:00:00+01:00")
	case c.Expect != "allow" && c.Expect != "deny":
		return tool, fmt.Errorf("expect is %q; it is allow or deny", c.Expect)
	}
	for _, r := range c.Receipts {
		if _, ok := catalogue.Find(r.Tool); !ok {
			return tool, fmt.Errorf("receipts: there is no tool %q", r.Tool)
		}
	}
	return tool, nil
}

func (c Case) user(users []app.User) (turn.User, error) {
	user := turn.User{ID: c.User, Roles: c.Roles, Capabilities: c.Capabilities}
	if c.User == "" {
		return user, nil
	}
	i := slices.IndexFunc(users, func(u app.User) bool { return u.ID == c.User })
	if i < 0 {
		return user, fmt.Errorf("users.yaml has no user %q", c.User)
	}
	if c.Roles == nil {
		user.Roles = users[i].Roles
	}
	if c.Capabilities == nil {
		user.Capabilities = users[i].Capabilities
	}
	return user, nil
}

// has reports a policy that does not exist.
func (p *Policy) has(id string) error {
	for known := range p.policies {
		if string(known) == id {
			return nil
		}
	}
	return fmt.Errorf("by: there is no policy %q; there are %s", id, strings.Join(names(p.inOrder()), ", "))
}

func (c Case) judge(d tools.Decision) Outcome {
	o := Outcome{Name: c.Name, User: c.User, Tool: c.Tool, Expect: c.Expect, Got: "deny", Policies: d.Policies, Text: d.Text}
	if d.Allow {
		o.Got, o.Text = "allow", ""
	}
	switch {
	case o.Got != c.Expect:
		o.Why = fmt.Sprintf("expected %s, got %s", c.Expect, o.Got)
	case c.By != "" && !slices.Contains(d.Policies, c.By):
		o.Why = "expected to be decided by " + c.By
	}
	o.Passed = o.Why == ""
	return o
}

package tools

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Problem is something in an app's specs or tools.yaml that should be changed.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// Code is stable: no_operation_id, composition, bad_guard, …
	Code string `json:"code"`
	// Tool is the operationId, where there is one.
	Tool string `json:"tool,omitempty"`
	Text string `json:"text"`
	// Warning: it is of an operation that is no tool, or does no harm yet.
	Warning bool `json:"warning,omitempty"`
}

// Check lists all that is wrong with an app's specs and tools.yaml, or that a
// managed gateway would not take, in the order of files and lines. acts reports
// whether the rules know an action class: an act that they don't know is one that a
// reply can claim unseen. An error means that a file can't be read at all.
func Check(dir string, acts func(class string) bool) ([]Problem, error) {
	path := filepath.Join(dir, "tools.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("bad_tools: %w", err)
	}
	var f file
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("bad_tools: %s: %s", path, yaml.FormatError(err, false, true))
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, fmt.Errorf("bad_tools: %s: %w", path, err)
	}
	c := checker{path: path, acts: acts, policy: parsed, file: f, operations: map[string]operation{}}
	for _, name := range sortedNames(f.Groups) {
		if err := c.group(dir, name, f.Groups[name]); err != nil {
			return nil, fmt.Errorf("bad_tools: %s: groups.%s: %w", path, name, err)
		}
	}
	for _, name := range sortedNames(f.Tools) {
		c.tool(name, f.Tools[name])
	}
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return c.problems, nil
}

type checker struct {
	acts       func(class string) bool
	path       string // of tools.yaml
	policy     *ast.File
	file       file
	operations map[string]operation
	problems   []Problem
}

// add notes a problem of tools.yaml at a place such as tools.bookSession.show[1];
// where that place is not written, it is noted at the one around it.
func (c *checker) add(code, tool, text string, at ...string) {
	c.problems = append(c.problems, Problem{File: c.path, Line: c.line(at), Code: code, Tool: tool, Text: text})
}

func (c *checker) line(at []string) int {
	for n := len(at); n > 0; n-- {
		quoted := "$"
		for _, part := range at[:n] {
			name, index, indexed := strings.Cut(part, "[")
			quoted += ".'" + name + "'"
			if indexed {
				quoted += "[" + index
			}
		}
		path, err := yaml.PathString(quoted)
		if err != nil {
			continue
		}
		if node, err := path.FilterFile(c.policy); err == nil && node != nil {
			return node.GetToken().Position.Line
		}
	}
	return 1
}

// tool checks the policy of one tool.
func (c *checker) tool(name string, p toolPolicy) {
	o, known := c.operations[name]
	if !known {
		c.add("no_operation", name, fmt.Sprintf("no operation of the specs has the operationId %s", name), "tools", name)
		return
	}
	for _, f := range policyFlaws(p, o) {
		c.add(f.code, name, f.text, append([]string{"tools", name}, strings.Split(f.at, ".")...)...)
	}
	if p.Effect == "write" && p.Idempotency == "" {
		c.add("no_idempotency", name, "a write needs idempotency, so that one whose answer is lost is not done twice: header (it takes a key), natural (sent again, it changes nothing more) or none", "tools", name)
	}
	if p.Does != "" && !c.acts(p.Does) {
		c.add("unknown_class", name, fmt.Sprintf("no verb of the app's language does %q, so that a false claim of it would pass; name the nearest act that there is, such as book, order, change or add", p.Does), "tools", name, "does")
	}
	for _, f := range responseFlaws(p, o) {
		c.add(f.code, name, f.text, "tools", name, f.at)
	}
}

package apprules

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/google/cel-go/cel"

	"troth/agent/turn"
)

// CodeInvalid is the code of a rules file that can't be loaded.
const CodeInvalid = "rules_invalid"

// Error is what is wrong with a rules file, all of it at once.
type Error struct {
	Code string // rules_invalid
	// Mistakes are in the order of the file. Each begins with file:line:column
	// and says what to change.
	Mistakes []string
}

func (e *Error) Error() string { return e.Code + ": " + strings.Join(e.Mistakes, "\n") }

// File is the name of an app's file of rules.
const File = "rules.yaml"

// LoadDir compiles the rules of the app in dir, as [Load] does. An app without a
// file of rules has none: the Set is nil, and has no rule.
func LoadDir(dir string, reserved []string) (*Set, error) {
	path := filepath.Join(dir, File)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{CodeInvalid, []string{fmt.Sprintf("%s can't be read: %v", path, err)}}
	}
	return Load(path, text, reserved)
}

// Load compiles the rules in text, which file names in messages. No rule may
// have one of the reserved ids, which are those of built-in rules. A text
// without rules gives an empty Set. Errors are of type [*Error].
func Load(file string, text []byte, reserved []string) (*Set, error) {
	l := &loader{file: file, lines: strings.Split(string(text), "\n"), reserved: reserved, seen: map[string]bool{}}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, &Error{CodeInvalid, []string{fmt.Sprintf("%s: %s", file, yaml.FormatError(err, false, true))}}
	}
	for i, doc := range tree.Docs {
		if i > 0 {
			l.fault(doc.Body, "a rules file is one YAML document; remove what follows the ---")
			break
		}
		l.document(doc.Body)
	}
	if len(l.mistakes) > 0 {
		return nil, &Error{CodeInvalid, l.mistakes}
	}
	return &Set{rules: l.rules}, nil
}

type loader struct {
	file     string
	lines    []string
	reserved []string
	seen     map[string]bool
	rules    []rule
	mistakes []string
}

func (l *loader) fault(at ast.Node, format string, args ...any) {
	line, column := 1, 1
	if at != nil && at.GetToken() != nil {
		line, column = at.GetToken().Position.Line, at.GetToken().Position.Column
	}
	l.faultAt(line, column, format, args...)
}

func (l *loader) faultAt(line, column int, format string, args ...any) {
	l.mistakes = append(l.mistakes, fmt.Sprintf("%s:%d:%d: ", l.file, line, column)+fmt.Sprintf(format, args...))
}

func (l *loader) document(body ast.Node) {
	if isNull(body) {
		return
	}
	entries, ok := entriesOf(body)
	if !ok {
		l.fault(body, "it must be a mapping with the key rules")
		return
	}
	for _, e := range entries {
		if key := e.Key.String(); key != "rules" {
			l.fault(e.Key, "unknown key %q; the only one here is rules", key)
			continue
		}
		l.list(e.Value)
	}
}

func (l *loader) list(value ast.Node) {
	if isNull(value) {
		return
	}
	list, ok := value.(*ast.SequenceNode)
	if !ok {
		l.fault(value, "rules must be a list")
		return
	}
	for i, item := range list.Values {
		l.rule(i+1, item)
	}
}

// draft is a rule as it is written: its fields' texts and where they stand.
type draft struct {
	name   string // for messages
	node   ast.Node
	fields map[string]ast.Node
}

var keys = []string{"id", "reason", "when", "quote", "correction", "fix"}

func (l *loader) rule(n int, item ast.Node) {
	before := len(l.mistakes)
	entries, ok := entriesOf(item)
	if !ok {
		l.fault(item, "rule %d: it must be a mapping with %s", n, strings.Join(keys, ", "))
		return
	}
	d := draft{name: ruleName(n, entries), node: item, fields: map[string]ast.Node{}}
	for _, e := range entries {
		key := e.Key.String()
		switch _, isText := textOf(e.Value); {
		case !slices.Contains(keys, key):
			l.fault(e.Key, "%s: unknown key %q; a rule has %s", d.name, key, strings.Join(keys, ", "))
		case !isText && !isNull(e.Value):
			l.fault(e.Value, "%s: %s must be text; put it in quotes", d.name, key)
			d.fields[key] = nil
		default:
			d.fields[key] = e.Value
		}
	}
	r := l.build(d)
	if len(l.mistakes) == before {
		l.rules = append(l.rules, r)
	}
}

// ruleName is how messages name a rule: by its id, or by its number.
func ruleName(n int, entries []*ast.MappingValueNode) string {
	for _, e := range entries {
		if id, ok := textOf(e.Value); ok && e.Key.String() == "id" && id != "" {
			return "rule " + id
		}
	}
	return fmt.Sprintf("rule %d", n)
}

func (l *loader) build(d draft) rule {
	r := rule{
		id:         l.needed(d, "id", "a stable name, such as no-refund"),
		reason:     l.needed(d, "reason", "what the rule protects the user from"),
		correction: l.needed(d, "correction", "what is wrong, what is true and what to do, for the model"),
		fix:        turn.Fix(l.needed(d, "fix", "reword or act")),
	}
	l.checkID(d, r.id)
	if r.fix != "" && r.fix != turn.Reword && r.fix != turn.Act {
		l.fault(d.fields["fix"], "%s: fix is %q; it is reword (say it differently) or act (do something first)", d.name, r.fix)
	}
	_, quoted := d.fields["quote"]
	if quoted && l.needed(d, "quote", "an expression that gives words of the reply; leave the key out for the whole reply") != "" {
		r.quote = l.expression(d, "quote", cel.StringType, false)
	}
	if l.needed(d, "when", "an expression that is true when the reply breaks the rule") != "" {
		r.when = l.expression(d, "when", cel.BoolType, quoted)
	}
	return r
}

// needed gives a field's text; without one it is a mistake, unless the field
// has been faulted already.
func (l *loader) needed(d draft, key, what string) string {
	node, present := d.fields[key]
	if present && node == nil {
		return ""
	}
	text, _ := textOf(node)
	if strings.TrimSpace(text) == "" {
		at := node
		if at == nil {
			at = d.node
		}
		l.fault(at, "%s: %s is missing: %s", d.name, key, what)
		return ""
	}
	return strings.TrimSpace(text)
}

var idPattern = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func (l *loader) checkID(d draft, id string) {
	switch at := d.fields["id"]; {
	case id == "":
	case !idPattern.MatchString(id):
		l.fault(at, "%s: the id must be lower-case words with hyphens, such as no-refund", d.name)
	case slices.Contains(l.reserved, id):
		l.fault(at, "%s: the id is a built-in rule's; give it another", d.name)
	case l.seen[id]:
		l.fault(at, "%s: another rule has this id; each rule needs its own", d.name)
	default:
		l.seen[id] = true
	}
}

func (l *loader) expression(d draft, key string, want *cel.Type, quote bool) cel.Program {
	node := d.fields[key]
	text, _ := textOf(node)
	program, flaws := compile(text, want, quote)
	for _, f := range flaws {
		line, column, exact := l.place(node, f)
		if exact || f.line == 0 {
			l.faultAt(line, column, "%s: %s: %s", d.name, key, f.text)
			continue
		}
		l.faultAt(line, column, "%s: %s, at %d:%d of the expression: %s", d.name, key, f.line, f.column, f.text)
	}
	return program
}

// place finds a flaw of an expression in the file. It is exact for a block
// (when: |) and for plain text on one line; of other forms it gives where the
// expression begins.
func (l *loader) place(node ast.Node, f flaw) (line, column int, exact bool) {
	start := node.GetToken().Position
	if block, ok := node.(*ast.LiteralNode); ok {
		first := start.Line + 1
		for first < len(l.lines) && strings.TrimSpace(l.lines[first-1]) == "" {
			first++
		}
		indent := len(l.lines[first-1]) - len(strings.TrimLeft(l.lines[first-1], " "))
		if f.line == 0 || !strings.HasPrefix(block.Start.Value, "|") {
			return first, indent + 1, false
		}
		return start.Line + f.line, indent + f.column, true
	}
	rest := l.lines[start.Line-1][min(start.Column-1, len(l.lines[start.Line-1])):]
	text, _ := textOf(node)
	if f.line == 1 && strings.HasPrefix(rest, text) {
		return start.Line, start.Column + f.column - 1, true
	}
	return start.Line, start.Column, false
}

func isNull(n ast.Node) bool {
	if n == nil {
		return true
	}
	_, null := n.(*ast.NullNode)
	_, comment := n.(*ast.CommentGroupNode)
	return null || comment
}

// entriesOf gives the entries of a mapping.
func entriesOf(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

func textOf(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	}
	return "", false
}

package states

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/theory/jsonpath"
)

// path is a JSONPath as the States Language uses it. Plain ones, such as
// $.a.b[0], are walked here; others go to a JSONPath library.
type path struct {
	text    string
	context bool   // begins with $$
	keys    []step // of a plain path
	query   *jsonpath.Path
}

type step struct {
	key   string
	index int
	array bool
}

// parsePath reads a path; it must begin with $ or $$.
func parsePath(text string) (*path, error) {
	if !strings.HasPrefix(text, "$") {
		return nil, fmt.Errorf("%q is no JSONPath: it must begin with $", text)
	}
	p := &path{text: text, context: strings.HasPrefix(text, "$$")}
	plain := text
	if p.context {
		plain = text[1:]
	}
	if keys, ok := plainSteps(plain[1:]); ok {
		p.keys = keys
		return p, nil
	}
	query, err := jsonpath.Parse(plain)
	if err != nil {
		return nil, fmt.Errorf("%q is no JSONPath: %w", text, err)
	}
	p.query = query
	return p, nil
}

// plainSteps reads .name, ['name'] and [0] steps; anything else is not plain.
func plainSteps(rest string) ([]step, bool) {
	steps := []step{}
	for rest != "" {
		var s step
		var ok bool
		if s, rest, ok = nextStep(rest); !ok {
			return nil, false
		}
		steps = append(steps, s)
	}
	return steps, true
}

func nextStep(rest string) (step, string, bool) {
	if rest[0] == '.' {
		end := strings.IndexAny(rest[1:], ".[")
		if end < 0 {
			end = len(rest) - 1
		}
		name := rest[1 : 1+end]
		return step{key: name}, rest[1+end:], isName(name)
	}
	end := strings.IndexByte(rest, ']')
	if rest[0] != '[' || end < 2 {
		return step{}, "", false
	}
	inner := rest[1:end]
	if n, err := strconv.Atoi(inner); err == nil && n >= 0 {
		return step{index: n, array: true}, rest[end+1:], true
	}
	quote := inner[0]
	if (quote == '\'' || quote == '"') && len(inner) > 2 && inner[len(inner)-1] == quote && !strings.ContainsAny(inner[1:len(inner)-1], `\'"`) {
		return step{key: inner[1 : len(inner)-1]}, rest[end+1:], true
	}
	return step{}, "", false
}

func isName(s string) bool {
	if s == "" {
		return false
	}
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return true
}

// get finds what the path points to. A path with wildcards or filters gives the
// list of what it finds, which may be empty; a plain one gives the one thing.
func (p *path) get(data any) (any, bool) {
	if p.query != nil {
		found := p.query.Select(data)
		if p.query.Query().Singular() == nil {
			return []any(found), true
		}
		if len(found) == 0 {
			return nil, false
		}
		return found[0], true
	}
	for _, s := range p.keys {
		var ok bool
		if data, ok = s.get(data); !ok {
			return nil, false
		}
	}
	return data, true
}

func (s step) get(data any) (any, bool) {
	if s.array {
		list, ok := data.([]any)
		if !ok || s.index >= len(list) {
			return nil, false
		}
		return list[s.index], true
	}
	object, ok := data.(map[string]any)
	if !ok {
		return nil, false
	}
	v, ok := object[s.key]
	return v, ok
}

// parseReference reads a reference path: one that can name only one node, as
// ResultPath needs.
func parseReference(text string) (*path, error) {
	p, err := parsePath(text)
	if err != nil {
		return nil, err
	}
	if p.query != nil || p.context {
		return nil, fmt.Errorf("%q is no reference path: it may only have .name and [0] steps", text)
	}
	return p, nil
}

// put gives data with v at the path; objects on the way are made where there
// are none. The data itself is left alone.
func (p *path) put(data, v any) (any, error) { return putAt(data, p.keys, v, p.text) }

func putAt(data any, steps []step, v any, text string) (any, error) {
	if len(steps) == 0 {
		return v, nil
	}
	s := steps[0]
	if s.array {
		list, ok := data.([]any)
		if !ok || s.index >= len(list) {
			return nil, fmt.Errorf("unable to apply ReferencePath %s to input", text)
		}
		copied := append([]any{}, list...)
		inner, err := putAt(list[s.index], steps[1:], v, text)
		copied[s.index] = inner
		return copied, err
	}
	object, ok := data.(map[string]any)
	if !ok && data != nil {
		return nil, fmt.Errorf("unable to apply ReferencePath %s to input", text)
	}
	copied := make(map[string]any, len(object)+1)
	for key := range object {
		copied[key] = object[key]
	}
	inner, err := putAt(object[s.key], steps[1:], v, text)
	copied[s.key] = inner
	return copied, err
}

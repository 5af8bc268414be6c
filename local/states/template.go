package states

import (
	"fmt"
	"sort"
	"strings"
)

// template is a payload template: Parameters, ItemSelector or ResultSelector.
// Fields whose names end in ".$" are paths or intrinsic functions.
type template func(d *data) (any, *failure)

// data is what paths are resolved against.
type data struct {
	state   string // whose name errors carry
	event   int64  // the id of the event with which the state was entered
	input   any
	context func() map[string]any
}

// lookup finds what a path points to.
func (d *data) lookup(p *path) (any, bool) {
	if p.context {
		return p.get(d.context())
	}
	return p.get(d.input)
}

// need finds what a path of field points to, or fails as the service does.
func (d *data) need(p *path, field string) (any, *failure) {
	if v, ok := d.lookup(p); ok {
		return v, nil
	}
	root := d.input
	if p.context {
		root = d.context()
	}
	return nil, d.runtime("The JSONPath '%s' specified for the field '%s' could not be found in the input '%s'", p.text, field, encode(root))
}

// runtime is a failure that no Retry or Catch with States.ALL takes.
func (d *data) runtime(format string, args ...any) *failure {
	return fail(errRuntime, "An error occurred while executing the state '%s' (entered at the event id #%d). %s", d.state, d.event, fmt.Sprintf(format, args...))
}

// compileTemplate reads a payload template; at names it in errors.
func compileTemplate(v any, at string) (template, error) {
	switch v := v.(type) {
	case map[string]any:
		return compileObject(v, at)
	case []any:
		return compileList(v, at)
	}
	return func(*data) (any, *failure) { return v, nil }, nil
}

func compileObject(object map[string]any, at string) (template, error) {
	fields := make(map[string]template, len(object))
	for key, v := range object {
		name, dynamic := strings.CutSuffix(key, ".$")
		var t template
		var err error
		if dynamic {
			t, err = compileDynamic(key, v, at+"/"+key)
		} else {
			t, err = compileTemplate(v, at+"/"+key)
		}
		if err != nil {
			return nil, err
		}
		if _, twice := fields[name]; twice {
			return nil, fmt.Errorf("the field %q stands twice at %s", name, at)
		}
		fields[name] = t
	}
	names := sortedKeys(fields)
	return func(d *data) (any, *failure) {
		out := make(map[string]any, len(names))
		for _, name := range names {
			v, f := fields[name](d)
			if f != nil {
				return nil, f
			}
			out[name] = v
		}
		return out, nil
	}, nil
}

func compileList(list []any, at string) (template, error) {
	items := make([]template, len(list))
	for i, v := range list {
		t, err := compileTemplate(v, fmt.Sprintf("%s[%d]", at, i))
		if err != nil {
			return nil, err
		}
		items[i] = t
	}
	return func(d *data) (any, *failure) {
		out := make([]any, len(items))
		for i, item := range items {
			v, f := item(d)
			if f != nil {
				return nil, f
			}
			out[i] = v
		}
		return out, nil
	}, nil
}

// compileDynamic reads the value of a field whose name ends in ".$".
func compileDynamic(field string, v any, at string) (template, error) {
	text, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("the value of the field '%s' must be a STRING that is a JSONPath or an intrinsic function at %s", field, at)
	}
	if !strings.HasPrefix(text, "$") {
		return compileIntrinsic(text, at)
	}
	p, err := parsePath(text)
	if err != nil {
		return nil, fmt.Errorf("%w at %s", err, at)
	}
	return func(d *data) (any, *failure) { return d.need(p, field) }, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

package permit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shape is the Cedar type of an argument, as its JSON Schema says. An argument of
// no single type has the kind other: policies can't speak of it.
type shape struct {
	kind   kind
	of     *shape           // a set's elements
	fields map[string]field // of a record
}

type field struct {
	shape    *shape
	required bool
}

type kind string

const (
	other   kind = ""
	text    kind = "String"
	truth   kind = "Bool"
	long    kind = "Long"
	decimal kind = "decimal"
	set     kind = "Set"
	record  kind = "record"
)

// readShape reads a JSON Schema.
func readShape(schema json.RawMessage) *shape {
	var s struct {
		Type       json.RawMessage            `json:"type"`
		Items      json.RawMessage            `json:"items"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return &shape{}
	}
	switch k := kinds[onlyType(s.Type)]; k {
	case set:
		return &shape{kind: set, of: readShape(s.Items)}
	case record:
		if len(s.Properties) == 0 {
			return &shape{kind: record}
		}
		fields := make(map[string]field, len(s.Properties))
		for name, inner := range s.Properties {
			fields[name] = field{readShape(inner), slices.Contains(s.Required, name) && !nullable(inner)}
		}
		return &shape{kind: record, fields: fields}
	default:
		return &shape{kind: k}
	}
}

var kinds = map[string]kind{"string": text, "boolean": truth, "integer": long, "number": decimal, "array": set, "object": record}

// types lists the types that a schema names.
func types(named json.RawMessage) []string {
	var one string
	if json.Unmarshal(named, &one) == nil {
		return []string{one}
	}
	var many []string
	if json.Unmarshal(named, &many) != nil {
		return nil
	}
	return many
}

// onlyType is the one type beside null; empty where there is more than one.
func onlyType(named json.RawMessage) string {
	all := slices.DeleteFunc(types(named), func(t string) bool { return t == "null" })
	if len(all) != 1 {
		return ""
	}
	return all[0]
}

// nullable reports whether null may stand there: Cedar has none, so that the field
// is then not there.
func nullable(schema json.RawMessage) bool {
	var s struct {
		Type json.RawMessage `json:"type"`
	}
	return json.Unmarshal(schema, &s) != nil || slices.Contains(types(s.Type), "null")
}

// known reports whether a policy can be held against values of the shape.
func (s *shape) known() bool {
	return s.kind != other && (s.kind != set || s.of.known())
}

// cedar writes the shape as a type of a Cedar schema.
func (s *shape) cedar() string {
	switch s.kind {
	case set:
		return "Set<" + s.of.cedar() + ">"
	case record:
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(s.fields)) {
			f := s.fields[name]
			if !f.shape.known() {
				continue
			}
			mark := "?"
			if f.required {
				mark = ""
			}
			fields = append(fields, fmt.Sprintf("%s%s: %s", quote(name), mark, f.shape.cedar()))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return string(s.kind)
}

package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// bodySchema is what of a body's schema makes arguments.
type bodySchema struct {
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required"`
	AllOf      []bodySchema               `json:"allOf"`
	OneOf      []bodySchema               `json:"oneOf"`
	AnyOf      []bodySchema               `json:"anyOf"`
}

// addBody enters the fields of a JSON body beside the parameters.
func (r *operation) addBody(body *v3.RequestBody) error {
	if body == nil {
		return nil
	}
	var media *v3.MediaType
	if body.Content != nil {
		media, _ = body.Content.Get(jsonType)
	}
	if media == nil {
		return fmt.Errorf("the body is not %s", jsonType)
	}
	text, err := inline(media.Schema)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	var schema bodySchema
	if err := json.Unmarshal(text, &schema); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	return r.addFields(schema.merged())
}

// merged gives the fields of all parts as one: those of an allOf as they are, those
// of a oneOf or anyOf as far as each alternative asks for them. Which of them go
// together is then for the API to say.
func (s bodySchema) merged() bodySchema {
	all := bodySchema{Properties: map[string]json.RawMessage{}, Required: s.Required}
	for _, part := range s.AllOf {
		m := part.merged()
		maps.Copy(all.Properties, m.Properties)
		all.Required = append(all.Required, m.Required...)
	}
	for _, parts := range [][]bodySchema{s.OneOf, s.AnyOf} {
		all.Required = append(all.Required, all.addAlternatives(parts)...)
	}
	maps.Copy(all.Properties, s.Properties)
	return all
}

// addAlternatives enters the fields of alternatives, and gives those that all of
// them insist on. A field that is told differently may be either.
func (s bodySchema) addAlternatives(parts []bodySchema) []string {
	var required []string
	for i, part := range parts {
		m := part.merged()
		for _, name := range sortedNames(m.Properties) {
			s.Properties[name] = either(s.Properties[name], m.Properties[name])
		}
		if i == 0 {
			required = m.Required
			continue
		}
		required = slices.DeleteFunc(slices.Clone(required), func(name string) bool { return !slices.Contains(m.Required, name) })
	}
	return required
}

func either(a, b json.RawMessage) json.RawMessage {
	if a == nil || bytes.Equal(a, b) {
		return b
	}
	both, err := json.Marshal(map[string]any{"anyOf": []json.RawMessage{a, b}})
	if err != nil {
		return a
	}
	return both
}

func (r *operation) addFields(s bodySchema) error {
	if len(s.Properties) == 0 {
		return errors.New("the body is no object with properties, of which arguments could be made")
	}
	required := map[string]bool{}
	for _, name := range s.Required {
		required[name] = true
	}
	for _, name := range sortedNames(s.Properties) {
		if readOnly(s.Properties[name]) {
			continue
		}
		if err := r.add(name, "body", s.Properties[name], required[name]); err != nil {
			return err
		}
	}
	return nil
}

// readOnly reports whether a field stands in answers only.
func readOnly(schema json.RawMessage) bool {
	var s struct {
		ReadOnly bool `json:"readOnly"`
	}
	return json.Unmarshal(schema, &s) == nil && s.ReadOnly
}

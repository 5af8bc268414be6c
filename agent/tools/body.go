package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// bodySchema is what of a body's schema makes arguments.
type bodySchema struct {
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required"`
	AllOf      []bodySchema               `json:"allOf"`
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

// merged gives the fields of all parts of an allOf as one.
func (s bodySchema) merged() bodySchema {
	all := bodySchema{Properties: map[string]json.RawMessage{}, Required: s.Required}
	for _, part := range s.AllOf {
		m := part.merged()
		maps.Copy(all.Properties, m.Properties)
		all.Required = append(all.Required, m.Required...)
	}
	maps.Copy(all.Properties, s.Properties)
	return all
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

package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// operation is an operation of a spec, before any policy.
type operation struct {
	group       Group
	description string
	http        Operation
	properties  map[string]json.RawMessage
}

// jsonType is the one kind of body that tools have.
const jsonType = "application/json"

// readSpec reads the operations of an OpenAPI 3.0 or 3.1 document by their
// operationId.
func readSpec(g Group) (map[string]operation, error) {
	text, err := os.ReadFile(g.Spec)
	if err != nil {
		return nil, err
	}
	document, err := libopenapi.NewDocument(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Spec, err)
	}
	model, err := document.BuildV3Model()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Spec, err)
	}
	server := ""
	if servers := model.Model.Servers; len(servers) > 0 {
		server = strings.TrimRight(servers[0].URL, "/")
	}
	all := map[string]operation{}
	if model.Model.Paths == nil {
		return all, nil
	}
	for path, item := range model.Model.Paths.PathItems.FromOldest() {
		for method, o := range item.GetOperations().FromOldest() {
			if o.OperationId == "" {
				continue // it can't be named in tools.yaml, and so is no tool
			}
			read, err := readOperation(g, o, item.Parameters)
			if err != nil {
				return nil, fmt.Errorf("%s: %s %s: %w", g.Spec, strings.ToUpper(method), path, err)
			}
			read.http.Method, read.http.Path, read.http.Server = strings.ToUpper(method), path, server
			all[o.OperationId] = read
		}
	}
	return all, nil
}

func readOperation(g Group, o *v3.Operation, shared []*v3.Parameter) (operation, error) {
	r := operation{group: g, description: describe(o), properties: map[string]json.RawMessage{}}
	r.http.In, r.http.Required = map[string]string{}, map[string]bool{}
	for _, p := range append(append([]*v3.Parameter{}, shared...), o.Parameters...) {
		schema, err := parameterSchema(p)
		if err != nil {
			return r, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		if err := r.add(p.Name, p.In, schema, p.Required != nil && *p.Required); err != nil {
			return r, err
		}
	}
	return r, r.addBody(o.RequestBody)
}

func describe(o *v3.Operation) string {
	return strings.TrimSpace(strings.TrimSpace(o.Summary) + "\n" + strings.TrimSpace(o.Description))
}

// add enters an argument. One name can't stand for two things.
func (r *operation) add(name, in string, schema json.RawMessage, required bool) error {
	if other, twice := r.http.In[name]; twice && other != in {
		return fmt.Errorf("the argument %s is in the %s and in the %s; rename one in the spec", name, other, in)
	}
	r.http.In[name] = in
	r.properties[name] = schema
	r.http.Required[name] = required || in == "path"
	return nil
}

// parameterSchema gives a parameter's schema, with the parameter's description
// where the schema has none.
func parameterSchema(p *v3.Parameter) (json.RawMessage, error) {
	schema, err := inline(p.Schema)
	if err != nil || p.Description == "" {
		return schema, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(schema, &fields); err != nil {
		return nil, err
	}
	if _, has := fields["description"]; !has {
		if fields["description"], err = json.Marshal(p.Description); err != nil {
			return nil, err
		}
	}
	return json.Marshal(fields)
}

// inline gives a schema as JSON with its references resolved.
func inline(proxy *base.SchemaProxy) (json.RawMessage, error) {
	if proxy == nil {
		return json.RawMessage(`{}`), nil
	}
	schema, err := proxy.BuildSchema()
	if err != nil {
		return nil, err
	}
	return schema.MarshalJSONInline()
}

// addBody enters the fields of a JSON body beside the parameters.
func (r *operation) addBody(body *v3.RequestBody) error {
	if body == nil {
		return nil
	}
	media, ok := body.Content.Get(jsonType)
	if !ok {
		return fmt.Errorf("the body is not %s", jsonType)
	}
	text, err := inline(media.Schema)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	required := map[string]bool{}
	for _, name := range schema.Required {
		required[name] = true
	}
	for _, name := range sortedNames(schema.Properties) {
		if err := r.add(name, "body", schema.Properties[name], required[name]); err != nil {
			return err
		}
	}
	return nil
}

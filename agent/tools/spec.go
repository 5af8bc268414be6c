package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
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
	// unfit says why the operation can't be a tool. It matters only when
	// tools.yaml names it: a spec may hold anything else.
	unfit error
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
			read := readOperation(g, o, item.Parameters)
			read.http.Method, read.http.Path, read.http.Server = strings.ToUpper(method), path, server
			if read.unfit == nil {
				read.unfit = read.http.pathDeclared()
			}
			if _, twice := all[o.OperationId]; twice {
				read.unfit = errors.New("two operations have this operationId")
			}
			if read.unfit != nil {
				read.unfit = fmt.Errorf("%s: %s %s: %w", g.Spec, read.http.Method, path, read.unfit)
			}
			all[o.OperationId] = read
		}
	}
	return all, nil
}

func readOperation(g Group, o *v3.Operation, shared []*v3.Parameter) operation {
	r := operation{group: g, description: describe(o), properties: map[string]json.RawMessage{}}
	r.http.In, r.http.Required = map[string]string{}, map[string]bool{}
	for _, p := range slices.Concat(shared, o.Parameters) {
		if r.unfit = r.addParameter(p); r.unfit != nil {
			return r
		}
	}
	r.unfit = r.addBody(o.RequestBody)
	return r
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

// inline gives a schema as JSON with its references resolved.
func inline(proxy *base.SchemaProxy) (json.RawMessage, error) {
	if proxy == nil {
		return json.RawMessage(`{}`), nil
	}
	schema, err := proxy.BuildSchema()
	if err != nil {
		return nil, err
	}
	text, err := schema.MarshalJSONInline()
	if err != nil {
		return nil, err
	}
	return modern(text)
}

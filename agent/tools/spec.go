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
	// source is the operation as the spec has it, at that line.
	source *v3.Operation
	line   int
	// unfit says why the operation can't be a tool. It matters only when
	// tools.yaml names it: a spec may hold anything else.
	unfit error
}

// jsonType is the one kind of body that tools have.
const jsonType = "application/json"

// specOperation is an operation as it stands in a spec.
type specOperation struct {
	method, path string
	operation    *v3.Operation
	// shared are the parameters of all operations of the path.
	shared []*v3.Parameter
	line   int
}

// openSpec reads an OpenAPI 3.0 or 3.1 document: its operations in their order, and
// its first server.
func openSpec(file string) (all []specOperation, server string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	document, err := libopenapi.NewDocument(text)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	model, err := document.BuildV3Model()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	if servers := model.Model.Servers; len(servers) > 0 {
		server = strings.TrimRight(servers[0].URL, "/")
	}
	if model.Model.Paths == nil {
		return nil, server, nil
	}
	for path, item := range model.Model.Paths.PathItems.FromOldest() {
		for method, o := range item.GetOperations().FromOldest() {
			all = append(all, specOperation{strings.ToUpper(method), path, o, item.Parameters, lineOf(o)})
		}
	}
	return all, server, nil
}

// lineOf is where an operation begins in its file.
func lineOf(o *v3.Operation) int {
	low := o.GoLow()
	switch {
	case low == nil:
		return 0
	case low.KeyNode != nil:
		return low.KeyNode.Line
	case low.RootNode != nil:
		return low.RootNode.Line
	}
	return 0
}

// readSpec reads the operations of a group's spec by their operationId.
func readSpec(g Group) (map[string]operation, error) {
	list, server, err := openSpec(g.Spec)
	if err != nil {
		return nil, err
	}
	all := map[string]operation{}
	for _, o := range list {
		if o.operation.OperationId == "" {
			continue // it can't be named in tools.yaml, and so is no tool
		}
		read := o.read(g, server)
		if _, twice := all[o.operation.OperationId]; twice {
			read.unfit = errors.New("two operations have this operationId")
		}
		if read.unfit != nil {
			read.unfit = fmt.Errorf("%s: %s %s: %w", g.Spec, o.method, o.path, read.unfit)
		}
		all[o.operation.OperationId] = read
	}
	return all, nil
}

// read makes of an operation what a tool needs of it.
func (o specOperation) read(g Group, server string) operation {
	read := readOperation(g, o.operation, o.shared)
	read.http.Method, read.http.Path, read.http.Server = o.method, o.path, server
	read.source, read.line = o.operation, o.line
	if read.unfit == nil {
		read.unfit = read.http.pathDeclared()
	}
	return read
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

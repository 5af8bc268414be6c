package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"

	"troth/agent/identity"
)

// ownHeaders are never arguments: OpenAPI says that the first three are not
// parameters, and the last is what proves the user.
// https://spec.openapis.org/oas/v3.1.0#parameter-object
var ownHeaders = []string{"Accept", "Content-Type", "Authorization", identity.Header}

func (r *operation) addParameter(p *v3.Parameter) error {
	if p.In == "header" && slices.Contains(ownHeaders, http.CanonicalHeaderKey(p.Name)) {
		return nil
	}
	if err := sendable(p); err != nil {
		return fmt.Errorf("parameter %s: %w", p.Name, err)
	}
	schema, err := parameterSchema(p)
	if err != nil {
		return fmt.Errorf("parameter %s: %w", p.Name, err)
	}
	return r.add(p.Name, p.In, schema, p.Required != nil && *p.Required)
}

// sendable reports what a request can't be made of: arguments go out in
// OpenAPI's default styles.
func sendable(p *v3.Parameter) error {
	usual := map[string]string{"path": "simple", "query": "form", "header": "simple"}[p.In]
	switch {
	case usual == "":
		return fmt.Errorf("it is in the %s; tools have arguments in path, query, header and body", p.In)
	case p.Style != "" && p.Style != usual:
		return fmt.Errorf("its style is %s; tools send %s", p.Style, usual)
	case p.In == "query" && p.Explode != nil && !*p.Explode:
		return errors.New("it has explode: false; tools repeat the name for each item")
	}
	return nil
}

// pathDeclared reports a {name} of the path that is no parameter.
func (o Operation) pathDeclared() error {
	for _, part := range strings.Split(o.Path, "{")[1:] {
		if name, _, _ := strings.Cut(part, "}"); o.In[name] != "path" {
			return fmt.Errorf("the path's {%s} is not among its parameters", name)
		}
	}
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

package tools

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// What Amazon Bedrock AgentCore Gateway takes of an OpenAPI document, and what tool
// names the Converse API does.
// https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/gateway-schema-openapi.html
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html
const maxToolName = 64

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

// argumentName is what models take as the name of an argument.
// https://docs.claude.com/en/api/messages#body-tools-input-schema
var argumentName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

// group checks the spec of a group, and keeps its operations.
func (c *checker) group(dir, name string, p groupPolicy) error {
	if p.Identity != "user" && p.Identity != "none" {
		c.add("bad_group", "", fmt.Sprintf("groups.%s.identity is %q; it is user or none", name, p.Identity), "groups", name, "identity")
	}
	if p.Spec == "" {
		return errors.New("it needs spec: the OpenAPI document, from the app's folder")
	}
	g := Group{Name: name, Spec: filepath.Join(dir, p.Spec), Identity: p.Identity == "user"}
	list, server, err := openSpec(g.Spec)
	if err != nil {
		return err
	}
	for _, o := range list {
		c.operation(g, server, o)
	}
	return nil
}

// operation checks an operation of a spec. One that is no tool gets warnings only:
// a managed gateway reads the whole spec.
func (c *checker) operation(g Group, server string, o specOperation) {
	id := o.operation.OperationId
	_, isTool := c.file.Tools[id]
	add := func(code, text string) {
		c.problems = append(c.problems, Problem{File: g.Spec, Line: o.line, Code: code, Tool: id, Text: fmt.Sprintf("%s %s: %s", o.method, o.path, text), Warning: !isTool})
	}
	if id == "" {
		add("no_operation_id", "it has no operationId, and so can't be a tool")
	} else if other, twice := c.operations[id]; twice {
		add("operation_id_twice", fmt.Sprintf("line %d of %s has the operationId %s too", other.line, other.group.Spec, id))
	} else {
		c.operations[id] = o.read(g, server)
		for _, name := range sortedNames(c.operations[id].http.In) {
			if !argumentName.MatchString(name) {
				add("argument_characters", fmt.Sprintf("the argument %q: letters, digits, _, . and - are allowed, and 64 of them", name))
			}
		}
	}
	request := slices.Concat(parameterFlaws(o), bodyFlaws(o.operation.RequestBody))
	for _, f := range append(nameFlaws(g, id), request...) {
		add(f.code, f.text)
	}
	told := slices.ContainsFunc(request, func(f flaw) bool { return f.code != "composition" })
	if unfit := o.read(g, server).unfit; unfit != nil && !told {
		add("unfit", unfit.Error())
	}
}

func nameFlaws(g Group, id string) []flaw {
	name := g.Name + Separator + id
	var flaws []flaw
	if id != "" && len(name) > maxToolName {
		flaws = append(flaws, flaw{code: "name_too_long", text: fmt.Sprintf("as a tool it is called %s, which has %d characters; %d are allowed", name, len(name), maxToolName)})
	}
	if id != "" && !toolName.MatchString(name) {
		flaws = append(flaws, flaw{code: "name_characters", text: fmt.Sprintf("as a tool it is called %q; letters, digits, _ and - are allowed", name)})
	}
	return flaws
}

func parameterFlaws(o specOperation) []flaw {
	var flaws []flaw
	for _, p := range slices.Concat(o.shared, o.operation.Parameters) {
		if err := sendable(p); err != nil {
			flaws = append(flaws, flaw{code: "serializer", text: fmt.Sprintf("parameter %s: %v", p.Name, err)})
		}
		if p.Content != nil && p.Content.Len() > 0 {
			flaws = append(flaws, flaw{code: "serializer", text: fmt.Sprintf("parameter %s: it is written as %s", p.Name, strings.Join(mediaTypes(p.Content.KeysFromOldest()), ", "))})
		}
		if word := composed(p.Schema, map[string]bool{}); word != "" {
			flaws = append(flaws, flaw{code: "composition", text: fmt.Sprintf("parameter %s: its schema has %s, which a managed gateway does not take", p.Name, word)})
		}
	}
	return flaws
}

func bodyFlaws(body *v3.RequestBody) []flaw {
	if body == nil || body.Content == nil || body.Content.Len() == 0 {
		return nil
	}
	media, isJSON := body.Content.Get(jsonType)
	if !isJSON {
		return []flaw{{code: "not_json", text: fmt.Sprintf("its body is %s; tools send %s", strings.Join(mediaTypes(body.Content.KeysFromOldest()), ", "), jsonType)}}
	}
	if word := composed(media.Schema, map[string]bool{}); word != "" {
		return []flaw{{code: "composition", text: fmt.Sprintf("its body's schema has %s, which a managed gateway does not take", word)}}
	}
	return nil
}

func mediaTypes(keys func(func(string) bool)) []string { return slices.Collect(keys) }

// composed is the word by which a schema, or one in it, is put together of others:
// oneOf, anyOf or allOf; empty where there is none. seen holds the references
// passed, since schemas may hold themselves.
func composed(proxy *base.SchemaProxy, seen map[string]bool) string {
	if proxy == nil {
		return ""
	}
	if ref := proxy.GetReference(); ref != "" {
		if seen[ref] {
			return ""
		}
		seen[ref] = true
	}
	s := proxy.Schema()
	if s == nil {
		return ""
	}
	switch {
	case len(s.OneOf) > 0:
		return "oneOf"
	case len(s.AnyOf) > 0:
		return "anyOf"
	case len(s.AllOf) > 0 && !proxy.IsTransformedRefWithSiblings():
		return "allOf"
	}
	for _, child := range children(s) {
		if word := composed(child, seen); word != "" {
			return word
		}
	}
	return ""
}

// children are the schemas within a schema.
func children(s *base.Schema) []*base.SchemaProxy {
	list := slices.Clone(s.AllOf)
	if s.Properties != nil {
		list = slices.AppendSeq(list, s.Properties.ValuesFromOldest())
	}
	if s.Items != nil && s.Items.IsA() {
		list = append(list, s.Items.A)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.IsA() {
		list = append(list, s.AdditionalProperties.A)
	}
	return list
}

package tools

import (
	"fmt"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// responseFlaws lists the fields that a policy names and the operation's answer does
// not have: what code trims by, and finds records with.
func responseFlaws(p toolPolicy, o operation) []flaw {
	answer := answerSchema(o.source)
	if answer == nil {
		return nil // the spec does not say what is answered
	}
	var flaws []flaw
	item := answer
	if p.List != "" {
		list, found := field(answer, p.List, maxDepth)
		if found == missing {
			return []flaw{{"list", "list_not_in_response", fmt.Sprintf("list is %s, which the answer does not have", p.List)}}
		}
		item = list
	}
	if p.ID != "" && has(item, []string{p.ID}, maxDepth) == missing {
		flaws = append(flaws, flaw{"id", "id_not_in_response", fmt.Sprintf("id is %s, which the records of the answer do not have", p.ID)})
	}
	for i, path := range p.Show {
		if has(item, strings.Split(path, "."), maxDepth) == missing {
			flaws = append(flaws, flaw{fmt.Sprintf("show[%d]", i), "show_not_in_response", fmt.Sprintf("show has %s, which the records of the answer do not have", path)})
		}
	}
	return flaws
}

// answerSchema is the schema of the first answer that tells of success; nil where
// the spec has none in JSON.
func answerSchema(o *v3.Operation) *base.SchemaProxy {
	if o == nil || o.Responses == nil || o.Responses.Codes == nil {
		return nil
	}
	for code, r := range o.Responses.Codes.FromOldest() {
		if !strings.HasPrefix(code, "2") || r.Content == nil {
			continue
		}
		if media, ok := r.Content.Get(jsonType); ok {
			return media.Schema
		}
	}
	return nil
}

// presence says whether a schema has a field. One that says nothing of its fields
// may have any.
type presence int

const (
	missing presence = iota
	present
	open
)

// maxDepth is how deep a schema is followed: some hold themselves.
const maxDepth = 12

func has(proxy *base.SchemaProxy, path []string, depth int) presence {
	next, found := field(proxy, path[0], depth)
	if found != present || len(path) == 1 {
		return found
	}
	return has(next, path[1:], depth)
}

// field finds a field in a schema, in what it is put together of, or in the items
// of a list.
func field(proxy *base.SchemaProxy, name string, depth int) (*base.SchemaProxy, presence) {
	if proxy == nil || depth == 0 {
		return nil, open
	}
	s := proxy.Schema()
	if s == nil {
		return nil, open
	}
	if s.Items != nil && s.Items.IsA() {
		return field(s.Items.A, name, depth-1)
	}
	if s.Properties != nil {
		if found, ok := s.Properties.Get(name); ok {
			return found, present
		}
	}
	best := missing
	for _, parts := range [][]*base.SchemaProxy{s.AllOf, s.OneOf, s.AnyOf} {
		for _, part := range parts {
			switch found, how := field(part, name, depth-1); how {
			case present:
				return found, present
			case open:
				best = open
			}
		}
	}
	composed := len(s.AllOf)+len(s.OneOf)+len(s.AnyOf) > 0
	if s.Properties == nil && !composed || s.AdditionalProperties != nil && (s.AdditionalProperties.IsA() || s.AdditionalProperties.B) {
		best = open
	}
	return nil, best
}

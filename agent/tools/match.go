package tools

import "strings"

// Match finds the tool whose call an HTTP request is, by method and path. Of
// two that fit, such as /a/new and /a/{id}, the one with fewer parameters wins.
func (c *Catalogue) Match(method, path string) (Tool, bool) {
	var best Tool
	found := false
	for _, name := range c.names {
		t := c.tools[name]
		if t.Operation.Method == method && fits(t.Operation.Path, path) && (!found || parameters(t) < parameters(best)) {
			best, found = t, true
		}
	}
	return best, found
}

func parameters(t Tool) int { return strings.Count(t.Operation.Path, "{") }

// fits reports whether a path is one of a template's, such as /a/{id}.
func fits(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i, part := range want {
		if part != got[i] && !strings.HasPrefix(part, "{") {
			return false
		}
	}
	return true
}

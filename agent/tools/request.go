package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Request makes the HTTP request of a call: each argument goes where the spec
// says. base takes the place of the spec's server unless it is empty.
func (o Operation) Request(ctx context.Context, base string, args map[string]any) (*http.Request, error) {
	if base == "" {
		base = o.Server
	}
	path, query, header, body := o.Path, url.Values{}, http.Header{}, map[string]any{}
	for name, v := range args {
		switch o.In[name] {
		case "path":
			if leadsAstray(text(v)) {
				return nil, fmt.Errorf("%s is %q, which would lead to another path", name, text(v))
			}
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(text(v)))
		case "query":
			addQuery(query, name, v)
		case "header":
			header.Set(name, text(v))
		case "body":
			body[name] = v
		default:
			return nil, fmt.Errorf("%s %s has no argument %s", o.Method, o.Path, name)
		}
	}
	if strings.Contains(path, "{") {
		return nil, fmt.Errorf("%s %s lacks an argument of its path", o.Method, o.Path)
	}
	target := strings.TrimRight(base, "/") + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return o.build(ctx, target, header, body)
}

// leadsAstray reports whether a value in a path would make it the path of
// something else: of the collection when it is empty, of what is above when a
// part of it is only dots (RFC 3986, 5.2.4). Servers may decode %2F first.
func leadsAstray(value string) bool {
	parts := strings.FieldsFunc(value, func(r rune) bool { return r == '/' || r == '\\' })
	return len(parts) == 0 || slices.Contains(parts, ".") || slices.Contains(parts, "..")
}

func (o Operation) build(ctx context.Context, target string, header http.Header, body map[string]any) (*http.Request, error) {
	var content []byte
	if o.takesBody() {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("writing the body: %w", err)
		}
		header.Set("Content-Type", jsonType)
	}
	r, err := http.NewRequestWithContext(ctx, o.Method, target, bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("making the request: %w", err)
	}
	header.Set("Accept", jsonType)
	r.Header = header
	return r, nil
}

func (o Operation) takesBody() bool {
	for _, in := range o.In {
		if in == "body" {
			return true
		}
	}
	return false
}

// addQuery repeats the name for each item of a list (style form, explode true:
// OpenAPI's default).
func addQuery(q url.Values, name string, v any) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, item := range list {
		q.Add(name, text(item))
	}
}

// text writes a value as it stands in a URL or a header.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

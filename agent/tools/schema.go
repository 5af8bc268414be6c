package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// schema is the JSON Schema that the model sees: all arguments flat, those that
// code sets left out.
func (r operation) schema(injected map[string]string) (json.RawMessage, error) {
	properties := map[string]json.RawMessage{}
	required := []string{}
	for name, p := range r.properties {
		if _, byCode := injected[name]; byCode {
			continue
		}
		properties[name] = p
		if r.http.Required[name] {
			required = append(required, name)
		}
	}
	sort.Strings(required)
	return json.Marshal(map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

// compileSchema prepares validation, formats included.
func compileSchema(name string, schema json.RawMessage) (*jsonschema.Schema, error) {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(ecmaPattern)
	url := "tool:///" + name
	if err := c.AddResource(url, parsed); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	compiled, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	return compiled, nil
}

// pattern is a regular expression as JSON Schema writes it (ECMA-262), which knows
// more than Go's.
type pattern regexp2.Regexp

// patternTime is how long a pattern may take: some never come to an end.
const patternTime = 100 * time.Millisecond

func ecmaPattern(s string) (jsonschema.Regexp, error) {
	re, err := regexp2.Compile(s, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = patternTime
	return (*pattern)(re), nil
}

// MatchString reports whether s matches; a pattern that takes too long matches
// nothing.
func (p *pattern) MatchString(s string) bool {
	matches, err := (*regexp2.Regexp)(p).MatchString(s)
	return err == nil && matches
}

func (p *pattern) String() string { return (*regexp2.Regexp)(p).String() }

var english = message.NewPrinter(language.English)

// Invalid lists what is wrong with arguments, field by field; empty when they
// are valid.
func (t Tool) Invalid(args map[string]any) []string {
	var list []string
	for _, name := range sortedNames(args) {
		if t.Operation.In[name] == "path" && leadsAstray(text(args[name])) {
			list = append(list, name+": it is empty or holds a part of only dots")
		}
	}
	var wrong *jsonschema.ValidationError
	if !errors.As(t.valid.Validate(plain(args)), &wrong) {
		return list
	}
	for _, leaf := range leaves(wrong) {
		text := leaf.ErrorKind.LocalizedString(english)
		if at := strings.Join(leaf.InstanceLocation, "."); at != "" {
			text = at + ": " + text
		}
		list = append(list, text)
	}
	sort.Strings(list)
	return list
}

// plain gives values as JSON decodes them, which is what the validator takes.
func plain(args map[string]any) any {
	text, err := json.Marshal(args)
	if err != nil {
		return args
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return args
	}
	return v
}

func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	return all
}

package memory_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// strict sends requests on and reports those that DynamoDB would refuse or that
// the embedded store would get wrong without saying so.
type strict struct {
	t testing.TB
	// before, if set, may change a request's body or do something first.
	before func(operation, body string) string
}

func (s *strict) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	operation := r.Header.Get("X-Amz-Target")
	operation = operation[strings.LastIndex(operation, ".")+1:]
	for _, wrong := range violations(operation, body) {
		s.t.Errorf("%s: %s", operation, wrong)
	}
	if s.before != nil {
		body = []byte(s.before(operation, string(body)))
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return http.DefaultClient.Do(r)
}

// violations lists what is wrong with a request.
func violations(operation string, body []byte) []string {
	var in map[string]any
	if err := json.Unmarshal(body, &in); err != nil {
		return []string{err.Error()}
	}
	var wrong []string
	if (operation == "GetItem" || operation == "Query") && in["ConsistentRead"] != true {
		wrong = append(wrong, "what was just saved may not be seen")
	}
	return append(wrong, walk(in)...)
}

func walk(v any) []string {
	var wrong []string
	switch v := v.(type) {
	case map[string]any:
		wrong = append(placeholders(v), sizes(v)...)
		for _, inner := range v {
			wrong = append(wrong, walk(inner)...)
		}
	case []any:
		for _, inner := range v {
			wrong = append(wrong, walk(inner)...)
		}
	}
	return wrong
}

var (
	placeholder = regexp.MustCompile(`[#:]\w+`)
	fixedWidth  = regexp.MustCompile(`^[#:][a-z][0-9]$`)
)

// placeholders holds expressions against what is defined for them: no more, no
// less, and none the beginning of another.
func placeholders(in map[string]any) []string {
	var wrong []string
	used, defined := map[string]bool{}, map[string]bool{}
	for name, v := range in {
		if text, ok := v.(string); ok && strings.HasSuffix(name, "Expression") {
			for _, p := range placeholder.FindAllString(text, -1) {
				used[p] = true
			}
		}
		if m, ok := v.(map[string]any); ok && strings.HasPrefix(name, "ExpressionAttribute") {
			for p := range m {
				defined[p] = true
			}
		}
	}
	for p := range used {
		if !fixedWidth.MatchString(p) {
			wrong = append(wrong, p+" is not of the fixed width")
		}
	}
	if !maps.Equal(used, defined) {
		wrong = append(wrong, fmt.Sprintf("used are %v, defined are %v", slices.Sorted(maps.Keys(used)), slices.Sorted(maps.Keys(defined))))
	}
	return wrong
}

// sizes holds keys and items against the limits of DynamoDB, in bytes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
func sizes(in map[string]any) []string {
	var wrong []string
	for name, most := range map[string]int{"PK": 2048, "SK": 1024} {
		v, ok := in[name].(map[string]any)
		if text, _ := v["S"].(string); ok && (text == "" || len(text) > most) {
			wrong = append(wrong, fmt.Sprintf("%s has %d bytes", name, len(text)))
		}
	}
	if item, ok := in["Item"].(map[string]any); ok {
		if n := itemSize(item); n > 400<<10 {
			wrong = append(wrong, fmt.Sprintf("the item has %d bytes", n))
		}
	}
	return wrong
}

// itemSize counts the names and the values, which here are texts and numbers.
func itemSize(item map[string]any) int {
	n := 0
	for name, v := range item {
		n += len(name)
		for _, value := range v.(map[string]any) {
			n += len(value.(string))
		}
	}
	return n
}

func TestStrictFindsWhatTheStoreDoesNot(t *testing.T) {
	cases := map[string]struct {
		operation, body string
		wrong           int
	}{
		"right":          {"Query", `{"ConsistentRead":true,"KeyConditionExpression":"#k1 = :v1","ExpressionAttributeNames":{"#k1":"PK"},"ExpressionAttributeValues":{":v1":{"S":"a"}}}`, 0},
		"a prefix":       {"PutItem", `{"ConditionExpression":"#v = #v1","ExpressionAttributeNames":{"#v":"a","#v1":"b"}}`, 1},
		"undefined":      {"PutItem", `{"ConditionExpression":"attribute_exists(#k1)"}`, 1},
		"unused":         {"PutItem", `{"ExpressionAttributeNames":{"#k1":"PK"}}`, 1},
		"an old read":    {"GetItem", `{}`, 1},
		"in transaction": {"TransactWriteItems", `{"TransactItems":[{"Put":{"ConditionExpression":"#key = :v1"}}]}`, 2},
		"an empty key":   {"PutItem", `{"Item":{"PK":{"S":""},"SK":{"S":"a"}}}`, 1},
		"a long key":     {"PutItem", `{"Item":{"PK":{"S":"a"},"SK":{"S":"` + strings.Repeat("a", 1025) + `"}}}`, 1},
		"a large item":   {"PutItem", `{"Item":{"text":{"S":"` + strings.Repeat("a", 401<<10) + `"}}}`, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := violations(c.operation, []byte(c.body)); len(got) != c.wrong {
				t.Errorf("found %q, want %d", got, c.wrong)
			}
		})
	}
}

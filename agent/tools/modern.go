package tools

import (
	"bytes"
	"encoding/json"
)

// modern rewrites what OpenAPI 3.0 says in its own way as JSON Schema says it,
// and as 3.1 does: nullable, and limits that exclude themselves. A reference that
// is left is one of a schema that holds itself; there, anything may stand.
// https://www.openapis.org/blog/2021/02/16/migrating-from-openapi-3-0-to-3-1-0
func modern(schema json.RawMessage) (json.RawMessage, error) {
	if !bytes.Contains(schema, []byte(`"nullable"`)) && !bytes.Contains(schema, []byte(`"exclusiveM`)) && !bytes.Contains(schema, []byte(`"$ref"`)) {
		return schema, nil
	}
	v, err := decode(string(schema))
	if err != nil {
		return nil, err
	}
	return json.Marshal(rewritten(v))
}

func rewritten(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = rewritten(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = rewritten(v[name])
		}
		if _, again := v["$ref"].(string); again {
			return map[string]any{"description": "In the same form again."}
		}
		allowNull(v)
		excludeLimit(v, "exclusiveMinimum", "minimum")
		excludeLimit(v, "exclusiveMaximum", "maximum")
	}
	return v
}

func allowNull(schema map[string]any) {
	nullable, ok := schema["nullable"].(bool)
	if !ok {
		return
	}
	delete(schema, "nullable")
	if kind, ok := schema["type"].(string); ok && nullable {
		schema["type"] = []any{kind, "null"}
	}
}

func excludeLimit(schema map[string]any, exclusive, limit string) {
	excluded, ok := schema[exclusive].(bool)
	if !ok {
		return
	}
	delete(schema, exclusive)
	if at, ok := schema[limit]; ok && excluded {
		schema[exclusive] = at
		delete(schema, limit)
	}
}

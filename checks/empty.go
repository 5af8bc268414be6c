package checks

import (
	"encoding/json"
	"strings"
)

// empty reports whether a result holds nothing, or something in it that is empty
// or used up: an empty list, a null, a false or a zero. Text that is no JSON says
// it in words, and JSON that was cut short may hold it in the rest.
func empty(text string) bool {
	var value any
	text = strings.TrimSpace(text)
	if text == "" || json.Unmarshal([]byte(text), &value) != nil {
		return true
	}
	return hollow(value)
}

func hollow(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case bool:
		return !v
	case float64:
		return v == 0
	case string:
		return v == "" || v == "full" || strings.Contains(v, "sold") || strings.Contains(v, "unavailable")
	case []any:
		return len(v) == 0 || anyHollow(v)
	case map[string]any:
		for _, item := range v {
			if hollow(item) {
				return true
			}
		}
		return len(v) == 0
	}
	return false
}

func anyHollow(list []any) bool {
	for _, item := range list {
		if hollow(item) {
			return true
		}
	}
	return false
}

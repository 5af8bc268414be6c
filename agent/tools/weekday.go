package tools

import "time"

// weekdays writes the weekday behind every date, so that no model has to work
// one out.
func weekdays(v any) any {
	switch v := v.(type) {
	case string:
		return withWeekday(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = weekdays(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name := range v {
			object[name] = weekdays(v[name])
		}
		return object
	}
	return v
}

func withWeekday(s string) string {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return s + " (" + t.Weekday().String() + ")"
		}
	}
	return s
}

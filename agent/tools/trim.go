package tools

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// trim keeps of each record the fields that the model is shown, as many records of
// a list as its limit, and gives dates their weekday. Other fields beside a list
// stay. Images, tracking and markup go everywhere.
func (t Tool) trim(data any) any {
	object, isObject := data.(map[string]any)
	list, isList := data.([]any)
	switch {
	case isList && t.Record != "":
		return weekdays(t.some(t.shownItems(data), len(list)))
	case isObject && t.List == "":
		return weekdays(plainly(t.shown(object)))
	case !isObject:
		return weekdays(plainly(data))
	}
	trimmed := maps.Clone(object)
	if list, ok := object[t.List].([]any); ok {
		items := t.shownItems(data)
		trimmed[t.List] = items[:min(len(items), t.Limit)]
		if more := len(list) - t.Limit; more > 0 {
			trimmed["more"] = andMore(more)
		}
	}
	return weekdays(plainly(trimmed))
}

// some gives as many items as the limit, and says how many there are beside them.
func (t Tool) some(items []any, all int) any {
	if all <= t.Limit {
		return items
	}
	return map[string]any{"items": items[:min(len(items), t.Limit)], "more": andMore(all - t.Limit)}
}

func andMore(n int) string { return fmt.Sprintf("and %d more, not shown", n) }

func (t Tool) shownItems(data any) []any {
	items := []any{}
	for _, item := range t.items(data) {
		items = append(items, plainly(t.shown(item)))
	}
	return items
}

func (t Tool) shown(item map[string]any) map[string]any {
	if len(t.Show) == 0 {
		return item
	}
	kept := make(map[string]any, len(t.Show))
	for _, path := range t.Show {
		keep(kept, item, strings.Split(path, "."))
	}
	return kept
}

// keep copies what stands at a path; of a list on the way, that of each item.
func keep(into, from map[string]any, path []string) {
	v, ok := from[path[0]]
	if !ok {
		return
	}
	if len(path) == 1 {
		into[path[0]] = v
		return
	}
	switch v := v.(type) {
	case map[string]any:
		child, _ := into[path[0]].(map[string]any)
		if child == nil {
			child = map[string]any{}
		}
		keep(child, v, path[1:])
		into[path[0]] = child
	case []any:
		into[path[0]] = keepEach(into[path[0]], v, path[1:])
	}
}

func keepEach(into any, from []any, path []string) []any {
	list, _ := into.([]any)
	if len(list) != len(from) {
		list = make([]any, len(from))
	}
	for i, item := range from {
		object, ok := item.(map[string]any)
		if !ok {
			continue
		}
		child, _ := list[i].(map[string]any)
		if child == nil {
			child = map[string]any{}
		}
		keep(child, object, path)
		list[i] = child
	}
	return list
}

// noise are words in the names of fields that a model has no use for.
var noise = []string{"image", "images", "photo", "photos", "thumbnail", "thumbnails", "avatar", "icon", "banner", "banners", "tracking", "analytics", "utm", "pixel", "impression", "etag", "_links"}

// plainly drops images, tracking and markup.
func plainly(v any) any {
	switch v := v.(type) {
	case string:
		return withoutMarkup(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plainly(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name := range v {
			if !isNoise(name) {
				object[name] = plainly(v[name])
			}
		}
		return object
	}
	return v
}

// isNoise reports whether a word of a field's name is one of noise. A tracking
// number is what people ask for.
func isNoise(name string) bool {
	lower := strings.ToLower(name)
	if strings.Contains(lower, "number") || strings.Contains(lower, "count") {
		return false
	}
	for _, word := range noise {
		if lower == word || strings.HasPrefix(lower, word+"_") || strings.HasSuffix(lower, "_"+word) || strings.HasPrefix(name, word) && len(name) > len(word) && isUpper(name[len(word)]) || strings.HasSuffix(name, capital(word)) && len(name) > len(word) {
			return true
		}
	}
	return false
}

func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// withoutMarkup gives the text of HTML. A text without a tag stays as it is: "a < b"
// is none.
func withoutMarkup(s string) string {
	if !strings.Contains(s, "</") && !strings.Contains(s, "<br") && !strings.Contains(s, "<img") && !strings.Contains(s, "/>") {
		return s
	}
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(s))
	for hidden := false; ; {
		kind := tokens.Next()
		name, _ := tokens.TagName()
		tag := string(name)
		switch kind {
		case html.ErrorToken:
			return strings.Join(strings.Fields(out.String()), " ")
		case html.TextToken:
			if !hidden {
				out.Write(tokens.Text())
			}
		case html.StartTagToken, html.EndTagToken:
			if tag == "script" || tag == "style" {
				hidden = kind == html.StartTagToken
			}
			apart(&out, tag)
		default:
			apart(&out, tag)
		}
	}
}

// inside are tags within a line of text; others part words.
var inside = []string{"a", "abbr", "b", "code", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u"}

func apart(out *strings.Builder, tag string) {
	if !slices.Contains(inside, tag) {
		out.WriteByte(' ')
	}
}

// noted puts a note to the model into a result's data.
func noted(data json.RawMessage, note string) json.RawMessage {
	v, err := decode(string(data))
	if err != nil {
		return data
	}
	object, ok := v.(map[string]any)
	if !ok {
		object = map[string]any{"items": v}
	}
	object["note"] = note
	text, err := json.Marshal(object)
	if err != nil {
		return data
	}
	return text
}

// sizes tells, for the trace, how much of an answer the model sees.
func sizes(body string, data json.RawMessage) string {
	return fmt.Sprintf("trimmed: %d bytes of %d", len(data), len(body))
}

package script

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"troth/agent/model"
	"troth/agent/turn"
)

// fill puts tool results into a line's strings, as a model would have read them
// from the conversation.
func fill(line Line, conversation []model.Message) (Line, error) {
	f := filler{results: results(conversation)}
	line.Calls = f.calls(line.Calls)
	line.Text = f.text(line.Text)
	if line.Answer != nil {
		a := *line.Answer
		a.Reply, a.Reasoning, a.Open = f.text(a.Reply), f.text(a.Reasoning), f.text(a.Open)
		for _, list := range []*[]string{&a.Show, &a.Did, &a.Missing, &a.Suggestions} {
			*list = f.texts(*list)
		}
		line.Answer = &a
	}
	return line, f.err
}

// results gives the newest successful data of each tool.
func results(conversation []model.Message) map[string]any {
	byTool := map[string]any{}
	for _, m := range conversation {
		for _, r := range m.Results {
			var data any
			if r.Status == turn.OK && json.Unmarshal(r.Data, &data) == nil {
				byTool[r.Tool] = data
			}
		}
	}
	return byTool
}

type filler struct {
	results map[string]any
	err     error
}

func (f *filler) text(s string) string {
	if !strings.Contains(s, "{{") {
		return s
	}
	t, err := template.New("line").Option("missingkey=error").Parse(s)
	var out strings.Builder
	if err == nil {
		err = t.Execute(&out, f.results)
	}
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("filling %q: %w", s, err)
	}
	return out.String()
}

// calls fills copies: the script itself is shared by all turns.
func (f *filler) calls(list []Call) []Call {
	filled := make([]Call, len(list))
	for i, c := range list {
		args, _ := f.value(c.Args).(map[string]any)
		filled[i] = Call{Tool: c.Tool, Args: args}
	}
	return filled
}

func (f *filler) texts(list []string) []string {
	filled := make([]string, len(list))
	for i, s := range list {
		filled[i] = f.text(s)
	}
	return filled
}

func (f *filler) value(v any) any {
	switch v := v.(type) {
	case string:
		return f.text(v)
	case []any:
		filled := make([]any, len(v))
		for i := range v {
			filled[i] = f.value(v[i])
		}
		return filled
	case map[string]any:
		filled := make(map[string]any, len(v))
		for key := range v {
			filled[key] = f.value(v[key])
		}
		return filled
	}
	return v
}

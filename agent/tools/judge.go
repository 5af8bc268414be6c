package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"troth/agent/turn"
)

// judge says what an answer of the API means. Errors pass on as they are: the
// model must be able to see what the API said.
func (t Tool) judge(a GatewayAnswer) turn.ToolResult {
	switch {
	case !a.Answered:
		return unanswered(t, a.Sent, a.Body)
	case a.Status == http.StatusBadGateway || a.Status == http.StatusGatewayTimeout:
		// What stands in front of the API lost it on the way.
		return unanswered(t, true, fmt.Sprintf("http_%d: %s", a.Status, a.Body))
	case a.IsError:
		return turn.ToolResult{Status: turn.Error, Code: code(a.Status), Text: orSaid(a.Body, t.Name)}
	case strings.TrimSpace(a.Body) == "" && t.Effect == turn.Write:
		return turn.ToolResult{Status: turn.Unknown, Code: CodeEmptyBody, Text: fmt.Sprintf("%s was answered with nothing, which does not show that it was done. Look it up with a reading tool, or tell the user that it isn't known.", t.Name)}
	}
	r := t.success(a.Body)
	if t.Effect == turn.Write && t.Record != "" && len(r.Records) == 0 {
		r.Status, r.Code = turn.Unknown, CodeNoRecord
		r.Text = fmt.Sprintf("%s was answered without the %s that it should give, which does not show that it was done. Look it up with a reading tool, or tell the user that it isn't known.", t.Name, t.Record)
	}
	return r
}

func code(status int) string {
	if status == 0 {
		return "tool_error" // a gateway that does not tell the status
	}
	return fmt.Sprintf("http_%d", status)
}

func orSaid(body, tool string) string {
	if strings.TrimSpace(body) == "" {
		return fmt.Sprintf("%s failed, and the app did not say why. Tell the user, or try once more.", tool)
	}
	return body
}

// success reads the records and trims the data for the model.
func (t Tool) success(body string) turn.ToolResult {
	data, err := decode(body)
	if err != nil {
		text, _ := json.Marshal(body)
		return turn.ToolResult{Status: turn.OK, Data: text}
	}
	r := turn.ToolResult{Status: turn.OK, Records: t.records(data)}
	trimmed, err := json.Marshal(t.trim(data))
	if err != nil {
		trimmed = []byte(`null`)
	}
	r.Data = trimmed
	r.Notes = []string{sizes(body, trimmed)}
	return r
}

// decode reads an answer with its numbers as they are written: long ids don't
// fit a float64.
func decode(body string) (data any, err error) {
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&data); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one JSON value")
	}
	return data, nil
}

// items are the records' objects in an answer: those of its list, or of the
// answer that is itself a list, or the answer.
func (t Tool) items(data any) []map[string]any {
	object, isObject := data.(map[string]any)
	if isObject && t.List == "" {
		return []map[string]any{object}
	}
	list, isList := data.([]any)
	if !isList {
		list, _ = object[t.List].([]any)
	}
	items := []map[string]any{}
	for _, v := range list {
		if item, ok := v.(map[string]any); ok {
			items = append(items, item)
		}
	}
	return items
}

func (t Tool) records(data any) []turn.Record {
	if t.Record == "" {
		return nil
	}
	var records []turn.Record
	for _, item := range t.items(data) {
		if id := recordID(item[t.ID]); id != "" {
			records = append(records, turn.Record{Type: t.Record, ID: id, Data: item})
		}
	}
	return records
}

// recordID gives an id as text, whether the API writes it as text or as a
// number; empty when there is none.
func recordID(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

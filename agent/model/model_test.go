package model_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"troth/agent/model"
	"troth/agent/turn"
)

func TestStep(t *testing.T) {
	answer := turn.ToolCall{Tool: model.AnswerTool, Args: map[string]any{"reply": " Hello ", "show": []any{"a"}}}
	second := turn.ToolCall{Tool: model.AnswerTool, Args: map[string]any{"reply": "Again"}}
	look := turn.ToolCall{ID: "x", Tool: "searchSessions"}
	cases := map[string]struct {
		response model.Response
		calls    []string
		reply    string
		fails    bool
	}{
		"calls get ids of the turn":     {model.Response{Calls: []turn.ToolCall{look, look}}, []string{"s3c1", "s3c2"}, "", false},
		"an answer":                     {model.Response{Calls: []turn.ToolCall{answer}}, nil, "Hello", false},
		"an answer beside a call waits": {model.Response{Calls: []turn.ToolCall{look, answer}}, []string{"s3c1"}, "", false},
		"of two answers the first":      {model.Response{Calls: []turn.ToolCall{answer, second}}, nil, "Hello", false},
		"prose is an answer":            {model.Response{Text: "Hi there"}, nil, "Hi there", false},
		"nothing at all":                {model.Response{}, nil, "", true},
		"an empty reply":                {model.Response{Calls: []turn.ToolCall{{Tool: model.AnswerTool, Args: map[string]any{"reply": "  "}}}}, nil, "", true},
		"a reply that is no text":       {model.Response{Calls: []turn.ToolCall{{Tool: model.AnswerTool, Args: map[string]any{"reply": 7}}}}, nil, "", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			step, err := model.Step(3, false, c.response)
			if (err != nil) != c.fails {
				t.Fatalf("err = %v", err)
			}
			var ids []string
			for _, call := range step.Calls {
				ids = append(ids, call.ID)
			}
			if !reflect.DeepEqual(ids, c.calls) {
				t.Errorf("calls = %q, want %q", ids, c.calls)
			}
			if step.Answer != nil && step.Answer.Reply != c.reply || step.Answer == nil && c.reply != "" {
				t.Errorf("answer = %+v, want %q", step.Answer, c.reply)
			}
		})
	}
}

func TestStepCutsSuggestions(t *testing.T) {
	many := []any{"1", "2", "3", "4", "5", "6"}
	step, err := model.Step(1, false, model.Response{Calls: []turn.ToolCall{{Tool: model.AnswerTool, Args: map[string]any{"reply": "x", "suggestions": many}}}})
	if err != nil || len(step.Answer.Suggestions) != model.MaxSuggestions {
		t.Errorf("suggestions = %v, err %v", step.Answer, err)
	}
}

func TestMessagesPairEveryCallWithItsResult(t *testing.T) {
	call := turn.ToolCall{ID: "s1c1", Tool: "bookSession"}
	tn := turn.Turn{
		Message: turn.Message{Text: "Book it"},
		History: []turn.Exchange{{User: "Hi", Reply: "Booked.", Receipts: []turn.Receipt{{Tool: "bookSession", Text: "Booked: Yoga"}}}},
	}
	steps := []turn.Step{
		{N: 1, Calls: []turn.ToolCall{call}, Results: []turn.ToolResult{{Call: "s1c1", Status: turn.OK}}},
		{N: 2, Answer: &turn.Answer{Reply: "Done!"}, Verdict: &turn.Verdict{Correction: "Not so."}},
	}
	list := model.Messages(tn, steps)
	for i, m := range list {
		if i > 0 && m.Role == list[i-1].Role {
			t.Errorf("messages %d and %d are both the %s's", i-1, i, m.Role)
		}
		for j, c := range m.Calls {
			if next := list[i+1].Results; len(next) != len(m.Calls) || next[j].Call != c.ID {
				t.Errorf("call %s has results %+v", c.ID, next)
			}
		}
	}
	if len(list) != 7 || !strings.Contains(list[1].Text, "Booked: Yoga") || list[6].Results[0].Text != "Not so." {
		t.Errorf("messages = %+v", list)
	}
}

func TestAnswerSchemaIsFlatJSON(t *testing.T) {
	var schema struct {
		Properties map[string]struct{ Type string }
	}
	if err := json.Unmarshal(model.Answer.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	for name, p := range schema.Properties {
		if p.Type == "object" {
			t.Errorf("field %s is nested", name)
		}
	}
}

func TestSystemPutsTheMomentLast(t *testing.T) {
	zurich, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		t.Fatal(err)
	}
	prompt := model.Prompt{Persona: "You are Coach.", Language: "en", Screens: []string{"sessions"}}
	at := func(day int) string {
		return prompt.System(turn.Turn{Clock: turn.NewClock(time.Date(2026, 12, day, 8, 0, 0, 0, time.UTC), zurich), User: turn.User{ID: "maya", Name: "Maya"}})
	}
	first, second := at(4), at(5)
	if !strings.HasSuffix(first, "It is Friday 4 December 2026, 09:00 (Europe/Zurich, UTC+01:00). The user is signed in as Maya. Their location is not known.") {
		t.Errorf("prompt ends %q", first[len(first)-150:])
	}
	if cut := strings.LastIndex(first, "It is "); first[:cut] != second[:cut] {
		t.Error("what stands before the moment changes from day to day, so it can't be cached")
	}
}

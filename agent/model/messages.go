package model

import (
	"encoding/json"
	"fmt"

	"troth/agent/turn"
)

// Role is who speaks.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one message of the conversation as every model takes it: calls
// are the assistant's, results come from the user's side, and each call has its
// result in the message that follows it.
type Message struct {
	Role    Role
	Text    string
	Calls   []turn.ToolCall
	Results []turn.ToolResult
}

// Messages gives the conversation of a turn: earlier exchanges, the message,
// and what was done about it so far.
func Messages(t turn.Turn, steps []turn.Step) []Message {
	var list []Message
	for _, e := range t.History {
		list = append(list, Message{Role: User, Text: e.User}, Message{Role: Assistant, Text: e.Reply + proof(e.Receipts)})
	}
	list = append(list, Message{Role: User, Text: t.Message.Text})
	for _, step := range steps {
		list = append(list, stepMessages(step)...)
	}
	return list
}

// proof keeps what was really done in sight of the model in later turns.
func proof(receipts []turn.Receipt) string {
	if len(receipts) == 0 {
		return ""
	}
	text := "\n[done and proven in this turn:"
	for _, r := range receipts {
		text += fmt.Sprintf(" %s (%s)", r.Text, r.Tool)
	}
	return text + "]"
}

func stepMessages(step turn.Step) []Message {
	if step.Answer != nil {
		return answerMessages(step)
	}
	return []Message{
		{Role: Assistant, Calls: step.Calls},
		{Role: User, Results: step.Results},
	}
}

// answerMessages shows the model its answer as the call it was, with the
// correction as that call's result. The user never sees either.
func answerMessages(step turn.Step) []Message {
	id := fmt.Sprintf("s%danswer", step.N)
	result := turn.ToolResult{Call: id, Tool: AnswerTool, Status: turn.Refused, Text: "This answer was not sent."}
	if step.Verdict != nil && step.Verdict.Correction != "" {
		result.Text = step.Verdict.Correction
	}
	return []Message{
		{Role: Assistant, Calls: []turn.ToolCall{{ID: id, Tool: AnswerTool, Args: args(step.Answer)}}},
		{Role: User, Results: []turn.ToolResult{result}},
	}
}

func args(a *turn.Answer) map[string]any {
	var fields map[string]any
	raw, err := json.Marshal(a)
	if err != nil || json.Unmarshal(raw, &fields) != nil {
		return map[string]any{"reply": a.Reply}
	}
	return fields
}

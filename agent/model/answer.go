package model

import (
	"encoding/json"
	"fmt"
	"strings"

	"troth/agent/turn"
)

// AnswerTool is the name of the tool that ends a turn.
const AnswerTool = turn.AnswerTool

// Answer is the answer tool as models are told of it: flat fields, reasoning
// first, so that a model thinks before it speaks.
var Answer = Tool{
	Name:        AnswerTool,
	Description: "Ends the turn with what the user is told. Call it once, alone, when every act the user asked for has been done, has failed, or needs something from the user first. The reply may only claim what a tool result of this conversation shows.",
	Schema: json.RawMessage(`{
  "type": "object",
  "properties": {
    "reasoning": {"type": "string", "description": "Your thinking, never shown: what was asked, which results show what, what is missing."},
    "reply": {"type": "string", "description": "What the user reads."},
    "show": {"type": "array", "items": {"type": "string"}, "description": "Ids of records, from tool results of this turn, to show as cards."},
    "open": {"type": "string", "description": "A screen of the app to open."},
    "did": {"type": "array", "items": {"type": "string"}, "description": "Ids of the calls that the reply's claims rest on."},
    "missing": {"type": "array", "items": {"type": "string"}, "description": "What you must ask the user for."},
    "suggestions": {"type": "array", "items": {"type": "string"}, "maxItems": 5, "description": "Up to five short things the user may say next."}
  },
  "required": ["reply"],
  "additionalProperties": false
}`),
}

// MaxSuggestions is how many suggestions a reply carries at most.
const MaxSuggestions = 5

// Step turns what a model wrote into step n: the calls to run with ids that are
// unique in the turn, or the answer. An answer beside other calls is put off:
// it was written before their results were known. Prose without a call is an
// answer like any other, and is checked like any other.
func Step(n int, forced bool, r Response) (turn.Step, error) {
	step := turn.Step{N: n, Forced: forced, Usage: r.Usage}
	answers := []map[string]any{}
	for _, call := range r.Calls {
		if call.Tool == AnswerTool {
			answers = append(answers, call.Args)
			continue
		}
		call.ID = fmt.Sprintf("s%dc%d", n, len(step.Calls)+1)
		if call.Args == nil {
			call.Args = map[string]any{}
		}
		step.Calls = append(step.Calls, call)
	}
	if len(step.Calls) > 0 {
		return step, nil
	}
	answer, err := readAnswer(answers, r.Text)
	step.Answer = answer
	return step, err
}

func readAnswer(answers []map[string]any, text string) (*turn.Answer, error) {
	if len(answers) == 0 {
		return newAnswer(turn.Answer{Reply: text})
	}
	var a turn.Answer
	raw, err := json.Marshal(answers[0])
	if err == nil {
		err = json.Unmarshal(raw, &a)
	}
	if err != nil {
		return nil, Unusable("the model's answer has fields of the wrong type: " + err.Error())
	}
	return newAnswer(a)
}

func newAnswer(a turn.Answer) (*turn.Answer, error) {
	a.Reply = strings.TrimSpace(a.Reply)
	if a.Reply == "" {
		return nil, Unusable("the model answered with nothing to say")
	}
	if len(a.Suggestions) > MaxSuggestions {
		a.Suggestions = a.Suggestions[:MaxSuggestions]
	}
	return &a, nil
}

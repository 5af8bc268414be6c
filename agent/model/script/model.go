package script

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"troth/agent/model"
	"troth/agent/turn"
)

// Model plays conversations. It keeps no state: which line comes next follows
// from the turn, so any instance can play any step.
type Model struct {
	// Known are the conversations that a person may rehearse.
	Known []Conversation
	// Forced, if not empty, is the path of a file that holds the path of the
	// one conversation to play: so a test runner chooses under running
	// processes.
	Forced string

	read sync.Map // conversations by path: files do not change under a run
}

// Call plays the line for this step of the turn.
func (m *Model) Call(_ context.Context, r model.Request) (model.Response, error) {
	lines, err := m.lines(r.Turn)
	if err != nil {
		return model.Response{}, err
	}
	if lines == nil {
		return m.explain(r.Turn), nil
	}
	line, err := pick(lines, r.Step)
	if err != nil {
		return model.Response{}, err
	}
	return play(line, r)
}

func (m *Model) lines(t turn.Turn) ([]Line, error) {
	if path := m.forced(); path != "" {
		c, err := m.load(path)
		if err != nil {
			return nil, model.Unusable(err.Error())
		}
		return forcedLines(c, t)
	}
	return recognize(playable(m.Known), t), nil
}

func (m *Model) load(path string) (Conversation, error) {
	if c, ok := m.read.Load(path); ok {
		return c.(Conversation), nil
	}
	c, err := LoadFile(path)
	if err == nil {
		m.read.Store(path, c)
	}
	return c, err
}

func (m *Model) forced() string {
	if m.Forced == "" {
		return ""
	}
	path, err := os.ReadFile(m.Forced)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(path))
}

// forcedLines gives the lines for the user's words; said for the nth time, they
// are the nth turn with these words.
func forcedLines(c Conversation, t turn.Turn) ([]Line, error) {
	before := 0
	for _, e := range t.History {
		if e.User == t.Message.Text {
			before++
		}
	}
	var found []Line
	for _, candidate := range c.Turns {
		if strings.TrimSpace(candidate.User) != t.Message.Text {
			continue
		}
		found = candidate.Model
		if before == 0 {
			break
		}
		before--
	}
	if found == nil {
		return nil, model.Unusable(fmt.Sprintf("the script %q has no turn where the user says %q", c.Name, t.Message.Text))
	}
	return found, nil
}

// pick gives line number step, counted from 1. A script that has run out stays
// on a line marked repeat, and is otherwise an error: it never makes words up.
func pick(lines []Line, step int) (Line, error) {
	if step <= len(lines) {
		return lines[step-1], nil
	}
	if last := lines[len(lines)-1]; last.Repeat {
		return last, nil
	}
	return Line{}, model.Unusable(fmt.Sprintf("the script has %d model steps for this turn, and step %d was asked for", len(lines), step))
}

func play(line Line, r model.Request) (model.Response, error) {
	switch line.Error {
	case "":
	case "throttled":
		return model.Response{}, model.Throttled("the script says so")
	case "unavailable":
		return model.Response{}, model.Unavailable("the script says so")
	default:
		return model.Response{}, model.Unusable("the script says " + line.Error)
	}
	filled, err := fill(line, r.Messages)
	if err != nil {
		return model.Response{}, model.Unusable(err.Error())
	}
	return response(filled), nil
}

func response(line Line) model.Response {
	r := model.Response{Text: line.Text}
	for _, c := range line.Calls {
		r.Calls = append(r.Calls, turn.ToolCall{Tool: c.Tool, Args: c.Args})
	}
	if line.Answer != nil {
		r.Calls = append(r.Calls, turn.ToolCall{Tool: model.AnswerTool, Args: line.Answer.args()})
	}
	return r
}

func (a Answer) args() map[string]any {
	all := map[string]any{"reasoning": a.Reasoning, "reply": a.Reply, "open": a.Open, "show": a.Show, "did": a.Did, "missing": a.Missing, "suggestions": a.Suggestions}
	for key, v := range all {
		switch v := v.(type) {
		case string:
			if v == "" {
				delete(all, key)
			}
		case []string:
			if len(v) == 0 {
				delete(all, key)
			}
		}
	}
	return all
}

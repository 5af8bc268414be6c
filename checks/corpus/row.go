// Package corpus judges replies that were recorded elsewhere, one JSON object a
// line, and counts what the rules find by label and variant.
package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"troth/agent/turn"
)

// Row is a recorded reply with the evidence it was given on.
type Row struct {
	ID      string   `json:"id"`
	Domain  string   `json:"domain"`
	Model   string   `json:"model"`
	Label   string   `json:"label"`
	Variant string   `json:"variant"`
	User    []string `json:"user"`
	// Calls are those of the turn, Earlier those of the turns before it.
	Calls   []Call `json:"calls"`
	Earlier []Call `json:"earlier"`
	Reply   string `json:"reply"`
}

// Call is a recorded tool call with its result as text.
type Call struct {
	Tool   string         `json:"tool"`
	Args   map[string]any `json:"args"`
	Effect turn.Effect    `json:"effect"`
	OK     bool           `json:"ok"`
	Result string         `json:"result"`
}

// Does is what a writing tool does, as an app's tools.yaml declares it.
type Does struct {
	Does  string   `yaml:"does"`
	Nouns []string `yaml:"nouns"`
}

// Domains are the writing tools of each domain, by name.
type Domains map[string]map[string]Does

// ReadDomains reads a file of domains. Its errors are of type [*Error].
func ReadDomains(text []byte) (Domains, error) {
	var d Domains
	if err := yaml.UnmarshalWithOptions(text, &d, yaml.Strict()); err != nil {
		return nil, &Error{"domains_invalid", yaml.FormatError(err, false, true)}
	}
	return d, nil
}

// Error is a mistake in a corpus or its domains, with a stable code.
type Error struct {
	Code string // corpus_invalid, domains_invalid
	Text string
}

func (e *Error) Error() string { return e.Code + ": " + e.Text }

// ReadRows reads rows, one JSON object a line, of any length. name is what an
// error calls the input. Its errors are of type [*Error], and name the line.
func ReadRows(r io.Reader, name string) ([]Row, error) {
	var rows []Row
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, &Error{"corpus_invalid", fmt.Sprintf("%s: %v", name, err)}
		}
		if len(bytes.TrimSpace(line)) > 0 {
			row, wrong := readRow(line)
			if wrong != nil {
				return nil, &Error{"corpus_invalid", fmt.Sprintf("%s:%d: %v", name, n, wrong)}
			}
			rows = append(rows, row)
		}
		if err == io.EOF {
			break
		}
	}
	if len(rows) == 0 {
		return nil, &Error{"corpus_invalid", name + " has no replies: write one JSON object a line, with id, label, calls and reply"}
	}
	return rows, nil
}

func readRow(line []byte) (Row, error) {
	var row Row
	if err := json.Unmarshal(line, &row); err != nil {
		return row, fmt.Errorf("no row: %w", err)
	}
	if row.ID == "" || row.Label == "" {
		return row, errors.New("a row needs an id and a label (true, none, false)")
	}
	for i, c := range append(slices.Clone(row.Earlier), row.Calls...) {
		if c.Tool == "" || c.Effect != turn.Read && c.Effect != turn.Write {
			return row, fmt.Errorf("row %s, call %d: a call needs a tool, and an effect that is read or write, not %q", row.ID, i+1, c.Effect)
		}
	}
	return row, nil
}

// Turn gives the row as a turn with its step and answer. Of earlier turns, the
// writes become receipts, and what was looked up becomes what the user was told.
func (r Row) Turn(d Domains) (turn.Turn, []turn.Step) {
	t := turn.Turn{Contract: turn.Contract{Budget: turn.Budget{Corrections: 2}}}
	past := turn.Exchange{}
	now := turn.Step{N: 1}
	for i, c := range r.Earlier {
		_, result := c.turn(fmt.Sprintf("s0c%d", i+1), d[r.Domain])
		if c.Effect == turn.Read && c.OK {
			past.Reply += c.Result + "\n"
		} else if result.Receipt != nil {
			past.Receipts = append(past.Receipts, *result.Receipt)
		}
	}
	for i, c := range r.Calls {
		call, result := c.turn(fmt.Sprintf("s1c%d", i+1), d[r.Domain])
		now.Calls, now.Results = append(now.Calls, call), append(now.Results, result)
	}
	for i, text := range r.User {
		if i == len(r.User)-1 {
			t.Message.Text = text
			break
		}
		t.History = append(t.History, turn.Exchange{User: text})
	}
	if len(past.Receipts) > 0 || past.Reply != "" {
		t.History = append(t.History, past)
	}
	return t, []turn.Step{now, {N: 2, Answer: &turn.Answer{Reply: r.Reply}}}
}

func (c Call) turn(id string, tools map[string]Does) (turn.ToolCall, turn.ToolResult) {
	does, known := tools[c.Tool]
	if !known {
		does = Does{Does: firstWord(c.Tool)}
	}
	call := turn.ToolCall{ID: id, Tool: c.Tool, Args: c.Args, Effect: c.Effect}
	result := turn.ToolResult{Call: id, Tool: c.Tool, Status: turn.OK, Data: data(c.Result)}
	if c.Effect == turn.Write {
		call.Does, call.Nouns = does.Does, does.Nouns
		result.Receipt = &turn.Receipt{Call: id, Tool: c.Tool, Does: does.Does, Nouns: does.Nouns, Record: &turn.Record{Data: c.Args}}
	}
	if !c.OK {
		result = turn.ToolResult{Call: id, Tool: c.Tool, Status: turn.Error, Code: "tool_error", Text: c.Result}
	}
	return call, result
}

// firstWord is what a tool that nobody declared is taken to do: tools are called
// by a verb and its object, "cancel_order" or "cancelOrder".
func firstWord(tool string) string {
	end := strings.IndexFunc(tool, func(r rune) bool { return r == '_' || r == '-' || r == '.' || unicode.IsUpper(r) })
	if end > 0 {
		tool = tool[:end]
	}
	return strings.ToLower(tool)
}

// data gives a result's text as JSON: as it is where it is JSON, else as a
// string.
func data(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text)
	return quoted
}

package script_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"troth/agent/model"
	"troth/agent/model/script"
	"troth/agent/turn"
)

const booking = `
name: a booking
rehearse: true
turns:
  - user: Book me the yoga class on Saturday
    model:
      - calls: [{tool: searchSessions, args: {q: yoga}}]
      - calls: [{tool: bookSession, args: {session_id: "{{(index .searchSessions.sessions 0).id}}"}}]
      - answer: {reply: "Booked {{.bookSession.id}}."}
  - user: "yes"
    model: [{answer: {reply: first}}]
  - user: "yes"
    model: [{answer: {reply: second}, repeat: true}]
`

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func rehearsal(t *testing.T) *script.Model {
	t.Helper()
	known, err := script.LoadDir(filepath.Dir(write(t, "a.yaml", booking)))
	if err != nil {
		t.Fatal(err)
	}
	return &script.Model{Known: known}
}

func ask(text string, step int, results ...turn.ToolResult) model.Request {
	return model.Request{Turn: turn.Turn{Message: turn.Message{Text: text}}, Step: step, Messages: []model.Message{{Results: results}}}
}

func TestCallPlaysTheLineOfTheStep(t *testing.T) {
	m := rehearsal(t)
	found := turn.ToolResult{Tool: "searchSessions", Status: turn.OK, Data: json.RawMessage(`{"sessions":[{"id":"ses_1"}]}`)}
	booked := turn.ToolResult{Tool: "bookSession", Status: turn.OK, Data: json.RawMessage(`{"id":"bkg_1"}`)}
	for range 2 { // the script is shared: playing it must not change it
		r, err := m.Call(context.Background(), ask("book me the yoga class on saturday please", 2, found))
		if err != nil || len(r.Calls) != 1 || r.Calls[0].Args["session_id"] != "ses_1" {
			t.Fatalf("response = %+v, err %v", r, err)
		}
		found.Data = json.RawMessage(`{"sessions":[{"id":"ses_1"}]}`)
	}
	r, err := m.Call(context.Background(), ask("Book me the yoga class on Saturday", 3, found, booked))
	if err != nil || r.Calls[0].Tool != model.AnswerTool || r.Calls[0].Args["reply"] != "Booked bkg_1." {
		t.Errorf("response = %+v, err %v", r, err)
	}
}

func TestCallNeverMakesWordsUp(t *testing.T) {
	m := rehearsal(t)
	for name, r := range map[string]model.Request{
		"script has run out":    ask("Book me the yoga class on Saturday", 4),
		"result is not there":   ask("Book me the yoga class on Saturday", 2),
		"forced, but no script": {Turn: turn.Turn{}, Step: 1},
	} {
		if name == "forced, but no script" {
			m = &script.Model{Forced: write(t, "forced", "/no/such/file.yaml")}
		}
		if _, err := m.Call(context.Background(), r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAnUnknownLineIsToldPlainly(t *testing.T) {
	r, err := rehearsal(t).Call(context.Background(), ask("What's the weather?", 1))
	if err != nil {
		t.Fatal(err)
	}
	args := r.Calls[0].Args
	if !strings.Contains(args["reply"].(string), "rehearsal") {
		t.Errorf("reply = %q", args["reply"])
	}
	if s := args["suggestions"].([]string); len(s) != 1 || s[0] != "Book me the yoga class on Saturday" {
		t.Errorf("suggestions = %q", s)
	}
}

func TestForcedScriptCountsRepeatedLines(t *testing.T) {
	m := &script.Model{Forced: write(t, "forced", write(t, "a.yaml", booking)+"\n")}
	for before, want := range []string{"first", "second", "second"} {
		r := ask("yes", 1)
		for range before {
			r.Turn.History = append(r.Turn.History, turn.Exchange{User: "yes"})
		}
		got, err := m.Call(context.Background(), r)
		if err != nil || got.Calls[0].Args["reply"] != want {
			t.Errorf("after %d yes: %+v, err %v; want %q", before, got, err, want)
		}
	}
}

func TestScriptedErrorsHaveTheNamesThatTheDefinitionRetries(t *testing.T) {
	for _, c := range []struct{ says, kind string }{{"throttled", "Model.Throttled"}, {"unavailable", "Model.Unavailable"}, {"blocked", "Model.Unusable"}} {
		text := "name: x\nrehearse: true\nturns: [{user: go, model: [{error: " + c.says + "}]}]"
		known, err := script.LoadDir(filepath.Dir(write(t, "a.yaml", text)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = (&script.Model{Known: known}).Call(context.Background(), ask("go", 1))
		if err == nil || !strings.Contains(errorJSON(err), c.kind) {
			t.Errorf("%s: err = %v, want %s", c.says, err, c.kind)
		}
	}
}

func errorJSON(err error) string {
	text, _ := json.Marshal(err)
	return string(text)
}

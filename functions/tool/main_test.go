package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"troth/agent/identity"
	"troth/agent/tools"
	"troth/agent/turn"
)

func env(t *testing.T, change map[string]string) func(string) string {
	t.Helper()
	private, _, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{"TROTH_APP_DIR": "../../agent/tools/testdata/shop", "TROTH_SIGNING_KEY": string(private), "TROTH_GATEWAY_URL": "http://127.0.0.1:1/mcp"}
	for name, v := range change {
		vars[name] = v
	}
	return func(name string) string { return vars[name] }
}

func TestBadEnvironment(t *testing.T) {
	cases := map[string]struct{ variable, value, want string }{
		"no app":  {"TROTH_APP_DIR", "nowhere", "bad_tools"},
		"no key":  {"TROTH_SIGNING_KEY", "", "TROTH_SIGNING_KEY"},
		"bad key": {"TROTH_SIGNING_KEY", "{}", "TROTH_SIGNING_KEY"},
		"no url":  {"TROTH_GATEWAY_URL", "", "TROTH_GATEWAY_URL"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := newHandler(env(t, map[string]string{c.variable: c.value}), slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want %s", err, c.want)
			}
		})
	}
}

func TestHandleLogsOneLine(t *testing.T) {
	var log bytes.Buffer
	h, err := newHandler(env(t, nil), slog.New(slog.NewJSONHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Handle(t.Context(), turn.ToolInput{
		Turn: turn.Turn{ID: "turn-1", App: "shop", Contract: turn.Contract{Tools: []string{"getThing"}}},
		Call: turn.ToolCall{ID: "c1", Tool: "getThing", Args: map[string]any{"thing_id": "t1"}},
	})
	if err != nil || r.Call != "c1" || r.Code != tools.CodeNotSent {
		t.Errorf("result = %+v, %v", r, err)
	}
	var line map[string]any
	if err := json.Unmarshal(log.Bytes(), &line); err != nil {
		t.Fatalf("not one line of JSON: %v: %s", err, log.String())
	}
	for name, want := range map[string]any{"turn": "turn-1", "call": "c1", "tool": "getThing", "status": "error", "code": tools.CodeNotSent} {
		if line[name] != want {
			t.Errorf("%s = %v, want %v", name, line[name], want)
		}
	}
}

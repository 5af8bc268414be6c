package stack

import (
	"path/filepath"

	"troth/agent/model/script"
	"troth/agent/turn"
)

// Part is something that runs, for people to read.
type Part struct{ Name, What string }

// Parts lists what was started.
func (s *Stack) Parts() []Part {
	return []Part{
		{"chat", s.doorURL + "/v1/chat"},
		{"aws", s.awsURL + " (DynamoDB, Cognito, Secrets Manager, Lambda, Step Functions)"},
		{"functions", "chat, model, tool, check, backstop: processes on the Lambda Runtime API"},
		{"workflow", Definition + " as " + s.machine},
		{"gateway", s.gatewayURL + "/mcp (MCP; requests are signed)"},
		{"api", s.apiURL + " (the app's own API)"},
	}
}

// ModelNote says which model answers.
func (s *Stack) ModelNote() string {
	return "none, so this is a rehearsal: the lines of " + filepath.Join("apps", s.app.Name, "scenarios") + " are played. Tools, checks and data are real."
}

// Openings lists the first lines that a rehearsal knows.
func (s *Stack) Openings() []string {
	known, err := script.LoadDir(filepath.Join(s.app.Dir, "scenarios"))
	if err != nil {
		return nil
	}
	return script.Openings(known)
}

// Look completes "troth api …": a tool that reads the user's own data, or the
// help when there is none.
func (s *Stack) Look() string {
	for _, t := range s.catalogue.For(turn.User{ID: "anyone"}) {
		if t.Identity && t.Effect == turn.Read && !needsAny(t.Operation.Required) {
			return t.Name
		}
	}
	return "--help"
}

func needsAny(required map[string]bool) bool {
	for _, needed := range required {
		if needed {
			return true
		}
	}
	return false
}

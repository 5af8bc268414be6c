package stack

import (
	"path/filepath"

	"troth/agent/model/script"
)

// Part is something that runs, for people to read.
type Part struct{ Name, What string }

// Parts lists what was started.
func (s *Stack) Parts() []Part {
	return []Part{
		{"chat", s.doorURL + "/v1/chat"},
		{"aws", s.awsURL + " (DynamoDB, Cognito, Lambda, Step Functions)"},
		{"functions", "chat, model, tool, check, backstop: processes on the Lambda Runtime API"},
		{"workflow", Definition + " as " + s.machine},
		{"gateway", s.gatewayURL + "/mcp (MCP)"},
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

package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"troth/agent/turn"
)

// Call sends one call.
func (m *MCP) Call(ctx context.Context, c GatewayCall) (GatewayAnswer, error) {
	var answer GatewayAnswer
	name := c.Tool.GatewayName()
	err := m.run(ctx, c.Token, func(ctx context.Context, s *mcp.ClientSession) error {
		result, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: c.Args})
		if err == nil {
			answer = read(result)
		}
		return err
	})
	var told *jsonrpc.Error
	if errors.Is(err, ErrNotSent) && errors.As(err, &told) && !m.mayHave(ctx, name) {
		return answer, fmt.Errorf("%w: %w: the gateway has no tool %s; deploy it from the same specs and tools.yaml as this function", ErrNotSent, ErrNoTool, name)
	}
	return answer, err
}

// Check asks the gateway for its tools, and fails with ErrNoTool when one of
// the catalogue is not among them.
func (m *MCP) Check(ctx context.Context, c *Catalogue) error {
	has, err := m.list(ctx)
	if err != nil {
		return fmt.Errorf("asking the gateway for its tools: %w", err)
	}
	var missing []string
	for _, t := range c.For(turn.User{ID: "anyone"}) {
		if name := t.GatewayName(); !has[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w: the gateway has no tool %s; deploy it from the same specs and tools.yaml as this function", ErrNoTool, strings.Join(missing, ", "))
	}
	return nil
}

// mayHave reports whether the gateway has a tool, or can't be asked.
func (m *MCP) mayHave(ctx context.Context, name string) bool {
	m.mu.Lock()
	known := m.listed[name]
	m.mu.Unlock()
	if known {
		return true
	}
	has, err := m.list(ctx)
	return err != nil || has[name]
}

// list asks for the gateway's tools, page by page.
func (m *MCP) list(ctx context.Context) (map[string]bool, error) {
	has := map[string]bool{}
	err := m.run(ctx, "", func(ctx context.Context, s *mcp.ClientSession) error {
		for t, err := range s.Tools(ctx, nil) {
			if err != nil {
				return err
			}
			has[t.Name] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	m.listed = has
	m.mu.Unlock()
	return has, nil
}

// ownFailure begins what Amazon Bedrock AgentCore Gateway answers in place of
// the API when it failed itself. Whether the API was asked, it does not say.
// https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/gateway-debug-messages.html
const ownFailure = "An internal error occurred"

// read takes an answer apart. Only our own gateway tells status and fate in
// _meta; of any other's error the status is what the API's own body says it is.
func read(r *mcp.CallToolResult) GatewayAnswer {
	a := GatewayAnswer{IsError: r.IsError, Answered: true, Sent: true}
	var text []string
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			text = append(text, t.Text)
		}
	}
	a.Body = strings.Join(text, "\n")
	status, told := r.Meta[MetaStatus].(float64)
	switch {
	case told:
		a.Status = int(status)
	case r.IsError:
		a.Status = problemStatus(a.Body)
		a.Answered = !strings.HasPrefix(a.Body, ownFailure)
	}
	if answered, ok := r.Meta[MetaAnswered].(bool); ok {
		a.Answered = answered
	}
	if sent, ok := r.Meta[MetaSent].(bool); ok {
		a.Sent = sent
	}
	return a
}

// problemStatus is the status that problem details tell; 0 when the body is
// none (RFC 9457, 3.1.2).
func problemStatus(body string) int {
	var p struct {
		Status int `json:"status"`
	}
	if err := json.Unmarshal([]byte(body), &p); err != nil || p.Status < 400 || p.Status > 599 {
		return 0
	}
	return p.Status
}

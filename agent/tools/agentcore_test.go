package tools_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"troth/agent/identity"
	"troth/agent/sigv4"
)

// agentCore stands in for Amazon Bedrock AgentCore Gateway, written from its
// documentation and from MCP's transport of 2025-11-25, with no SDK: strict
// where the real one is, and silent on what the real one does not tell.
// https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/gateway-using.html
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
type agentCore struct {
	tools    []string // with their prefix
	versions []string // newest first
	sse      bool     // answers calls as events
	pageSize int
	// answer is what a tool's call gives: the result's text, and whether it is
	// an error.
	answer func(tool string, args json.RawMessage, header http.Header) (text string, isError bool)
	// refusal is with what status a session is refused that has ended.
	refusal int

	mu       sync.Mutex
	sessions map[string]bool // those that are open
	opened   int
	calls    []string
	pages    int
}

const (
	accessKey  = "AKIDTEST"
	secretKey  = "secret-of-the-tests"
	coreRegion = "eu-central-1"
)

var atNoon = func() time.Time { return time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC) }

func (a *agentCore) start(t *testing.T) string {
	t.Helper()
	a.sessions = map[string]bool{}
	for into, v := range map[*int]int{&a.pageSize: 2, &a.refusal: 404} {
		if *into == 0 {
			*into = v
		}
	}
	if a.versions == nil {
		a.versions = []string{"2025-11-25", "2025-06-18", "2025-03-26"}
	}
	s := httptest.NewServer(a)
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

// expire ends all sessions, as the real one does after an hour.
func (a *agentCore) expire() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sessions = map[string]bool{}
}

// seen gives how many sessions were opened, and the calls that were run.
func (a *agentCore) seen() (opened int, calls []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.opened, slices.Clone(a.calls)
}

type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name            string          `json:"name"`
		Arguments       json.RawMessage `json:"arguments"`
		Cursor          string          `json:"cursor"`
		ProtocolVersion string          `json:"protocolVersion"`
	} `json:"params"`
}

func (a *agentCore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	keys := &sigv4.Verifier{Service: "bedrock-agentcore", Region: coreRegion, Keys: map[string]string{accessKey: secretKey}, Now: atNoon}
	if _, err := keys.Verify(r, body); err != nil {
		denyPlainly(w, http.StatusForbidden, err.Error())
		return
	}
	if r.Method == http.MethodDelete {
		a.mu.Lock()
		delete(a.sessions, r.Header.Get("Mcp-Session-Id"))
		a.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
		return
	}
	accept := strings.Join(r.Header.Values("Accept"), ",")
	var m rpcMessage
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/mcp":
		denyPlainly(w, http.StatusMethodNotAllowed, "only POST /mcp")
	case !strings.Contains(accept, "application/json") || !strings.Contains(accept, "text/event-stream"):
		denyPlainly(w, http.StatusNotAcceptable, "Accept must have application/json and text/event-stream")
	case r.Header.Get("Content-Type") != "application/json":
		denyPlainly(w, http.StatusUnsupportedMediaType, "Content-Type must be application/json")
	case json.Unmarshal(body, &m) != nil:
		denyPlainly(w, http.StatusBadRequest, "no JSON")
	default:
		a.dispatch(w, r, m)
	}
}

func (a *agentCore) dispatch(w http.ResponseWriter, r *http.Request, m rpcMessage) {
	if m.Method == "initialize" {
		a.initialize(w, m)
		return
	}
	if version := r.Header.Get("Mcp-Protocol-Version"); !slices.Contains(a.versions, version) {
		denyPlainly(w, http.StatusBadRequest, "Unsupported protocol version: "+version)
		return
	}
	id := r.Header.Get("Mcp-Session-Id")
	a.mu.Lock()
	open := a.sessions[id]
	a.mu.Unlock()
	switch {
	case id == "":
		denyPlainly(w, http.StatusBadRequest, "Mcp-Session-Id is missing")
	case !open:
		rpcError(w, a.refusal, m.ID, -32600, "the session is not known")
	case m.Method == "notifications/initialized":
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "tools/list":
		a.list(w, m)
	case m.Method == "tools/call":
		a.call(w, r, m)
	default:
		rpcError(w, http.StatusOK, m.ID, -32601, "Method not found")
	}
}

func (a *agentCore) initialize(w http.ResponseWriter, m rpcMessage) {
	version := a.versions[0]
	if slices.Contains(a.versions, m.Params.ProtocolVersion) {
		version = m.Params.ProtocolVersion
	}
	a.mu.Lock()
	a.opened++
	id := fmt.Sprintf("session-%d", a.opened)
	a.sessions[id] = true
	a.mu.Unlock()
	w.Header().Set("Mcp-Session-Id", id)
	a.result(w, m.ID, map[string]any{"protocolVersion": version, "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]string{"name": "stand-in", "version": "1"}})
}

// list gives one page; the cursor is the name of the next page's first tool.
func (a *agentCore) list(w http.ResponseWriter, m rpcMessage) {
	a.mu.Lock()
	a.pages++
	a.mu.Unlock()
	first := 0
	if m.Params.Cursor != "" {
		if first = slices.Index(a.tools, m.Params.Cursor); first < 0 {
			rpcError(w, http.StatusOK, m.ID, -32602, "Invalid cursor")
			return
		}
	}
	page := map[string]any{}
	last := min(first+a.pageSize, len(a.tools))
	if last < len(a.tools) {
		page["nextCursor"] = a.tools[last]
	}
	listed := []map[string]any{}
	for _, name := range a.tools[first:last] {
		listed = append(listed, map[string]any{"name": name, "description": "x", "inputSchema": map[string]any{"type": "object"}})
	}
	page["tools"] = listed
	a.result(w, m.ID, page)
}

func (a *agentCore) call(w http.ResponseWriter, r *http.Request, m rpcMessage) {
	if !slices.Contains(a.tools, m.Params.Name) {
		rpcError(w, http.StatusOK, m.ID, -32602, "Unknown tool: "+m.Params.Name)
		return
	}
	a.mu.Lock()
	a.calls = append(a.calls, m.Params.Name)
	a.mu.Unlock()
	// Allow-listed by metadataConfiguration.allowedRequestHeaders.
	passed := http.Header{identity.Header: r.Header.Values(identity.Header)}
	_, tool, _ := strings.Cut(m.Params.Name, "___")
	text, isError := a.answer(tool, m.Params.Arguments, passed)
	a.result(w, m.ID, map[string]any{"isError": isError, "content": []map[string]string{{"type": "text", "text": text}}})
}

func (a *agentCore) result(w http.ResponseWriter, id json.RawMessage, result any) {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "result": result})
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if a.sse {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "event: message\ndata: %s\n\n", text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

func rpcError(w http.ResponseWriter, status int, id json.RawMessage, code int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": text}})
}

// denyPlainly answers as AWS's front does, with no JSON-RPC.
func denyPlainly(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"message": text})
}

package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"troth/agent/app"
	"troth/agent/credential"
	"troth/agent/identity"
	"troth/agent/tools"
)

// running is what a system leaves in a file for other commands of the same
// person: where the app's API is, the key that lets one act for a user, and
// what the API asks of each group.
type running struct {
	API     string            `json:"api"`
	Key     string            `json:"key"`
	APIKeys map[string]string `json:"api_keys"`
}

func runningFile(home, name string) string {
	return filepath.Join(home, ".troth", name+".json")
}

// Announce lets other commands find this system until it is closed.
func (s *Stack) Announce() error {
	path := runningFile(s.options.Home, s.app.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	text, err := json.Marshal(running{API: s.apiURL, Key: s.secrets.private, APIKeys: s.secrets.apiKeys})
	if err != nil {
		return err
	}
	s.announced = path
	return replace(path, string(text))
}

// APIRequest makes a request to the app's API of the system that is running,
// for a user, as the tool function would.
func APIRequest(ctx context.Context, home, name, as, operation string, args map[string]any) (*http.Request, error) {
	s := &Stack{options: Options{Home: home, App: name, As: as}}
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	user, err := s.User(as)
	if err != nil {
		return nil, err
	}
	tool, ok := s.catalogue.Find(operation)
	if !ok {
		return nil, &app.Error{Code: "unknown_tool", Text: fmt.Sprintf("the app %s has no tool %q", name, operation)}
	}
	text, err := os.ReadFile(runningFile(s.options.Home, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &app.Error{Code: "not_running", Text: fmt.Sprintf("no system of the app %s is running; start it with make dev", name)}
	}
	var r running
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		return nil, fmt.Errorf("not_running: %w", err)
	}
	return r.request(ctx, tool, user.ID, name, args)
}

func (r running) request(ctx context.Context, tool tools.Tool, user, name string, args map[string]any) (*http.Request, error) {
	request, err := tool.Operation.Request(ctx, r.API, args)
	if err != nil {
		return nil, err
	}
	if stored, ok := r.APIKeys[tool.Group]; ok {
		c, err := credential.Parse(stored)
		if err != nil {
			return nil, fmt.Errorf("not_running: the file of the running system: %w", err)
		}
		c.Apply(request.Header)
	}
	if !tool.Identity {
		return request, nil
	}
	signer, err := identity.NewSigner([]byte(r.Key), time.Now)
	if err != nil {
		return nil, err
	}
	token, err := signer.Sign(identity.Claims{User: user, App: name, Tool: tool.Name})
	if err != nil {
		return nil, err
	}
	request.Header.Set(identity.Header, token)
	return request, nil
}

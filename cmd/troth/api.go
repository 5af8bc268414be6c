package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"troth/local/stack"
)

type apiCmd struct {
	home
	App       string   `default:"coach" env:"APP" help:"The app that make dev serves."`
	As        string   `help:"The user to act for; the first one if not given."`
	Operation string   `arg:"" help:"A tool of the app, such as listBookings."`
	Args      []string `arg:"" optional:"" help:"Its arguments, as name=value."`
}

// Run calls the app's own API over HTTP, as make dev runs it: what is really
// there, with no agent between.
func (c *apiCmd) Run(ctx context.Context, out *output) error {
	args := map[string]any{}
	for _, pair := range c.Args {
		name, v, found := strings.Cut(pair, "=")
		if !found {
			return fmt.Errorf("bad_argument: %q is not of the form name=value", pair)
		}
		args[name] = v
	}
	r, err := stack.APIRequest(ctx, c.Home, c.App, c.As, c.Operation, args)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("not_running: %s does not answer; start it with make dev: %w", r.URL.Host, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("no_answer: %w", err)
	}
	fmt.Fprintf(out.stderr, "%s %s → %s\n", r.Method, r.URL, answer.Status)
	return printJSON(out.stdout, body)
}

func printJSON(w io.Writer, body []byte) error {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		_, err := w.Write(body)
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

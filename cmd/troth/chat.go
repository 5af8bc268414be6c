package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"troth/agent/turn"
	"troth/local/stack"
)

type chatCmd struct {
	home
	ownAPI
	App     string `default:"coach" help:"The app, by its folder's name below apps/."`
	As      string `help:"The user of the seed data to speak as; the first one if not given."`
	JSON    bool   `help:"Print the reply as JSON."`
	Trace   bool   `help:"Print the steps that led to the reply."`
	Message string `arg:"" help:"What to say."`
}

// Run says one message to a system that is started for it.
func (c *chatCmd) Run(ctx context.Context, out *output) error {
	if strings.TrimSpace(c.Message) == "" {
		return fmt.Errorf("empty_message: say something, such as troth chat --app %s \"Hello\"", c.App)
	}
	s, err := start(ctx, stack.Options{Home: c.Home, API: c.APIURL, UserKey: c.UserKey, App: c.App, Log: io.Discard, Notice: out.stderr})
	if err != nil {
		return err
	}
	defer s.Close()
	user, err := s.User(c.As)
	if err != nil {
		return err
	}
	reply, closed, err := s.Say(ctx, user.ID, "", c.Message)
	if err != nil {
		return err
	}
	return c.print(out.stdout, reply, closed)
}

func (c *chatCmd) print(w io.Writer, reply turn.Reply, closed turn.Closed) error {
	if c.JSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		if c.Trace {
			return e.Encode(closed)
		}
		return e.Encode(reply)
	}
	if c.Trace {
		printTrace(w, closed)
		fmt.Fprintln(w)
	}
	printReply(w, reply)
	return nil
}

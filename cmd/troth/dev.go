package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"

	"troth/local/stack"
)

type devCmd struct {
	home
	ownAPI
	App    string `default:"coach" env:"APP" help:"The app, by its folder's name below apps/."`
	As     string `help:"The user who is signed in when a request from this machine names none; the first one if not given."`
	Port   int    `default:"8080" env:"PORT" help:"Port of the chat endpoint on 127.0.0.1."`
	SignIn bool   `default:"true" negatable:"" help:"Sign requests without a token in as the --as user. With --no-sign-in every request needs a token."`
	Logs   bool   `help:"Print the functions' logs."`
}

// Run serves the app until ctx ends.
func (c *devCmd) Run(ctx context.Context, out *output) error {
	log := io.Discard
	if c.Logs {
		log = out.stderr
	}
	s, err := start(ctx, stack.Options{
		Home: c.Home, App: c.App, API: c.APIURL, UserKey: c.UserKey, Log: log, Notice: out.stderr,
		Door: net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)), SignIn: c.SignIn, As: c.As,
	})
	if err != nil {
		return err
	}
	err = s.Announce()
	if err == nil {
		err = c.greet(out.stdout, s)
	}
	if err != nil {
		s.Close()
		return err
	}
	select {
	case <-ctx.Done():
	case err = <-s.Broken():
	}
	fmt.Fprintln(out.stdout, "\nStopping…")
	s.Close()
	fmt.Fprintln(out.stdout, "Stopped. Nothing is left running.")
	return err
}

func (c *devCmd) greet(w io.Writer, s *stack.Stack) error {
	user, err := s.User(c.As)
	if err != nil {
		return err
	}
	token, err := s.Token(user.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Troth serves %s at %s\n\nStarted:\n", c.App, s.URL())
	for _, p := range s.Parts() {
		fmt.Fprintf(w, "  %-10s %s\n", p.Name, p.What)
	}
	fmt.Fprintf(w, "\nModel: %s\n", s.ModelNote())
	line := "Hello"
	if known := s.Openings(); len(known) > 0 {
		line = known[0]
		printList(w, "Lines it knows:", known, "- ")
	}
	fmt.Fprintf(w, "\nSay something:\n  curl -s %s/v1/chat -d '{\"message\":\"%s\"}'\n", s.URL(), line)
	fmt.Fprintf(w, "Look at the app's own data, over its own API:\n  bin/troth api --app %s %s\n", c.App, s.Look())
	if c.SignIn {
		fmt.Fprintf(w, "\nRequests from this machine without a token are signed in as %s (%s).\n", user.ID, user.Name)
	} else {
		fmt.Fprintln(w, "\nEvery request needs a token.")
	}
	fmt.Fprintf(w, "To be somebody else, send that user's token; this is %s's:\n  -H 'Authorization: Bearer %s'\n\nCtrl-C stops everything.\n", user.ID, token)
	return nil
}

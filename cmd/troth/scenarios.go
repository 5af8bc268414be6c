package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"troth/local/stack"
	"troth/scenarios"
)

type scenariosCmd struct {
	Run scenariosRunCmd `cmd:"" help:"Run test conversations and count how many pass."`
}

type scenariosRunCmd struct {
	home
	ownAPI
	Trace bool   `help:"Print the steps of conversations that fail."`
	Path  string `arg:"" optional:"" default:"apps" help:"A file, an app's scenarios folder, an app's folder, or apps for all."`
}

// Run plays the conversations, app by app, each app on a system of its own.
func (c *scenariosRunCmd) Run(ctx context.Context, out *output) error {
	byApp, err := c.find()
	if err != nil {
		return err
	}
	passed, failed := 0, 0
	for _, group := range byApp {
		p, f, err := c.runApp(ctx, out, group)
		if err != nil {
			return err
		}
		passed, failed = passed+p, failed+f
	}
	fmt.Fprintf(out.stdout, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return errFailed
	}
	return nil
}

// appScenarios are the conversations of one app.
type appScenarios struct {
	app  string
	list []scenarios.Scenario
}

// find loads every conversation before any is run, so that a mistake in one
// file costs no time.
func (c *scenariosRunCmd) find() ([]appScenarios, error) {
	path := filepath.Clean(filepath.Join(c.Home, c.Path))
	if filepath.IsAbs(c.Path) {
		path = filepath.Clean(c.Path)
	}
	dirs := []string{path}
	if filepath.Base(path) == "apps" {
		found, err := filepath.Glob(filepath.Join(path, "*", "scenarios"))
		if err != nil {
			return nil, fmt.Errorf("no_scenarios: %w", err)
		}
		dirs = found
	} else if found, _ := filepath.Glob(filepath.Join(path, "scenarios")); len(found) == 1 {
		dirs = found
	}
	var groups []appScenarios
	for _, dir := range dirs {
		list, err := scenarios.Load(dir)
		if err != nil {
			return nil, err
		}
		groups = append(groups, appScenarios{app: appOf(dir), list: list})
	}
	return groups, nil
}

// appOf names the app that a path below apps/NAME belongs to.
func appOf(path string) string {
	if strings.HasSuffix(path, ".yaml") {
		path = filepath.Dir(path)
	}
	return filepath.Base(filepath.Dir(path))
}

func (c *scenariosRunCmd) runApp(ctx context.Context, out *output, group appScenarios) (passed, failed int, err error) {
	s, err := start(ctx, stack.Options{Home: c.Home, API: c.APIURL, UserKey: c.UserKey, App: group.app, Log: io.Discard, Notice: out.stderr, Testing: true})
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	for _, scenario := range group.list {
		if ctx.Err() != nil {
			return passed, failed, ctx.Err()
		}
		if result := scenarios.Run(ctx, s, scenario); result.Passed() {
			passed++
			fmt.Fprintf(out.stdout, "ok    %s  %s\n", group.app, scenario.Name)
		} else {
			failed++
			c.printFailure(out.stdout, group.app, result)
		}
	}
	return passed, failed, nil
}

func (c *scenariosRunCmd) printFailure(w io.Writer, app string, r scenarios.Result) {
	fmt.Fprintf(w, "FAIL  %s  %s (%s)\n", app, r.Scenario.Name, r.Scenario.Path)
	for _, f := range r.Failures {
		fmt.Fprintf(w, "      %s\n", f)
	}
	if !c.Trace {
		return
	}
	for _, t := range r.Turns {
		printTrace(w, t)
	}
}

package main

import (
	"context"
	"path/filepath"

	"troth/checks"
	"troth/local/stack"
)

// start starts an app on this machine. A mistake in the app's rules is told before
// anything runs: a function that can't start says nothing to who wrote them.
func start(ctx context.Context, o stack.Options) (*stack.Stack, error) {
	if _, err := checks.AppRules(filepath.Join(o.Home, "apps", o.App)); err != nil {
		return nil, err
	}
	return stack.Start(ctx, o)
}

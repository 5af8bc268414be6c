package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"troth/agent/app"
)

const good = `name: shop
title: Shop
language: en
zone: Europe/Zurich
screens: [cart]
model: ""
budget: {steps: 8, corrections: 2, tool_calls: 16, seconds: 60}
message: {max_chars: 4000}
history: {turns: 20}
`

func write(t *testing.T, name, text string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLoad(t *testing.T) {
	a, err := app.Load(write(t, "app.yaml", good))
	if err != nil || a.Title != "Shop" || a.TurnBudget().ToolCalls != 16 {
		t.Errorf("app = %+v, err %v", a, err)
	}
}

func TestLoadNamesTheMistake(t *testing.T) {
	cases := map[string]struct{ from, to, want string }{
		"a typo":            {"budget:", "budgte:", `unknown field "budgte"`},
		"another's name":    {"name: shop", "name: shap", `the folder is "shop"`},
		"no title":          {"title: Shop\n", "", "title and language"},
		"no zone":           {"Europe/Zurich", "Mars/North", "no IANA time zone"},
		"no step":           {"steps: 8", "steps: 0", "budget.steps is 0; it must be from 1 to 25"},
		"too many steps":    {"steps: 8", "steps: 26", "budget.steps"},
		"no correction":     {"corrections: 2", "corrections: 0", "budget.corrections"},
		"no time":           {"seconds: 60", "seconds: 0", "budget.seconds"},
		"no message length": {"max_chars: 4000", "max_chars: 0", "message.max_chars"},
		"no history":        {"turns: 20", "turns: 0", "history.turns"},
		"a text for number": {"steps: 8", "steps: many", "steps"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := app.Load(write(t, "app.yaml", strings.Replace(good, c.from, c.to, 1)))
			var coded *app.Error
			if !errors.As(err, &coded) || coded.Code != "bad_app" || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "app.yaml") {
				t.Errorf("err = %v, want bad_app with %q", err, c.want)
			}
		})
	}
}

func TestFindListsTheApps(t *testing.T) {
	root := filepath.Dir(write(t, "app.yaml", good))
	if dir, err := app.Find(root, "shop"); err != nil || filepath.Base(dir) != "shop" {
		t.Errorf("dir = %q, err %v", dir, err)
	}
	for _, name := range []string{"", "nope", "../shop", "."} {
		if _, err := app.Find(root, name); err == nil || !strings.Contains(err.Error(), "unknown_app") || !strings.Contains(err.Error(), "[shop]") {
			t.Errorf("%q: err = %v, want unknown_app and the list", name, err)
		}
	}
}

func TestUsers(t *testing.T) {
	users, err := app.Users(write(t, "users.yaml", "users: [{id: maya, name: Maya Keller}]"))
	if err != nil || len(users) != 1 || users[0].Name != "Maya Keller" {
		t.Errorf("users = %+v, err %v", users, err)
	}
	if users, err := app.Users(t.TempDir()); err != nil || users[0].ID != "dev" {
		t.Errorf("without a file: %+v, err %v", users, err)
	}
	for _, text := range []string{"users: []", "user: []", "users: maya"} {
		if _, err := app.Users(write(t, "users.yaml", text)); err == nil || !strings.HasPrefix(err.Error(), "bad_app: ") {
			t.Errorf("%q: err = %v, want bad_app", text, err)
		}
	}
}

// The apps of this repository must load.
func TestTheAppsHere(t *testing.T) {
	for _, name := range app.List("../../apps") {
		if _, err := app.Load(filepath.Join("../../apps", name)); err != nil {
			t.Error(err)
		}
		if _, err := app.Users(filepath.Join("../../apps", name)); err != nil {
			t.Error(err)
		}
	}
}

// Package app reads what an app team writes about their app: a folder of data.
// No code of an app is ever imported by the kit.
package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	_ "time/tzdata" // a Lambda on provided.al2023 has no zone files

	"github.com/goccy/go-yaml"

	"troth/agent/turn"
)

// App is app.yaml.
type App struct {
	// Name is the folder's name; Title is what people call the app.
	Name  string `yaml:"name"`
	Title string `yaml:"title"`
	// Persona says who the assistant is, Instructions how it should work.
	Persona      string `yaml:"persona"`
	Instructions string `yaml:"instructions"`
	// Language is the one replies are written in, as a BCP 47 tag.
	Language string `yaml:"language"`
	// Zone is the IANA time zone of users whose device sends none.
	Zone string `yaml:"zone"`
	// Screens are those a reply may open.
	Screens []string `yaml:"screens"`
	// Model names the model that answers; empty for the rehearsal.
	Model   string  `yaml:"model"`
	Budget  Budget  `yaml:"budget"`
	Message Message `yaml:"message"`
	History History `yaml:"history"`

	// Dir is the folder that was read.
	Dir string `yaml:"-"`
}

// Budget caps one turn.
type Budget struct {
	Steps       int `yaml:"steps"`
	Corrections int `yaml:"corrections"`
	ToolCalls   int `yaml:"tool_calls"`
	Seconds     int `yaml:"seconds"`
}

// Message caps what a user may send.
type Message struct {
	// MaxChars counts Unicode code points.
	MaxChars int `yaml:"max_chars"`
}

// History says how much of a conversation goes along.
type History struct {
	Turns int `yaml:"turns"`
}

// Error is a mistake in an app's folder, with a stable code.
type Error struct {
	Code string // unknown_app, bad_app
	Text string
}

func (e *Error) Error() string { return e.Code + ": " + e.Text }

// Load reads the app in dir. Its errors are of type [*Error], and name the
// file, the line and what to change.
func Load(dir string) (App, error) {
	path := filepath.Join(dir, "app.yaml")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return App{}, &Error{"unknown_app", fmt.Sprintf("there is no app in %s: an app is a folder with an app.yaml", dir)}
	}
	if err != nil {
		return App{}, &Error{"bad_app", err.Error()}
	}
	a := App{Dir: dir}
	if err := yaml.UnmarshalWithOptions(text, &a, yaml.Strict()); err != nil {
		return App{}, &Error{"bad_app", fmt.Sprintf("%s: %s", path, yaml.FormatError(err, false, true))}
	}
	if err := a.check(); err != nil {
		return App{}, &Error{"bad_app", fmt.Sprintf("%s: %v", path, err)}
	}
	return a, nil
}

// The definition's own bounds: what app.yaml may ask for at most.
const (
	maxSteps       = 25
	maxCorrections = 10
	maxSeconds     = 600
)

func (a App) check() error {
	if a.Name != filepath.Base(a.Dir) {
		return fmt.Errorf("name is %q, but the folder is %q; they must be the same", a.Name, filepath.Base(a.Dir))
	}
	if a.Language == "" || a.Title == "" {
		return errors.New("title and language are needed")
	}
	if _, err := time.LoadLocation(a.Zone); err != nil || a.Zone == "" {
		return fmt.Errorf("zone %q is no IANA time zone, such as Europe/Zurich", a.Zone)
	}
	return a.checkCaps()
}

func (a App) checkCaps() error {
	for _, c := range []struct {
		field    string
		got, max int
	}{
		{"budget.steps", a.Budget.Steps, maxSteps},
		{"budget.corrections", a.Budget.Corrections, maxCorrections},
		{"budget.tool_calls", a.Budget.ToolCalls, 200},
		{"budget.seconds", a.Budget.Seconds, maxSeconds},
		{"message.max_chars", a.Message.MaxChars, 32000},
		{"history.turns", a.History.Turns, 100},
	} {
		if c.got < 1 || c.got > c.max {
			return fmt.Errorf("%s is %d; it must be from 1 to %d", c.field, c.got, c.max)
		}
	}
	return nil
}

// TurnBudget is the budget as a turn carries it.
func (a App) TurnBudget() turn.Budget {
	return turn.Budget{Steps: a.Budget.Steps, Corrections: a.Budget.Corrections, ToolCalls: a.Budget.ToolCalls, Seconds: a.Budget.Seconds}
}

// Find gives the folder of the app called name below root, or an [*Error] that
// lists the apps there are.
func Find(root, name string) (string, error) {
	dir := filepath.Join(root, name)
	if name != "" && name == filepath.Base(name) {
		if _, err := os.Stat(filepath.Join(dir, "app.yaml")); err == nil {
			return dir, nil
		}
	}
	return "", &Error{"unknown_app", fmt.Sprintf("there is no app %q in %s; known: %v", name, root, List(root))}
}

// List names the apps below root.
func List(root string) []string {
	paths, _ := filepath.Glob(filepath.Join(root, "*", "app.yaml"))
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(filepath.Dir(p))
	}
	return names
}

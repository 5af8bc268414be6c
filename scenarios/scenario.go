// Package scenarios runs test conversations: readable files that say what a
// user says, what the model writes, which faults happen, and what must and must
// not come of it. They run against the whole system, over real HTTP.
package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"

	"github.com/goccy/go-yaml"

	"troth/agent/model/script"
)

// Scenario is one test conversation.
type Scenario struct {
	// Name says in a few words what happens.
	Name string `yaml:"name"`
	// Why says what it protects against.
	Why string `yaml:"why"`
	// As is the user, by id.
	As string `yaml:"as"`
	// Clock is the time at which the conversation begins, RFC 3339.
	Clock time.Time `yaml:"clock"`
	// Rehearse offers the conversation to people who have no model.
	Rehearse bool   `yaml:"rehearse"`
	Turns    []Turn `yaml:"turns"`

	// Path is the file it was read from.
	Path string `yaml:"-"`
}

// Turn is one message and what must come of it.
type Turn struct {
	User  string        `yaml:"user"`
	Model []script.Line `yaml:"model"`
	// Clock moves the time on before the message; zero leaves it.
	Clock  time.Time `yaml:"clock"`
	Faults []Fault   `yaml:"faults"`
	Expect Expect    `yaml:"expect"`
	// Data is what the app's own API must say afterwards.
	Data []Data `yaml:"data"`
}

// Fault breaks something during the turn.
type Fault struct {
	// Tool is the operation whose API call breaks, in one of these ways:
	Tool string `yaml:"tool"`
	// Status answers in the API's place, with Body.
	Status int    `yaml:"status"`
	Body   string `yaml:"body"`
	// Lose takes the request "before" it reaches the API, or its answer
	// "after" it had its effect.
	Lose string `yaml:"lose"`
	// Kill kills the process of a function after the API had its effect and
	// before the answer is back.
	Kill string `yaml:"kill"`
	// Times is how many calls break; 0 is every one.
	Times int `yaml:"times"`

	// Function crashes at its invocation number Nth of the turn, counted from 1.
	Function string `yaml:"function"`
	Nth      int    `yaml:"nth"`
}

// Expect is what must and must not come of a turn. What is not named is not
// looked at, but for findings and override: none are expected unless named.
type Expect struct {
	Reply    Text       `yaml:"reply"`
	Calls    *[]Call    `yaml:"calls"`
	Findings []string   `yaml:"findings"`
	Override bool       `yaml:"override"`
	Failed   string     `yaml:"failed"`
	Cards    *[]string  `yaml:"cards"`
	Receipts *[]Receipt `yaml:"receipts"`
	// Suggestions must all be offered.
	Suggestions []string `yaml:"suggestions"`
}

// Text is what a text must have and must not have, letter case aside.
type Text struct {
	Has   []string `yaml:"has"`
	Lacks []string `yaml:"lacks"`
}

// Call is an expected tool call, in the order of the calls.
type Call struct {
	Tool   string `yaml:"tool"`
	Status string `yaml:"status"`
	Code   string `yaml:"code"`
	// Args must be among the call's arguments.
	Args map[string]any `yaml:"args"`
}

// Receipt is an expected receipt.
type Receipt struct {
	Does string `yaml:"does"`
	Tool string `yaml:"tool"`
	// Text is the receipt's, exactly; empty is not looked at.
	Text string `yaml:"text"`
}

// Data reads the app's own API with a reading tool, as the user, after the turn.
type Data struct {
	Tool  string         `yaml:"tool"`
	Args  map[string]any `yaml:"args"`
	Has   []string       `yaml:"has"`
	Lacks []string       `yaml:"lacks"`
}

// Load reads a file, or all files of a folder in the order of their names.
func Load(path string) ([]Scenario, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("no_scenarios: %w", err)
	}
	paths := []string{path}
	if info.IsDir() {
		if paths, err = filepath.Glob(filepath.Join(path, "*.yaml")); err != nil {
			return nil, fmt.Errorf("no_scenarios: %w", err)
		}
	}
	sort.Strings(paths)
	if len(paths) == 0 {
		return nil, fmt.Errorf("no_scenarios: there is no .yaml file in %s", path)
	}
	list := make([]Scenario, len(paths))
	for i, p := range paths {
		if list[i], err = loadFile(p); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func loadFile(path string) (Scenario, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Scenario{}, fmt.Errorf("no_scenarios: %w", err)
	}
	return Parse(path, text)
}

// Parse reads the text of a scenario. A field that does not exist, or a value
// that can't be, is an error with its line.
func Parse(path string, text []byte) (Scenario, error) {
	s := Scenario{Path: path}
	if err := yaml.UnmarshalWithOptions(text, &s, yaml.Strict()); err != nil {
		return Scenario{}, fmt.Errorf("bad_scenario: %s: %s", path, yaml.FormatError(err, false, true))
	}
	if err := s.check(); err != nil {
		return Scenario{}, fmt.Errorf("bad_scenario: %s: %w", path, err)
	}
	return s, nil
}

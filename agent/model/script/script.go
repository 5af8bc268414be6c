// Package script is the model that stands in when there is none: it plays the
// model's lines of an app's test conversations. A rehearsal is real but for
// the words: tools are called, checks judge, the app's data changes.
package script

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/goccy/go-yaml"
)

// Conversation is the part of a test conversation that the script model plays.
type Conversation struct {
	Name string
	// Rehearse says that the conversation may be played to a person who says
	// one of its lines; those that need faults injected are not.
	Rehearse bool
	Turns    []Turn
}

// Turn is what the user says and how the model goes about it.
type Turn struct {
	User  string `yaml:"user"`
	Model []Line `yaml:"model"`
}

// Line is one model step of a script. Its strings are Go templates over the
// newest successful result of each tool, by tool name:
// "{{.bookSession.id}}".
type Line struct {
	Calls  []Call  `yaml:"calls"`
	Answer *Answer `yaml:"answer"`
	// Text is prose in place of the answer tool.
	Text string `yaml:"text"`
	// Error makes the model call fail: throttled, unavailable.
	Error string `yaml:"error"`
	// Repeat plays this line again for every further step.
	Repeat bool `yaml:"repeat"`
}

// Call is a tool call of a script.
type Call struct {
	Tool string         `yaml:"tool"`
	Args map[string]any `yaml:"args"`
}

// Answer is a script's answer; fields as in turn.Answer.
type Answer struct {
	Reasoning   string   `yaml:"reasoning"`
	Reply       string   `yaml:"reply"`
	Show        []string `yaml:"show"`
	Open        string   `yaml:"open"`
	Did         []string `yaml:"did"`
	Missing     []string `yaml:"missing"`
	Suggestions []string `yaml:"suggestions"`
}

// LoadDir reads the conversations below dir, in the order of their paths.
func LoadDir(dir string) ([]Conversation, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, fmt.Errorf("listing the scripts: %w", err)
	}
	sort.Strings(paths)
	list := make([]Conversation, 0, len(paths))
	for _, path := range paths {
		c, err := LoadFile(path)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// LoadFile reads one conversation. It takes only the fields that it plays; the
// runner of test conversations is the one that is strict about the others.
func LoadFile(path string) (Conversation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Conversation{}, fmt.Errorf("reading a script: %w", err)
	}
	var file struct {
		Name     string `yaml:"name"`
		Rehearse bool   `yaml:"rehearse"`
		Turns    []Turn `yaml:"turns"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return Conversation{}, fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, true))
	}
	return Conversation(file), nil
}

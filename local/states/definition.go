package states

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// machine is a definition, ready to run.
type machine struct {
	startAt string
	timeout int // seconds; 0 for none
	states  map[string]*state
}

// state is one state with its fields compiled.
type state struct {
	name, kind string
	next       string // empty at the end
	end        bool

	input, output *path // nil for null: the data is dropped
	parameters    template
	selector      template
	result        *path // nil for null: the result is dropped
	retry         []retrier
	catch         []catcher

	timeout      int // seconds; 0 for none
	timeoutPath  *path
	choices      []choice
	fallback     string // Choice's Default
	pass         *value // Pass's Result
	wait         *waiting
	errorText    func(*data) (string, *failure) // Fail
	causeText    func(*data) (string, *failure)
	items        *path // Map
	itemSelector template
	concurrency  int
	concPath     *path
	iterator     *machine
}

// raw is a state as it is written. A json.RawMessage tells null from absent.
type raw struct {
	Type, Comment, Next   string
	End                   bool
	InputPath, OutputPath json.RawMessage
	Parameters            json.RawMessage
	ResultSelector        json.RawMessage
	ResultPath            json.RawMessage
	Result                json.RawMessage
	Resource              string
	TimeoutSeconds        *int
	TimeoutSecondsPath    string
	Retry                 []rawRetry
	Catch                 []rawCatch
	Choices               []map[string]json.RawMessage
	Default               string
	Seconds               *float64
	SecondsPath           string
	Timestamp             string
	TimestampPath         string
	Error, Cause          *string
	ErrorPath, CausePath  string
	ItemsPath             string
	ItemSelector          json.RawMessage
	ItemProcessor         *rawMachine
	Iterator              *rawMachine
	MaxConcurrency        *int
	MaxConcurrencyPath    string
}

type rawMachine struct {
	Comment, StartAt string
	Version          string
	TimeoutSeconds   *int
	ProcessorConfig  *struct{ Mode string }
	States           map[string]json.RawMessage
}

// Fields by state type; what is not listed is refused.
var fields = map[string][]string{
	"Task":    {"Resource", "Parameters", "ResultSelector", "ResultPath", "TimeoutSeconds", "TimeoutSecondsPath", "Retry", "Catch", "InputPath", "OutputPath", "Next", "End"},
	"Pass":    {"Result", "Parameters", "ResultPath", "InputPath", "OutputPath", "Next", "End"},
	"Choice":  {"Choices", "Default", "InputPath", "OutputPath"},
	"Wait":    {"Seconds", "SecondsPath", "Timestamp", "TimestampPath", "InputPath", "OutputPath", "Next", "End"},
	"Succeed": {"InputPath", "OutputPath"},
	"Fail":    {"Error", "Cause", "ErrorPath", "CausePath"},
	"Map": {"ItemsPath", "ItemSelector", "Parameters", "ItemProcessor", "Iterator", "MaxConcurrency", "MaxConcurrencyPath",
		"ResultSelector", "ResultPath", "Retry", "Catch", "InputPath", "OutputPath", "Next", "End"},
}

// parseMachine reads a definition. Its errors name the state and the field.
func parseMachine(definition string) (*machine, error) {
	if found := placeholder.FindString(definition); found != "" {
		return nil, fmt.Errorf("the substitution %s has not been made", found)
	}
	var m rawMachine
	if err := strict([]byte(definition), &m); err != nil {
		return nil, fmt.Errorf("the definition can't be read: %w", err)
	}
	if m.ProcessorConfig != nil {
		return nil, fmt.Errorf("the field ProcessorConfig is not supported at /")
	}
	return compileMachine(m, "")
}

var placeholder = regexp.MustCompile(`\$\{[A-Za-z0-9_]+\}`)

// Substitute puts values in the place of ${Name} in a definition, as a
// deployment does, and names those that are left over.
func Substitute(definition string, values map[string]string) (string, error) {
	var missing []string
	filled := placeholder.ReplaceAllStringFunc(definition, func(found string) string {
		v, ok := values[found[2:len(found)-1]]
		if !ok {
			missing = append(missing, found)
		}
		return v
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("no value for %s", strings.Join(missing, ", "))
	}
	return filled, nil
}

// strict decodes JSON; the names of fields must be known, in the right case.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the JSON value")
	}
	return nil
}

// UnmarshalJSON refuses the names that [encoding/json] would take in any case.
func (m *rawMachine) UnmarshalJSON(text []byte) error {
	type plain rawMachine
	if err := exactCase(text, "Comment", "StartAt", "Version", "TimeoutSeconds", "ProcessorConfig", "States"); err != nil {
		return err
	}
	return strict(text, (*plain)(m))
}

// exactCase refuses fields that are not among the names.
func exactCase(text []byte, names ...string) error {
	var present map[string]json.RawMessage
	if err := json.Unmarshal(text, &present); err != nil {
		return err
	}
	for _, field := range sortedKeys(present) {
		if !slices.Contains(names, field) {
			return fmt.Errorf("the field %s is not supported", field)
		}
	}
	return nil
}

func compileMachine(r rawMachine, at string) (*machine, error) {
	m := &machine{startAt: r.StartAt, states: make(map[string]*state, len(r.States))}
	if r.TimeoutSeconds != nil {
		if m.timeout = *r.TimeoutSeconds; m.timeout < 1 || m.timeout > maxSeconds {
			return nil, fmt.Errorf("TimeoutSeconds must be from 1 to %d at %s/TimeoutSeconds", maxSeconds, at)
		}
	}
	for _, name := range sortedKeys(r.States) {
		s, err := compileState(name, r.States[name], at+"/States/"+name)
		if err != nil {
			return nil, err
		}
		m.states[name] = s
	}
	return m, m.checkTargets(at)
}

// checkTargets refuses names that lead nowhere, and states that can't be
// reached.
func (m *machine) checkTargets(at string) error {
	if m.states[m.startAt] == nil {
		return fmt.Errorf("StartAt names %q, which is no state, at %s/StartAt", m.startAt, at)
	}
	reached := map[string]bool{}
	queue := []string{m.startAt}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if reached[name] {
			continue
		}
		reached[name] = true
		for field, target := range m.states[name].targets() {
			if m.states[target] == nil {
				return fmt.Errorf("%s names %q, which is no state, at %s/States/%s", field, target, at, name)
			}
			queue = append(queue, target)
		}
	}
	for name := range m.states {
		if !reached[name] {
			return fmt.Errorf("no state leads to %q at %s/States/%s", name, at, name)
		}
	}
	return nil
}

func (s *state) targets() map[string]string {
	all := map[string]string{}
	if s.next != "" {
		all["Next"] = s.next
	}
	if s.fallback != "" {
		all["Default"] = s.fallback
	}
	for i, c := range s.catch {
		all[fmt.Sprintf("Catch[%d].Next", i)] = c.next
	}
	for i, c := range s.choices {
		all[fmt.Sprintf("Choices[%d].Next", i)] = c.next
	}
	return all
}

func compileState(name string, text json.RawMessage, at string) (*state, error) {
	if n := len([]rune(name)); n < 1 || n > 80 {
		return nil, fmt.Errorf("a state's name has 1 to 80 characters at %s", at)
	}
	if err := checkFields(text, at); err != nil {
		return nil, err
	}
	var r raw
	if err := strict(text, &r); err != nil {
		return nil, fmt.Errorf("%w at %s", err, at)
	}
	s := &state{name: name, kind: r.Type, next: r.Next, end: r.End}
	for _, compile := range []func(*state, raw, string) error{compileFlow, compileData, compileErrors, compileKind} {
		if err := compile(s, r, at); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// checkFields refuses unknown state types and fields that a type does not have.
func checkFields(text json.RawMessage, at string) error {
	var present map[string]json.RawMessage
	if err := json.Unmarshal(text, &present); err != nil {
		return fmt.Errorf("a state must be an object at %s", at)
	}
	var kind string
	_ = json.Unmarshal(present["Type"], &kind)
	allowed, ok := fields[kind]
	if !ok {
		return fmt.Errorf("the state type %q is not supported at %s/Type", kind, at)
	}
	known := map[string]bool{"Type": true, "Comment": true}
	for _, f := range allowed {
		known[f] = true
	}
	names := sortedKeys(present)
	sort.Strings(names)
	for _, f := range names {
		if !known[f] {
			return fmt.Errorf("the field %s is not supported for a %s state at %s/%s", f, kind, at, f)
		}
	}
	return nil
}

package states

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

func randomID() string { return strings.ToLower(rand.Text()) }

// validName holds the service's rules for names.
// https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html
func validName(name string) *apiError {
	if n := len([]rune(name)); n < 1 || n > 80 {
		return refuse("InvalidName", "Invalid Name: '%s': it must have 1 to 80 characters", name)
	}
	for _, r := range name {
		if unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>{}[]?*\"#%\\^|~`$&,;:/", r) || r >= 0xfffe {
			return refuse("InvalidName", "Invalid Name: '%s': the character %q may not be used", name, r)
		}
	}
	return nil
}

// CreateStateMachine creates a machine, or gives the one that has the same name
// and definition.
func (s *Service) CreateStateMachine(name, definition, kind string) (string, error) {
	if err := validName(name); err != nil {
		return "", err
	}
	if kind == "" {
		kind = "STANDARD"
	}
	if kind != "STANDARD" {
		return "", refuse("StateMachineTypeNotSupported", "the type %s is not supported here, only STANDARD", kind)
	}
	m, err := parseMachine(definition)
	if err != nil {
		return "", refuse("InvalidDefinition", "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: %v'", err)
	}
	arn := fmt.Sprintf("arn:aws:states:%s:%s:stateMachine:%s", Region, Account, name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.machines[arn]; old != nil {
		if old.definition != definition {
			return "", refuse("StateMachineAlreadyExists", "State Machine Already Exists: '%s'", arn)
		}
		return arn, nil
	}
	s.machines[arn] = &stateMachine{arn: arn, name: name, definition: definition, kind: kind, created: s.now(), machine: m}
	return arn, nil
}

func (s *Service) findMachine(arn string) (*stateMachine, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.machines[arn]; m != nil {
		return m, nil
	}
	return nil, refuse("StateMachineDoesNotExist", "State Machine Does Not Exist: '%s'", arn)
}

// StartExecution starts a machine. The name of a running execution with the
// same input gives that execution again; any other name that is taken is
// refused.
func (s *Service) StartExecution(machineARN, name, input string) (*execution, *apiError) {
	m, refused := s.findMachine(machineARN)
	if refused != nil {
		return nil, refused
	}
	if name == "" {
		name = s.newID()
	}
	if refused := validName(name); refused != nil {
		return nil, refused
	}
	if input == "" {
		input = "{}"
	}
	in, err := parseValue(input)
	if err != nil || len(input) > maxPayload {
		return nil, refuse("InvalidExecutionInput", "Invalid State Machine Execution Input: it must be JSON of at most %d bytes", maxPayload)
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	x, fresh, refused := s.register(m, name, in, cancel)
	if refused != nil || !fresh {
		cancel(nil)
		return x, refused
	}
	s.group.Go(func() {
		defer cancel(nil)
		x.run(ctx, s, m.machine, in)
	})
	return x, nil
}

// register enters an execution under its name; fresh is false for one that is
// running with the same input.
func (s *Service) register(m *stateMachine, name string, input value, cancel context.CancelCauseFunc) (x *execution, fresh bool, refused *apiError) {
	arn := strings.Replace(m.arn, ":stateMachine:", ":execution:", 1) + ":" + name
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.executions[arn]; old != nil {
		if old.snapshot().status == running && old.input == input.String() {
			return old, false, nil
		}
		return nil, false, refuse("ExecutionAlreadyExists", "Execution Already Exists: '%s'", arn)
	}
	x = &execution{
		arn: arn, name: name, machineARN: m.arn, machineName: m.name, input: input.String(), parsed: input.v,
		start: s.now(), now: s.now, cancel: cancel, done: make(chan struct{}), status: running,
	}
	s.executions[arn] = x
	s.order = append(s.order, arn)
	s.forget()
	return x, true, nil
}

// forget drops the oldest closed executions beyond those to keep. One that runs
// for long does not hold the closed ones behind it.
func (s *Service) forget() {
	for i := 0; len(s.order) > s.keep && i < len(s.order); {
		arn := s.order[i]
		if s.executions[arn].snapshot().status == running {
			i++
			continue
		}
		delete(s.executions, arn)
		s.order = slices.Delete(s.order, i, i+1)
	}
}

// snapshot is how an execution stands at one moment. Its events are never
// changed, only added to.
type snapshot struct {
	status, output string
	failure        failure
	stop           time.Time
	events         []event
}

func (x *execution) snapshot() snapshot {
	x.mu.Lock()
	defer x.mu.Unlock()
	return snapshot{status: x.status, output: x.output, failure: failure{Error: x.error, Cause: x.cause}, stop: x.stop, events: x.events}
}

func (s *Service) findExecution(arn string) (*execution, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.executions[arn]; x != nil {
		return x, nil
	}
	return nil, refuse("ExecutionDoesNotExist", "Execution Does Not Exist: '%s'", arn)
}

// StopExecution ends a running execution and waits until it is closed.
func (s *Service) StopExecution(arn, name, cause string) (*execution, *apiError) {
	x, refused := s.findExecution(arn)
	if refused != nil {
		return nil, refused
	}
	x.cancel(stopped{failure{Error: name, Cause: cause}})
	<-x.done
	return x, nil
}

// Run starts an execution and waits for its output: what StartSyncExecution
// does for other kinds of machines.
func (s *Service) Run(machineARN, input string) (string, error) {
	x, refused := s.StartExecution(machineARN, "", input)
	if refused != nil {
		return "", refused
	}
	<-x.done
	now := x.snapshot()
	if now.status != succeeded {
		return "", fmt.Errorf("the execution ended %s: %s: %s", now.status, now.failure.Error, now.failure.Cause)
	}
	return now.output, nil
}

package states

import (
	"context"
	"errors"
	"sync"
	"time"
)

// The statuses of an execution.
const (
	running   = "RUNNING"
	succeeded = "SUCCEEDED"
	failed    = "FAILED"
	timedOut  = "TIMED_OUT"
	aborted   = "ABORTED"
)

// execution is one run of a machine.
type execution struct {
	arn, name    string
	machineARN   string
	machineName  string
	input        string
	parsed       any // input, decoded
	start        time.Time
	now          func() time.Time
	cancel       context.CancelCauseFunc
	done         chan struct{}
	mu           sync.Mutex // guards what follows
	status       string
	output       string
	error, cause string
	stop         time.Time
	events       []event
}

// Why a running execution was ended from outside.
type stopped struct{ failure }

func (s stopped) Error() string { return "stopped: " + s.failure.Error }

var errTimedOut = errors.New("the execution ran past its TimeoutSeconds")

// run runs the machine to its end and closes the execution.
func (x *execution) run(ctx context.Context, s *Service, m *machine, input value) {
	defer close(x.done)
	if m.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, time.Duration(m.timeout)*time.Second, errTimedOut)
		defer cancel()
	}
	b := &branch{}
	_, f := x.record(b, "ExecutionStarted", "executionStartedEventDetails", startedDetails{Input: x.input, Role: roleARN})
	var out value
	if f == nil {
		out, f = (&runner{service: s, execution: x}).machine(ctx, m, input, b)
	}
	x.close(ctx, b, out, f)
}

// close writes the last event and the outcome, both at once.
func (x *execution) close(ctx context.Context, b *branch, out value, f *failure) {
	var stop stopped
	switch cause := context.Cause(ctx); {
	case errors.As(cause, &stop):
		x.end(b, "Aborted", failedOf(stop.failure), "", stop.failure)
	case f == nil:
		text := out.String()
		x.end(b, "Succeeded", outputDetails{Output: text}, text, failure{})
	case errors.Is(cause, errTimedOut):
		x.end(b, "TimedOut", failedDetails{}, "", failure{})
	default:
		x.end(b, "Failed", failedOf(*f), "", *f)
	}
}

// statuses are those of the ways in which an execution ends.
var statuses = map[string]string{"Aborted": aborted, "Succeeded": succeeded, "TimedOut": timedOut, "Failed": failed}

func (x *execution) end(b *branch, how string, details any, output string, f failure) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.add(b, "Execution"+how, "execution"+how+"EventDetails", details)
	x.status, x.output, x.error, x.cause, x.stop = statuses[how], output, f.Error, f.Cause, x.now()
}

// runner runs states of one execution.
type runner struct {
	service   *Service
	execution *execution
}

// machine runs states from the first to an end.
func (r *runner) machine(ctx context.Context, m *machine, input value, b *branch) (value, *failure) {
	for name := m.startAt; ; {
		if err := ctx.Err(); err != nil {
			return value{}, fail(errTimeout, "%v", context.Cause(ctx))
		}
		out, next, f := r.state(ctx, m.states[name], input, b)
		if f != nil || next == "" {
			return out, f
		}
		input, name = out, next
	}
}

// state runs one state: its tries, its retries and its catches.
func (r *runner) state(ctx context.Context, s *state, input value, b *branch) (value, string, *failure) {
	id, f := r.execution.record(b, s.kind+"StateEntered", "stateEnteredEventDetails", enteredDetails{Name: s.name, Input: input.String()})
	if f != nil {
		return value{}, "", f
	}
	v := &visit{runner: r, state: s, raw: input, branch: b, event: id, entered: r.execution.now()}
	out, next, f := v.tries(ctx)
	if f != nil {
		return value{}, "", f
	}
	if s.kind == "Fail" {
		return out, next, nil
	}
	_, f = r.execution.record(b, s.kind+"StateExited", "stateExitedEventDetails", exitedDetails{Name: s.name, Output: out.String()})
	return out, next, f
}

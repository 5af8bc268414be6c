package states

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// Region and Account are those of every ARN here.
const (
	Region  = "us-east-1"
	Account = "000000000000"
	roleARN = "arn:aws:iam::" + Account + ":role/states"
)

// Options configure the service. Only Invoker is needed.
type Options struct {
	Invoker Invoker
	// Now is the clock of the events and of $$.State.EnteredTime.
	Now func() time.Time
	// Sleep waits out a Wait state or the pause before a retry; it returns an
	// error when ctx ends first. Tests replace it so as not to wait.
	Sleep func(ctx context.Context, d time.Duration) error
	// Draw gives numbers from 0 to 1 for the jitter of retries.
	Draw func() float64
	// NewID names executions that were started without a name.
	NewID func() string
	// Keep is how many closed executions are remembered; the oldest are
	// forgotten first.
	Keep int
}

// Service is Step Functions on this machine. It is an http.Handler that speaks
// the service's API, and safe for concurrent use.
type Service struct {
	invoker Invoker
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error
	draw    func() float64
	newID   func() string
	keep    int

	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup

	mu         sync.Mutex // guards what follows
	machines   map[string]*stateMachine
	executions map[string]*execution
	order      []string // execution ARNs, oldest first
}

// stateMachine is a machine that was created.
type stateMachine struct {
	arn, name, definition string
	kind                  string
	created               time.Time
	machine               *machine
}

const defaultKeep = 1000

// New starts the service.
func New(o Options) *Service {
	s := &Service{
		invoker: o.Invoker, now: o.Now, sleep: o.Sleep, draw: o.Draw, newID: o.NewID, keep: o.Keep,
		machines: map[string]*stateMachine{}, executions: map[string]*execution{},
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.sleep == nil {
		s.sleep = sleep
	}
	if s.draw == nil {
		s.draw = rand.Float64
	}
	if s.newID == nil {
		s.newID = randomID
	}
	if s.keep == 0 {
		s.keep = defaultKeep
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close stops every running execution and waits until they are closed.
func (s *Service) Close() {
	s.cancel()
	s.group.Wait()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Package lambda is AWS Lambda for a laptop: the Invoke API for callers, and
// the Runtime API for functions, which are real processes started when they are
// needed.
//
// The embedded emulator has a Lambda of its own. This one takes its place
// because a handler that is killed must be told to the caller at once, not
// after the function's timeout; because a busy function must get another
// process; and because a caller must be refused when there are too many.
package lambda

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"
)

// Function says how to run one.
type Function struct {
	Name   string
	Binary string
	Env    []string
	// Timeout ends an invocation, and the process with it.
	Timeout time.Duration
	// Concurrency is how many processes may run at once.
	Concurrency int
	// Warm is how many processes are started before the first invocation.
	Warm int
}

// Options configure the service.
type Options struct {
	// Address is where the service is served, as host:port; functions reach the
	// Runtime API there.
	Address string
	// Log gets what functions write, several at once.
	Log io.Writer
	// NewID names invocations.
	NewID func() string
	// Patience is how long a caller waits for a process that is free.
	Patience time.Duration
}

// Service runs functions. It is an http.Handler, safe for concurrent use.
type Service struct {
	options Options
	mux     *http.ServeMux

	mu        sync.Mutex
	functions map[string]*function

	closing chan struct{} // closed by Close
	once    sync.Once
}

var errClosed = errors.New("the service is closed")

// New gives a service without functions.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.NewID == nil {
		o.NewID = randomID
	}
	if o.Patience == 0 {
		o.Patience = 10 * time.Second
	}
	s := &Service{options: o, functions: map[string]*function{}, closing: make(chan struct{})}
	s.mux = s.routes()
	return s
}

// ServeHTTP speaks both APIs.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Create makes a function and warms it. A name can be used once.
func (s *Service) Create(f Function) error {
	if f.Concurrency < 1 {
		f.Concurrency = 16
	}
	if f.Timeout <= 0 {
		f.Timeout = 3 * time.Second
	}
	fn := &function{Function: f, service: s, queue: make(chan *invocation), instances: map[string]*instance{}, waiting: map[chan string]struct{}{}}
	if !s.add(fn) {
		return fmt.Errorf("there is a function %q already", f.Name)
	}
	for range f.Warm {
		if err := fn.grow(); err != nil {
			return err
		}
	}
	return nil
}

// add makes a function known, unless its name is taken: the processes of the
// one before would be lost.
func (s *Service) add(f *function) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.functions[f.Name] != nil {
		return false
	}
	s.functions[f.Name] = f
	return true
}

// Close stops every process, and lets no other start.
func (s *Service) Close() {
	s.once.Do(func() { close(s.closing) })
	s.mu.Lock()
	all := maps.Clone(s.functions)
	s.mu.Unlock()
	var group sync.WaitGroup
	for _, f := range all {
		for _, i := range f.list() {
			group.Go(i.process.Stop)
		}
	}
	group.Wait()
}

// Kill kills the processes of a function that are in the middle of an
// invocation.
func (s *Service) Kill(name string) {
	f := s.find(name)
	if f == nil {
		return
	}
	for _, i := range f.list() {
		i.killBusy()
	}
}

// CrashAt makes a function's process die when it is handed its nth invocation
// from now, counted from 1; 0 takes that back.
func (s *Service) CrashAt(name string, nth int) error {
	f := s.find(name)
	if f == nil {
		return fmt.Errorf("there is no function %q", name)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.crashIn = nth
	return nil
}

func (s *Service) isClosed() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

func (s *Service) find(name string) *function {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.functions[name]
}

// Invoke runs a function in process, as the Invoke API does over HTTP.
func (s *Service) Invoke(ctx context.Context, name string, payload []byte) (body []byte, isError bool, err error) {
	f := s.find(name)
	if f == nil {
		return nil, false, &fault{http.StatusNotFound, "ResourceNotFoundException", "Function not found: " + name}
	}
	return f.invoke(ctx, payload)
}

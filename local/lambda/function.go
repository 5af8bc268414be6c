package lambda

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"troth/local/process"
)

func randomID() string { return strings.ToLower(rand.Text()) }

// function is a function with its processes.
type function struct {
	Function
	service *Service
	// queue hands invocations to the processes that ask for one.
	queue chan *invocation

	mu        sync.Mutex // guards what follows
	instances map[string]*instance
	// waiting are the callers for whom no process is free. One of them is told
	// how a process died, when it died before it asked for work.
	waiting map[chan string]struct{}
	crashIn int
}

// invocation is one call on its way through a process.
type invocation struct {
	id       string
	payload  []byte
	answer   chan answer // has room for one
	crash    bool
	instance atomic.Pointer[instance] // which process works at it
}

type answer struct {
	body    []byte
	isError bool
}

// settle answers an invocation; the first answer counts.
func (inv *invocation) settle(a answer) {
	select {
	case inv.answer <- a:
	default:
	}
}

// fail answers an invocation with an error as Lambda words it.
func (inv *invocation) fail(kind, message string) {
	inv.settle(answer{document(kind, inv.id, message), true})
}

// fault is an invocation that was not taken.
type fault struct {
	status  int
	kind    string
	message string
}

func (f *fault) Error() string { return f.kind + ": " + f.message }

// Fault gives the name and message of an invocation that was not taken.
func Fault(err error) (name, message string, ok bool) {
	var f *fault
	if !errors.As(err, &f) {
		return "", "", false
	}
	return f.kind, f.message, true
}

// invoke hands a payload to a free process, starting one when all are busy, and
// waits for the answer.
func (f *function) invoke(ctx context.Context, payload []byte) ([]byte, bool, error) {
	inv := &invocation{id: f.service.options.NewID(), payload: payload, answer: make(chan answer, 1), crash: f.countdown()}
	if died, err := f.hand(ctx, inv); err != nil {
		return nil, false, err
	} else if died != "" {
		return document("Runtime.ExitError", inv.id, "Runtime exited with error: "+died), true, nil
	}
	// The time limit holds for the process, whether or not the caller stays.
	timer := time.AfterFunc(f.Timeout, func() { f.expire(inv) })
	select {
	case a := <-inv.answer:
		timer.Stop()
		return a.body, a.isError, nil
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
}

// expire ends an invocation that takes too long, and the process with it,
// unless it was answered at the last moment: then the process may be at work
// for another caller already.
func (f *function) expire(inv *invocation) {
	if i := inv.instance.Load(); i != nil {
		if !i.condemn(inv) {
			return
		}
		i.process.Kill()
	}
	inv.fail("Sandbox.Timedout", fmt.Sprintf("Task timed out after %.2f seconds", f.Timeout.Seconds()))
}

// hand gives the invocation to a process. It says how a process died, when one
// died instead of asking for work.
func (f *function) hand(ctx context.Context, inv *invocation) (died string, err error) {
	if f.handSoon(inv) {
		return "", nil
	}
	told := f.wait()
	defer f.stopWaiting(told)
	if err := f.grow(); err != nil {
		return "", &fault{http.StatusInternalServerError, "ServiceException", err.Error()}
	}
	patience := time.NewTimer(f.service.options.Patience)
	defer patience.Stop()
	select {
	case f.queue <- inv:
		return "", nil
	case died := <-told:
		return died, nil
	case <-patience.C:
		return "", &fault{http.StatusTooManyRequests, "TooManyRequestsException", "Rate Exceeded."}
	case <-f.service.closing:
		return "", &fault{http.StatusInternalServerError, "ServiceException", errClosed.Error()}
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// soon is how long a call waits for a process that is about to ask for work
// before another one is started.
const soon = 10 * time.Millisecond

func (f *function) handSoon(inv *invocation) bool {
	wait := soon
	if len(f.list()) == 0 {
		wait = 0
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case f.queue <- inv:
		return true
	case <-timer.C:
		return false
	}
}

// countdown reports whether this invocation is the one to crash.
func (f *function) countdown() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.crashIn == 0 {
		return false
	}
	f.crashIn--
	return f.crashIn == 0
}

// grow starts one more process, unless there are as many as there may be.
func (f *function) grow() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.growLocked()
}

func (f *function) growLocked() error {
	if f.service.isClosed() {
		return errClosed
	}
	if len(f.instances) >= f.Concurrency {
		return nil
	}
	i := &instance{function: f, id: f.service.options.NewID()}
	p, err := process.Start(process.Spec{Path: f.Binary, Env: append(f.environment(i.id), f.Env...), Log: f.service.options.Log})
	if err != nil {
		return err
	}
	i.process = p
	f.instances[i.id] = i
	go f.bury(i)
	return nil
}

// environment is what Lambda sets for a function.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
func (f *function) environment(instance string) []string {
	return []string{
		"AWS_LAMBDA_RUNTIME_API=" + f.service.options.Address + "/_runtime/" + f.Name + "/" + instance,
		"AWS_LAMBDA_FUNCTION_NAME=" + f.Name,
		"AWS_LAMBDA_FUNCTION_VERSION=$LATEST",
		"AWS_LAMBDA_FUNCTION_MEMORY_SIZE=512",
		"GOMAXPROCS=1", // at 512 MB a function has less than one processor
	}
}

// bury waits for a process to end, and answers what it leaves behind.
func (f *function) bury(i *instance) {
	ended := i.process.Ended()
	inv, asked := i.last()
	f.remove(i, asked, ended)
	if inv != nil {
		inv.fail("Runtime.ExitError", "Runtime exited with error: "+ended)
	}
}

func (f *function) list() []*instance {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := make([]*instance, 0, len(f.instances))
	for _, i := range f.instances {
		all = append(all, i)
	}
	return all
}

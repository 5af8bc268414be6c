// Package faults breaks an app's API on purpose: a proxy between the gateway
// and the API, in which test conversations lose requests and answers.
package faults

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
)

// Fault breaks calls of one operation. Exactly one of Status, Before, After and
// Kill says how.
type Fault struct {
	Operation string
	// Status answers in the API's place, with Body.
	Status int
	Body   string
	// Before loses the request on its way to the API.
	Before bool
	// After loses the answer on its way back: the effect has happened.
	After bool
	// Kill runs when the effect has happened; the answer is lost.
	Kill func()
	// Times is how many calls break; 0 is every one.
	Times int
}

// Proxy stands before an API. It is safe for concurrent use.
type Proxy struct {
	next    http.Handler
	nameOf  func(*http.Request) string
	mu      sync.Mutex // guards what follows
	pending []*pending
}

type pending struct {
	Fault
	left int
}

// New gives the proxy of the API at a URL. nameOf tells a request's operation.
func New(api string, nameOf func(*http.Request) string) (*Proxy, error) {
	target, err := url.Parse(api)
	if err != nil {
		return nil, err
	}
	next := httputil.NewSingleHostReverseProxy(target)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	next.Transport = transport
	return &Proxy{next: next, nameOf: nameOf}, nil
}

// Set makes these faults happen, and no others.
func (p *Proxy) Set(faults []Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pending = nil
	for _, f := range faults {
		p.pending = append(p.pending, &pending{Fault: f, left: f.Times})
	}
}

// take gives the fault that breaks this call, if any.
func (p *Proxy) take(operation string) *Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.pending {
		if f.Operation != operation || f.Times > 0 && f.left == 0 {
			continue
		}
		f.left--
		return &f.Fault
	}
	return nil
}

// ServeHTTP passes a request on, unless a fault is set for it.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f := p.take(p.nameOf(r))
	switch {
	case f == nil:
		p.next.ServeHTTP(w, r)
	case f.Status != 0:
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(f.Status)
		_, _ = w.Write([]byte(f.Body))
	case f.Before:
		lose(w)
	default:
		p.next.ServeHTTP(httptest.NewRecorder(), r) // the answer goes nowhere
		if f.Kill != nil {
			f.Kill()
		}
		lose(w)
	}
}

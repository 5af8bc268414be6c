package lambda

import (
	"encoding/json"
	"fmt"
	"sync"

	"troth/local/process"
)

// instance is one process of a function; it has one invocation at a time.
type instance struct {
	function *function
	id       string
	process  *process.Process

	mu      sync.Mutex // guards what follows
	asked   bool       // it has asked for work, so its start went well
	ended   bool       // it has ended, or is about to: it gets no more work
	current *invocation
}

// take makes inv the one that the process works at. It fails when the process
// ended while it was asking: nobody would answer inv.
func (i *instance) take(inv *invocation) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ended {
		return false
	}
	i.current = inv
	inv.instance.Store(i)
	return true
}

// ask notes that the process asks for work, and reports whether it may get any.
func (i *instance) ask() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked = true
	return !i.ended
}

// condemn takes inv from the process, which gets no other. It fails when the
// process has answered inv.
func (i *instance) condemn(inv *invocation) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.current != inv {
		return false
	}
	i.current, i.ended = nil, true
	return true
}

// finish gives the invocation that the process answers, once.
func (i *instance) finish(id string) *invocation {
	i.mu.Lock()
	defer i.mu.Unlock()
	inv := i.current
	if inv == nil || inv.id != id {
		return nil
	}
	i.current = nil
	return inv
}

// last gives what a process that has ended leaves behind.
func (i *instance) last() (inv *invocation, asked bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	inv, i.current, i.ended = i.current, nil, true
	return inv, i.asked
}

// killBusy kills the process if it works at something, and at that moment.
func (i *instance) killBusy() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.current != nil {
		i.process.Kill()
	}
}

// document is an error as Lambda words it.
func document(kind, id, message string) []byte {
	text, err := json.Marshal(map[string]string{"errorType": kind, "errorMessage": fmt.Sprintf("RequestId: %s Error: %s", id, message)})
	if err != nil {
		return []byte(`{}`)
	}
	return text
}

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
	current *invocation
}

// take makes inv the one that the process works at.
func (i *instance) take(inv *invocation) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.current = inv
	inv.instance.Store(i)
}

// ask notes that the process asks for work.
func (i *instance) ask() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked = true
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
	inv, i.current = i.current, nil
	return inv, i.asked
}

func (i *instance) busy() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.current != nil
}

// document is an error as Lambda words it.
func document(kind, id, message string) []byte {
	text, err := json.Marshal(map[string]string{"errorType": kind, "errorMessage": fmt.Sprintf("RequestId: %s Error: %s", id, message)})
	if err != nil {
		return []byte(`{}`)
	}
	return text
}

package states

import (
	"encoding/json"
	"fmt"
	"time"
)

// event is one entry of an execution's history.
// https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html
type event struct {
	id, previous int64
	at           time.Time
	kind         string
	field        string // where the details stand; empty for none
	details      any
}

// maxEvents ends an execution, as in the service.
const maxEvents = 25000

// MarshalJSON writes the event as the API gives it.
func (e event) MarshalJSON() ([]byte, error) {
	all := map[string]any{"id": e.id, "previousEventId": e.previous, "timestamp": epoch(e.at), "type": e.kind}
	if e.field != "" {
		all[e.field] = e.details
	}
	return json.Marshal(all)
}

// epoch is a time as AWS JSON 1.0 has it: seconds, with a fraction.
func epoch(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

type truncated struct {
	Truncated bool `json:"truncated"`
}

type enteredDetails struct {
	Name    string    `json:"name"`
	Input   string    `json:"input"`
	Details truncated `json:"inputDetails"`
}

type exitedDetails struct {
	Name    string    `json:"name"`
	Output  string    `json:"output"`
	Details truncated `json:"outputDetails"`
}

type startedDetails struct {
	Input   string    `json:"input"`
	Details truncated `json:"inputDetails"`
	Role    string    `json:"roleArn"`
}

type outputDetails struct {
	Output  string    `json:"output"`
	Details truncated `json:"outputDetails"`
}

type failedDetails struct {
	Error string `json:"error,omitempty"`
	Cause string `json:"cause,omitempty"`
}

func failedOf(f failure) failedDetails { return failedDetails{Error: f.Error, Cause: f.Cause} }

type iterationDetails struct {
	Name  string `json:"name"`
	Index int    `json:"index"`
}

type lengthDetails struct {
	Length int `json:"length"`
}

// taskDetails are those of every task event; fields that an event does not have
// are left out.
type taskDetails struct {
	Resource   string     `json:"resource"`
	Type       string     `json:"resourceType"`
	Region     string     `json:"region,omitempty"`
	Parameters string     `json:"parameters,omitempty"`
	Timeout    int        `json:"timeoutInSeconds,omitempty"`
	Output     string     `json:"output,omitempty"`
	Details    *truncated `json:"outputDetails,omitempty"`
	Error      string     `json:"error,omitempty"`
	Cause      string     `json:"cause,omitempty"`
}

// record adds an event to the history, behind the branch's last one. The last
// place is kept for the event that closes the execution.
func (x *execution) record(b *branch, kind, field string, details any) (int64, *failure) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.events) >= maxEvents-1 {
		return 0, &failure{Error: errRuntime, Cause: fmt.Sprintf("The execution reached the maximum number of history events (%d).", maxEvents), final: true}
	}
	return x.add(b, kind, field, details), nil
}

func (x *execution) add(b *branch, kind, field string, details any) int64 {
	id := int64(len(x.events) + 1)
	x.events = append(x.events, event{id: id, previous: b.last, at: x.now(), kind: kind, field: field, details: details})
	b.last = id
	return id
}

// branch is one line of the history: the execution's own, or an iteration's.
type branch struct {
	last int64
	item *item
}

// item is what $$.Map.Item is within an iteration.
type item struct {
	index int
	value any
}

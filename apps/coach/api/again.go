package api

import (
	"errors"
	"net/http"

	"troth/agent/problem"
)

// errRaced says that what was read had changed before it was written, so that
// nothing was written. It never leaves this package: again reads anew.
var errRaced = errors.New("somebody else wrote at the same time")

// errBusy is for a request that others were faster than, every time.
var errBusy = problem.New(http.StatusServiceUnavailable, "busy", "Many people want this at once, and nothing was changed. Please try again.")

// tries is how often an operation reads and writes. Each time that it has to
// begin anew, another one went through.
const tries = 200

// again repeats an operation that reads, decides and writes under the condition
// that what it read still holds, until it does.
func again(op func() error) error {
	for range tries {
		if err := op(); !errors.Is(err, errRaced) {
			return err
		}
	}
	return errBusy
}

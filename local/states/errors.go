package states

import "fmt"

// The error names of the service.
// https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html
const (
	errAll            = "States.ALL"
	errTimeout        = "States.Timeout"
	errTaskFailed     = "States.TaskFailed"
	errRuntime        = "States.Runtime"
	errDataLimit      = "States.DataLimitExceeded"
	errNoChoice       = "States.NoChoiceMatched"
	errIntrinsic      = "States.IntrinsicFailure"
	errResultPathFail = "States.ResultPathMatchFailure"
)

// failure is how a state fails: an error name and a human's explanation.
type failure struct {
	Error string
	Cause string
	// final ends the execution: no Retry or Catch takes it, whatever it lists.
	final bool
}

func fail(name, format string, args ...any) *failure {
	return &failure{Error: name, Cause: fmt.Sprintf(format, args...)}
}

// matches reports whether a Retry or Catch that lists names takes the failure.
// The wildcards do not take the errors that nothing in the machine can mend, and
// States.TaskFailed leaves timeouts too.
func (f *failure) matches(names []string) bool {
	if f.final {
		return false
	}
	for _, name := range names {
		switch {
		case name == f.Error:
			return true
		case name == errAll && !f.terminal():
			return true
		case name == errTaskFailed && !f.terminal() && f.Error != errTimeout:
			return true
		}
	}
	return false
}

func (f *failure) terminal() bool { return f.Error == errRuntime || f.Error == errDataLimit }

// apiError is an error of the API, with the service's type name.
type apiError struct {
	Type    string
	Message string
}

func (e *apiError) Error() string { return e.Type + ": " + e.Message }

func refuse(kind, format string, args ...any) *apiError {
	return &apiError{Type: kind, Message: fmt.Sprintf(format, args...)}
}

package states

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"time"
)

// Invoker runs Lambda functions.
type Invoker interface {
	// Invoke runs a function, by name or ARN, and waits for its answer. Its
	// errors may be an [*InvokeError]; any other is taken for a client fault.
	Invoke(ctx context.Context, function string, payload []byte) (Invocation, error)
}

// Invocation is what a function answered.
type Invocation struct {
	Payload []byte
	// FunctionError is set when the function failed; Payload then holds its
	// error document.
	FunctionError string
	Version       string
}

// InvokeError is an invocation that Lambda did not take or could not carry out.
type InvokeError struct {
	// Name is as a Retry matches it, such as Lambda.TooManyRequestsException.
	Name  string
	Cause string
}

func (e *InvokeError) Error() string { return e.Name + ": " + e.Cause }

// task invokes the function and waits for it, at most for the state's timeout.
func (v *visit) task(ctx context.Context, d *data) (any, *failure) {
	function, payload, f := v.arguments(d)
	if f != nil {
		return nil, f
	}
	seconds, f := v.timeout(d)
	if f != nil {
		return nil, f
	}
	if f := v.scheduled(function, payload, seconds); f != nil {
		return nil, f
	}
	within := ctx
	if seconds > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
		defer cancel()
	}
	answer, err := v.service.invoker.Invoke(within, function, []byte(payload))
	switch {
	case err != nil && ctx.Err() != nil: // stopped from outside: the task has no end of its own
		return nil, fail(errTimeout, "%v", context.Cause(ctx))
	case err != nil || answer.FunctionError != "":
		return nil, v.taskFailed(within, answer, err)
	}
	return v.taskSucceeded(answer)
}

// arguments reads lambda:invoke's parameters.
func (v *visit) arguments(d *data) (function, payload string, f *failure) {
	parameters, _ := d.input.(map[string]any)
	function, ok := parameters["FunctionName"].(string)
	if !ok {
		return "", "", d.runtime("The parameter 'FunctionName' must be a STRING")
	}
	payload = v.payload(parameters)
	if len(payload) > maxPayload {
		return "", "", fail(errDataLimit, "The state/task '%s' has a payload with a size exceeding the maximum number of bytes service limit.", d.state)
	}
	return function, payload, nil
}

// payload writes the function's input. It is most often the state's whole
// input, whose text is known already.
func (v *visit) payload(parameters map[string]any) string {
	body, given := parameters["Payload"]
	if !given {
		return "{}"
	}
	if object, ok := body.(map[string]any); ok && sameMap(object, v.raw.v) {
		return v.raw.String()
	}
	return encode(body)
}

func sameMap(a map[string]any, b any) bool {
	other, ok := b.(map[string]any)
	return ok && reflect.ValueOf(a).Pointer() == reflect.ValueOf(other).Pointer()
}

func (v *visit) timeout(d *data) (int, *failure) {
	if v.state.timeoutPath == nil {
		return v.state.timeout, nil
	}
	found, f := v.data().need(v.state.timeoutPath, "TimeoutSecondsPath")
	if f != nil {
		return 0, f
	}
	n, err := integer(found)
	if err != nil || n < 1 || n > maxSeconds {
		return 0, d.runtime("The TimeoutSecondsPath parameter does not reference a positive integer: %s == %s", v.state.timeoutPath.text, encode(found))
	}
	return int(n), nil
}

func (v *visit) taskEvent(kind, field string, t taskDetails) *failure {
	t.Resource, t.Type = "invoke", "lambda"
	_, f := v.execution.record(v.branch, kind, field, t)
	return f
}

func (v *visit) scheduled(function, payload string, seconds int) *failure {
	parameters := `{"FunctionName":` + encode(function) + `,"Payload":` + payload + `}`
	f := v.taskEvent("TaskScheduled", "taskScheduledEventDetails", taskDetails{Region: Region, Parameters: parameters, Timeout: seconds})
	if f != nil {
		return f
	}
	return v.taskEvent("TaskStarted", "taskStartedEventDetails", taskDetails{})
}

func (v *visit) taskFailed(ctx context.Context, answer Invocation, err error) *failure {
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		if f := v.taskEvent("TaskTimedOut", "taskTimedOutEventDetails", taskDetails{Error: errTimeout}); f != nil {
			return f
		}
		return &failure{Error: errTimeout}
	}
	f := invokeFailure(answer, err)
	if limit := v.taskEvent("TaskFailed", "taskFailedEventDetails", taskDetails{Error: f.Error, Cause: f.Cause}); limit != nil {
		return limit
	}
	return f
}

// invokeFailure names the error as a Retry or Catch matches it: the function's
// own errorType, or Lambda's.
func invokeFailure(answer Invocation, err error) *failure {
	var fault *InvokeError
	switch {
	case errors.As(err, &fault):
		return &failure{Error: fault.Name, Cause: fault.Cause}
	case err != nil:
		return fail("Lambda.SdkClientException", "%v", err)
	}
	var document struct {
		Type string `json:"errorType"`
	}
	if json.Unmarshal(answer.Payload, &document) != nil || document.Type == "" {
		document.Type = "Lambda.Unknown"
	}
	return &failure{Error: document.Type, Cause: string(answer.Payload)}
}

func (v *visit) taskSucceeded(answer Invocation) (any, *failure) {
	payload, err := parseValue(string(answer.Payload))
	if err != nil {
		payload = of(nil)
	}
	version := answer.Version
	if version == "" {
		version = "$LATEST"
	}
	result := value{
		v: map[string]any{
			"ExecutedVersion": version,
			"Payload":         payload.v,
			"SdkHttpMetadata": map[string]any{"HttpStatusCode": number(200)},
			"StatusCode":      number(200),
		},
		text: `{"ExecutedVersion":` + encode(version) + `,"Payload":` + payload.String() + `,"SdkHttpMetadata":{"HttpStatusCode":200},"StatusCode":200}`,
	}
	if f := v.taskEvent("TaskSucceeded", "taskSucceededEventDetails", taskDetails{Output: result.text, Details: &truncated{}}); f != nil {
		return nil, f
	}
	return result.v, tooLarge(v.state.name, &result)
}

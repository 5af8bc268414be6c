package stack

import (
	"context"

	"troth/local/lambda"
	"troth/local/states"
)

// invoker lets Step Functions run Lambda functions without a detour over HTTP:
// both live in this process. The functions themselves are reached over the
// Runtime API.
type invoker struct{ lambda *lambda.Service }

func (i invoker) Invoke(ctx context.Context, function string, payload []byte) (states.Invocation, error) {
	body, isError, err := i.lambda.Invoke(ctx, function, payload)
	if name, message, ok := lambda.Fault(err); ok {
		return states.Invocation{}, &states.InvokeError{Name: "Lambda." + name, Cause: message}
	}
	answer := states.Invocation{Payload: body}
	if isError {
		answer.FunctionError = "Unhandled"
	}
	return answer, err
}

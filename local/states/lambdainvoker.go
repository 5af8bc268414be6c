package states

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/smithy-go"
)

// Lambda invokes functions through the real SDK client.
type Lambda struct {
	client *lambda.Client
}

// NewLambda gives the invoker of a client. Retrying is the state machine's
// business, so the client is told not to.
func NewLambda(cfg aws.Config) Lambda {
	return Lambda{lambda.NewFromConfig(cfg, func(o *lambda.Options) { o.Retryer = aws.NopRetryer{} })}
}

// Invoke runs a function and waits for its answer.
func (l Lambda) Invoke(ctx context.Context, function string, payload []byte) (Invocation, error) {
	out, err := l.client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &function, Payload: payload})
	var api smithy.APIError
	if errors.As(err, &api) {
		return Invocation{}, &InvokeError{Name: "Lambda." + api.ErrorCode(), Cause: api.ErrorMessage()}
	}
	if err != nil {
		return Invocation{}, err
	}
	return Invocation{Payload: out.Payload, FunctionError: aws.ToString(out.FunctionError), Version: aws.ToString(out.ExecutedVersion)}, nil
}

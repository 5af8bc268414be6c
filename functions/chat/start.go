package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"troth/agent/turn"
)

// workflow is what the chat function needs of Step Functions.
type workflow interface {
	StartExecution(ctx context.Context, in *sfn.StartExecutionInput, opts ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error)
	DescribeExecution(ctx context.Context, in *sfn.DescribeExecutionInput, opts ...func(*sfn.Options)) (*sfn.DescribeExecutionOutput, error)
}

// maxInput is the largest input an execution takes, in bytes.
// https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
const maxInput = 256 << 10

// roomForSteps is what the history must leave free of it for the turn's own
// steps and results, in bytes.
const roomForSteps = 160 << 10

// start begins the turn's execution, named after the turn. One that exists is
// the same message sent again: its reply is waited for like any other.
func (h *handler) start(ctx context.Context, t turn.Turn) error {
	input, err := json.Marshal(map[string]turn.Turn{"turn": fit(t)})
	if err != nil {
		return fmt.Errorf("writing the turn: %w", err)
	}
	_, err = h.workflow.StartExecution(ctx, &sfn.StartExecutionInput{
		StateMachineArn: aws.String(h.machine),
		Name:            aws.String(t.ID),
		Input:           aws.String(string(input)),
	})
	var exists *types.ExecutionAlreadyExists
	if err != nil && !errors.As(err, &exists) {
		return fmt.Errorf("starting the turn: %w", err)
	}
	return nil
}

// fit drops the oldest exchanges until the turn leaves room for its steps.
func fit(t turn.Turn) turn.Turn {
	for len(t.History) > 0 {
		raw, err := json.Marshal(t)
		if err != nil || len(raw) <= maxInput-roomForSteps {
			break
		}
		t.History = t.History[1:]
	}
	return t
}

// over reports whether the execution ended without a reply having been saved.
// It is asked once a turn at most, after the wait.
func (h *handler) over(ctx context.Context, id string) bool {
	out, err := h.workflow.DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: aws.String(executionARN(h.machine, id))})
	return err == nil && out.Status != types.ExecutionStatusRunning
}

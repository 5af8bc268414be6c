package stack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"troth/agent/turn"
	"troth/local/states"
)

// Say sends a message through the door as a user, and gives the reply with the
// closed turn behind it. An empty conversation begins a new one.
func (s *Stack) Say(ctx context.Context, user, conversation, message string) (turn.Reply, turn.Closed, error) {
	body := map[string]string{"message": message}
	if conversation != "" {
		body["conversation"] = conversation
	}
	reply, err := s.post(ctx, user, body)
	if err != nil {
		return reply, turn.Closed{}, err
	}
	closed, err := s.Closed(ctx, reply.Turn)
	return reply, closed, err
}

// Ask sends a message that begins a conversation, and gives the reply alone.
func (s *Stack) Ask(ctx context.Context, user, message string) (turn.Reply, error) {
	return s.post(ctx, user, map[string]string{"message": message})
}

func (s *Stack) post(ctx context.Context, user string, body any) (turn.Reply, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return turn.Reply{}, err
	}
	token, err := s.tokens.get(ctx, user)
	if err != nil {
		return turn.Reply{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.doorURL+"/v1/chat", bytes.NewReader(text))
	if err != nil {
		return turn.Reply{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := s.client.Do(r)
	if err != nil {
		return turn.Reply{}, fmt.Errorf("no_answer: %w", err)
	}
	defer answer.Body.Close()
	return readReply(answer)
}

func readReply(answer *http.Response) (turn.Reply, error) {
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return turn.Reply{}, fmt.Errorf("no_answer: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		var p struct{ Code, Detail, Message string }
		_ = json.Unmarshal(body, &p)
		if p.Code == "" {
			p.Code, p.Detail = fmt.Sprintf("http_%d", answer.StatusCode), string(body)
		}
		return turn.Reply{}, fmt.Errorf("%s: %s", p.Code, p.Detail)
	}
	var r turn.Reply
	if err := json.Unmarshal(body, &r); err != nil {
		return r, fmt.Errorf("bad_answer: %w", err)
	}
	return r, nil
}

// Closed gives the output of a turn's execution. The reply is saved by the last
// state, so the execution ends a moment after it.
func (s *Stack) Closed(ctx context.Context, turnID string) (turn.Closed, error) {
	arn := fmt.Sprintf("arn:aws:states:%s:%s:execution:%s:%s", states.Region, states.Account, s.table("turn"), turnID)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		out, err := s.workflow.DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: &arn})
		if err != nil {
			return turn.Closed{}, fmt.Errorf("no_trace: %w", err)
		}
		if out.Status != types.ExecutionStatusRunning {
			return readClosed(out)
		}
		select {
		case <-ctx.Done():
			return turn.Closed{}, ctx.Err()
		case <-tick.C:
		}
	}
}

func readClosed(out *sfn.DescribeExecutionOutput) (turn.Closed, error) {
	var c turn.Closed
	if out.Status != types.ExecutionStatusSucceeded {
		c.Failure = turn.Failure{Error: aws.ToString(out.Error), Cause: aws.ToString(out.Cause)}
		var in struct{ Turn turn.Turn }
		_ = json.Unmarshal([]byte(aws.ToString(out.Input)), &in)
		c.Turn = in.Turn
		return c, nil
	}
	err := json.Unmarshal([]byte(aws.ToString(out.Output)), &c)
	return c, err
}

package states_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"troth/local/states"
)

const (
	passing = `{"StartAt":"S","States":{"S":{"Type":"Pass","End":true}}}`
	calling = `{"StartAt":"S","States":{"S":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"f"},"End":true%s}}}`
)

// waiting is a function that answers only when its context ends.
type waiting struct{ called chan struct{} }

func (w waiting) Invoke(ctx context.Context, _ string, _ []byte) (states.Invocation, error) {
	w.called <- struct{}{}
	<-ctx.Done()
	return states.Invocation{}, ctx.Err()
}

func start(client *sfn.Client, machine, name, input string) (string, error) {
	out, err := client.StartExecution(context.Background(), &sfn.StartExecutionInput{StateMachineArn: &machine, Name: &name, Input: &input})
	if err != nil {
		return "", err
	}
	return *out.ExecutionArn, nil
}

func wants[E error](t *testing.T, what string, err error) {
	t.Helper()
	var typed E
	if !errors.As(err, &typed) {
		t.Errorf("%s: got %v, want a %T", what, err, typed)
	}
}

func TestErrorsAreTheSDKsTypes(t *testing.T) {
	client, _ := serve(t, states.Options{})
	ctx, arn := context.Background(), create(t, client, passing)
	makes := func(name, definition string, kind types.StateMachineType) error {
		_, err := client.CreateStateMachine(ctx, &sfn.CreateStateMachineInput{Name: &name, Definition: &definition, RoleArn: aws.String("r"), Type: kind})
		return err
	}
	wants[*types.InvalidDefinition](t, "bad definition", makes("n", `{}`, ""))
	wants[*types.InvalidName](t, "bad name", makes("a b", passing, ""))
	wants[*types.StateMachineAlreadyExists](t, "another definition", makes("m", passing+" ", ""))
	wants[*types.StateMachineTypeNotSupported](t, "EXPRESS", makes("n", passing, types.StateMachineTypeExpress))
	for name, input := range map[string]string{"not JSON": `{`, "two values": `{} {}`, "too large": `"` + strings.Repeat("x", 256<<10) + `"`} {
		_, err := start(client, arn, "n", input)
		wants[*types.InvalidExecutionInput](t, name, err)
	}
	for _, name := range []string{"a b", "a/b", "a\tb", "a:b", "a*b", strings.Repeat("x", 81)} {
		_, err := start(client, arn, name, `{}`)
		wants[*types.InvalidName](t, name, err)
	}
	_, err := start(client, arn+"x", "n", `{}`)
	wants[*types.StateMachineDoesNotExist](t, "no machine", err)
	_, err = client.DescribeStateMachine(ctx, &sfn.DescribeStateMachineInput{StateMachineArn: aws.String("x")})
	wants[*types.StateMachineDoesNotExist](t, "no machine to describe", err)
	_, err = client.ListExecutions(ctx, &sfn.ListExecutionsInput{StateMachineArn: aws.String("x")})
	wants[*types.StateMachineDoesNotExist](t, "no machine to list", err)
	_, err = client.DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: aws.String("x")})
	wants[*types.ExecutionDoesNotExist](t, "no execution", err)
	_, err = client.GetExecutionHistory(ctx, &sfn.GetExecutionHistoryInput{ExecutionArn: aws.String("x")})
	wants[*types.ExecutionDoesNotExist](t, "no history", err)
	_, err = client.StopExecution(ctx, &sfn.StopExecutionInput{ExecutionArn: aws.String("x")})
	wants[*types.ExecutionDoesNotExist](t, "nothing to stop", err)
	_, err = client.ListExecutions(ctx, &sfn.ListExecutionsInput{StateMachineArn: &arn, NextToken: aws.String("x")})
	wants[*types.InvalidToken](t, "bad token", err)
}

func TestNamesStartOnce(t *testing.T) {
	w := waiting{make(chan struct{}, 1)}
	client, _ := serve(t, states.Options{Invoker: w})
	machine := create(t, client, fmt.Sprintf(calling, ""))
	first, err := start(client, machine, "n", `{"a":1}`)
	if err != nil {
		t.Fatal(err)
	}
	<-w.called
	if again, err := start(client, machine, "n", `{"a":1}`); err != nil || again != first {
		t.Errorf("the same name and input give %s, %v", again, err)
	}
	_, err = start(client, machine, "n", `{"a":2}`)
	wants[*types.ExecutionAlreadyExists](t, "another input", err)
	stop(t, client, first)
	_, err = start(client, machine, "n", `{"a":1}`)
	wants[*types.ExecutionAlreadyExists](t, "closed", err)
}

func stop(t *testing.T, client *sfn.Client, arn string) {
	t.Helper()
	_, err := client.StopExecution(context.Background(), &sfn.StopExecutionInput{ExecutionArn: &arn, Error: aws.String("Mine"), Cause: aws.String("enough")})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStopEndsTheWait(t *testing.T) {
	w := waiting{make(chan struct{}, 1)}
	client, _ := serve(t, states.Options{Invoker: w})
	arn, err := start(client, create(t, client, fmt.Sprintf(calling, `,"Retry":[{"ErrorEquals":["States.ALL"]}]`)), "n", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	<-w.called
	stop(t, client, arn)
	out, err := client.DescribeExecution(context.Background(), &sfn.DescribeExecutionInput{ExecutionArn: &arn})
	if err != nil || out.Status != types.ExecutionStatusAborted || aws.ToString(out.Error) != "Mine" || aws.ToString(out.Cause) != "enough" {
		t.Errorf("got %+v, %v", out, err)
	}
	want := "ExecutionStarted TaskStateEntered TaskScheduled TaskStarted ExecutionAborted"
	if got := kinds(history(t, client, arn)); got != want {
		t.Errorf("history %s, want %s", got, want)
	}
}

func TestExecutionsAreListedNewestFirst(t *testing.T) {
	client, s := serve(t, states.Options{Keep: 3})
	machine := create(t, client, passing)
	for i := range 5 {
		if _, err := start(client, machine, fmt.Sprint("n", i), `{}`); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(machine, `{}`); err != nil { // so that the one before is closed, too
			t.Fatal(err)
		}
	}
	var names []string
	pages := sfn.NewListExecutionsPaginator(client, &sfn.ListExecutionsInput{StateMachineArn: &machine, MaxResults: 2})
	for pages.HasMorePages() {
		p, err := pages.NextPage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range p.Executions {
			names = append(names, *x.Name)
		}
	}
	if len(names) < 3 || len(names) > 4 || names[1] != "n4" {
		t.Errorf("listed %v; want the last ones, the newest first", names)
	}
	none, err := client.ListExecutions(context.Background(), &sfn.ListExecutionsInput{StateMachineArn: &machine, StatusFilter: types.ExecutionStatusFailed})
	if err != nil || len(none.Executions) != 0 {
		t.Errorf("the failed ones are %v, %v", none, err)
	}
}

func TestLongExecutionsDoNotKeepClosedOnes(t *testing.T) {
	w := waiting{make(chan struct{}, 1)}
	s := states.New(states.Options{Invoker: w, Keep: 2})
	defer s.Close()
	long, err := s.CreateStateMachine("long", fmt.Sprintf(calling, ""), "")
	if err != nil {
		t.Fatal(err)
	}
	short, err := s.CreateStateMachine("short", passing, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, refused := s.StartExecution(long, "n", ""); refused != nil {
		t.Fatal(refused)
	}
	<-w.called
	for range 5 {
		if _, err := s.Run(short, ""); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(s)
	defer server.Close()
	list, err := sdk(server.URL).ListExecutions(context.Background(), &sfn.ListExecutionsInput{StateMachineArn: &short})
	if err != nil || len(list.Executions) != 1 {
		t.Errorf("remembered beside the long one: %+v, %v; want the last", list, err)
	}
}

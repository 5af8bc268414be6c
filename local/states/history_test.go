package states_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"troth/local/states"
)

func kinds(events []types.HistoryEvent) string {
	var all []string
	for _, e := range events {
		all = append(all, string(e.Type))
	}
	return strings.Join(all, " ")
}

func noWait(ctx context.Context, _ time.Duration) error { return ctx.Err() }

const task = `"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"f"}`

func TestHistory(t *testing.T) {
	retryThenCatch := `{"StartAt":"S","States":{"S":{` + task + `,"Retry":[{"ErrorEquals":["Boom"],"MaxAttempts":1}],"Catch":[{"ErrorEquals":["Boom"],"Next":"E"}],"End":true},"E":{"Type":"Succeed"}}}`
	mapped := `{"StartAt":"S","States":{"S":{"Type":"Map","MaxConcurrency":1,"ItemProcessor":{"StartAt":"I","States":{"I":%s}},"End":true}}}`
	cases := map[string]struct{ definition, input, want string }{
		"retry and catch": {retryThenCatch, `{}`, "TaskStateEntered TaskScheduled TaskStarted TaskFailed TaskScheduled TaskStarted TaskFailed TaskStateExited SucceedStateEntered SucceedStateExited ExecutionSucceeded"},
		"fail":            {`{"StartAt":"S","States":{"S":{"Type":"Fail","Error":"E"}}}`, `{}`, "FailStateEntered ExecutionFailed"},
		"wait and choice": {`{"StartAt":"S","States":{"S":{"Type":"Wait","Seconds":9,"Next":"C"},"C":{"Type":"Choice","Choices":[{"Variable":"$","IsNull":true,"Next":"E"}]},"E":{"Type":"Succeed"}}}`, `{}`, "WaitStateEntered WaitStateExited ChoiceStateEntered ExecutionFailed"},
		"map":             {fmt.Sprintf(mapped, `{"Type":"Pass","End":true}`), `[1,2]`, "MapStateEntered MapStateStarted MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapIterationStarted PassStateEntered PassStateExited MapIterationSucceeded MapStateSucceeded MapStateExited ExecutionSucceeded"},
		"map fails":       {fmt.Sprintf(mapped, `{"Type":"Fail","Error":"E"}`), `[1,2]`, "MapStateEntered MapStateStarted MapIterationStarted FailStateEntered MapIterationFailed MapStateFailed ExecutionFailed"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := &functions{answers: map[string][]string{"f": {"error Boom"}}, calls: map[string]int{}}
			client, _ := serve(t, states.Options{Invoker: f, Sleep: noWait})
			_, events := execute(t, client, c.definition, c.input)
			if got := kinds(events); got != "ExecutionStarted "+c.want {
				t.Errorf("got  %s\nwant ExecutionStarted %s", got, c.want)
			}
			for i, e := range events {
				if e.Id != int64(i+1) || e.PreviousEventId >= e.Id {
					t.Errorf("event %d has the id %d and follows %d", i+1, e.Id, e.PreviousEventId)
				}
			}
		})
	}
}

func TestTaskTimesOut(t *testing.T) {
	t.Parallel() // a second long
	w := waiting{make(chan struct{}, 1)}
	client, _ := serve(t, states.Options{Invoker: w})
	out, events := execute(t, client, fmt.Sprintf(calling, `,"TimeoutSeconds":1`), `{}`)
	if out.Status != types.ExecutionStatusFailed || aws.ToString(out.Error) != "States.Timeout" {
		t.Errorf("got %s %s", out.Status, aws.ToString(out.Error))
	}
	if got, want := kinds(events), "ExecutionStarted TaskStateEntered TaskScheduled TaskStarted TaskTimedOut ExecutionFailed"; got != want {
		t.Errorf("history %s, want %s", got, want)
	}
}

func TestMachineTimesOut(t *testing.T) {
	t.Parallel()
	w := waiting{make(chan struct{}, 1)}
	client, _ := serve(t, states.Options{Invoker: w})
	definition := strings.Replace(fmt.Sprintf(calling, `,"Retry":[{"ErrorEquals":["States.ALL"]}]`), `{`, `{"TimeoutSeconds":1,`, 1)
	out, events := execute(t, client, definition, `{}`)
	if out.Status != types.ExecutionStatusTimedOut {
		t.Errorf("got %s", out.Status)
	}
	if got, want := kinds(events), "ExecutionStarted TaskStateEntered TaskScheduled TaskStarted ExecutionTimedOut"; got != want {
		t.Errorf("history %s, want %s", got, want)
	}
}

func TestHistoryEndsAt25000Events(t *testing.T) {
	client, _ := serve(t, states.Options{})
	out, events := execute(t, client, `{"StartAt":"S","States":{"S":{"Type":"Pass","Next":"S"}}}`, `{}`)
	if out.Status != types.ExecutionStatusFailed || aws.ToString(out.Error) != "States.Runtime" || len(events) != 25000 {
		t.Errorf("got %s %s after %d events", out.Status, aws.ToString(out.Error), len(events))
	}
	if last := events[len(events)-1]; last.Type != types.HistoryEventTypeExecutionFailed {
		t.Errorf("the last event is %s", last.Type)
	}
}

func TestHistoryPages(t *testing.T) {
	client, _ := serve(t, states.Options{})
	out, _ := execute(t, client, passing, `{"secret":1}`)
	p, err := client.GetExecutionHistory(context.Background(), &sfn.GetExecutionHistoryInput{ExecutionArn: out.ExecutionArn, MaxResults: 3, ReverseOrder: true, IncludeExecutionData: aws.Bool(false)})
	if err != nil {
		t.Fatal(err)
	}
	if got := kinds(p.Events); got != "ExecutionSucceeded PassStateExited PassStateEntered" || p.NextToken == nil {
		t.Errorf("the last three are %s", got)
	}
	if d := p.Events[2].StateEnteredEventDetails; d == nil || aws.ToString(d.Name) != "S" || d.Input != nil {
		t.Errorf("without data, the state was entered with %+v", d)
	}
}

func TestTooLargeAResultEndsTheExecution(t *testing.T) {
	f := &functions{answers: map[string][]string{"f": {`"` + strings.Repeat("x", 256<<10) + `"`}}, calls: map[string]int{}}
	client, _ := serve(t, states.Options{Invoker: f, Sleep: noWait})
	out, _ := execute(t, client, fmt.Sprintf(calling, `,"Retry":[{"ErrorEquals":["States.ALL"]}]`), `{}`)
	if aws.ToString(out.Error) != "States.DataLimitExceeded" || f.calls["f"] != 1 {
		t.Errorf("got %s after %d calls", aws.ToString(out.Error), f.calls["f"])
	}
}

func TestMissingPathIsNamed(t *testing.T) {
	client, _ := serve(t, states.Options{})
	out, _ := execute(t, client, `{"StartAt":"X","States":{"X":{"Type":"Pass","Parameters":{"bar.$":"$.foo"},"End":true}}}`, `{"a":1}`)
	want := `An error occurred while executing the state 'X' (entered at the event id #2). The JSONPath '$.foo' specified for the field 'bar.$' could not be found in the input '{"a":1}'`
	if aws.ToString(out.Error) != "States.Runtime" || aws.ToString(out.Cause) != want {
		t.Errorf("got %s: %s", aws.ToString(out.Error), aws.ToString(out.Cause))
	}
}

package states_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"troth/local/states"
)

// serve starts the service on a port and gives the real SDK's client of it.
func serve(t testing.TB, o states.Options) (*sfn.Client, *states.Service) {
	t.Helper()
	s := states.New(o)
	server := httptest.NewServer(s)
	t.Cleanup(func() { server.Close(); s.Close() })
	return sdk(server.URL), s
}

// sdk is the real client of a service.
func sdk(url string) *sfn.Client {
	return sfn.New(sfn.Options{
		Region:       states.Region,
		BaseEndpoint: aws.String(url),
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
		Retryer:      aws.NopRetryer{},
		HTTPClient:   plainBodies{awshttp.NewBuildableClient()},
	})
}

func create(t testing.TB, client *sfn.Client, definition string) string {
	t.Helper()
	out, err := client.CreateStateMachine(context.Background(), &sfn.CreateStateMachineInput{Name: aws.String("m"), Definition: &definition, RoleArn: aws.String("arn:aws:iam::000000000000:role/r")})
	if err != nil {
		t.Fatal(err)
	}
	return *out.StateMachineArn
}

// execute runs a definition to its end over the API.
func execute(t testing.TB, client *sfn.Client, definition, input string) (*sfn.DescribeExecutionOutput, []types.HistoryEvent) {
	t.Helper()
	ctx := context.Background()
	started, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: aws.String(create(t, client, definition)), Input: &input})
	if err != nil {
		t.Fatal(err)
	}
	for {
		out, err := client.DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: started.ExecutionArn})
		if err != nil {
			t.Fatal(err)
		}
		if out.Status != types.ExecutionStatusRunning {
			return out, history(t, client, *started.ExecutionArn)
		}
	}
}

func history(t testing.TB, client *sfn.Client, arn string) []types.HistoryEvent {
	t.Helper()
	var events []types.HistoryEvent
	pages := sfn.NewGetExecutionHistoryPaginator(client, &sfn.GetExecutionHistoryInput{ExecutionArn: &arn})
	for pages.HasMorePages() {
		p, err := pages.NextPage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, p.Events...)
	}
	return events
}

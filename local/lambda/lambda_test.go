package lambda_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"

	"troth/local/lambda"
	"troth/local/process"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "function-")
	if err == nil {
		err = process.Build(context.Background(), ".", dir, "./testdata/function")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = filepath.Join(dir, "function")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// serve starts the service with one function, and gives the real SDK's client.
func serve(t testing.TB, f lambda.Function) (*sdk.Client, *lambda.Service) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := lambda.New(lambda.Options{Address: listener.Addr().String(), Patience: 3 * time.Second})
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { s.Close(); _ = server.Close() })
	f.Name, f.Binary = "f", binary
	if f.Timeout == 0 {
		f.Timeout = 30 * time.Second
	}
	if err := s.Create(f); err != nil {
		t.Fatal(err)
	}
	return sdk.New(sdk.Options{
		Region: "us-east-1", BaseEndpoint: aws.String("http://" + listener.Addr().String()), Retryer: aws.NopRetryer{},
		Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	}), s
}

func serveHandler(t *testing.T, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

type result struct {
	Text, Name   string
	PID          int
	Deadline     bool
	ErrorType    string
	ErrorMessage string
}

func invoke(client *sdk.Client, name, order string) (result, string, error) {
	out, err := client.Invoke(context.Background(), &sdk.InvokeInput{FunctionName: &name, Payload: []byte(order)})
	if err != nil {
		return result{}, "", err
	}
	var r result
	err = json.Unmarshal(out.Payload, &r)
	return r, aws.ToString(out.FunctionError), err
}

func TestInvoke(t *testing.T) {
	client, _ := serve(t, lambda.Function{})
	for _, name := range []string{"f", "arn:aws:lambda:us-east-1:000000000000:function:f"} {
		r, failed, err := invoke(client, name, `{"text":"hi"}`)
		if err != nil || failed != "" || r.Text != "hi" || r.Name != "f" || !r.Deadline {
			t.Errorf("%s: %+v %q, err %v", name, r, failed, err)
		}
	}
}

func TestFunctionsThatFail(t *testing.T) {
	client, _ := serve(t, lambda.Function{})
	cases := map[string]struct{ order, kind, message string }{
		"an error": {`{"do":"fail","text":"no luck"}`, "errorString", "no luck"},
		"a panic":  {`{"do":"panic","text":"oh"}`, "string", "oh"},
		"an exit":  {`{"do":"exit"}`, "Runtime.ExitError", "Error: Runtime exited with error: exit status 1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r, failed, err := invoke(client, "f", c.order)
			if err != nil || failed != "Unhandled" || r.ErrorType != c.kind || !strings.HasSuffix(r.ErrorMessage, c.message) {
				t.Errorf("%+v %q, err %v", r, failed, err)
			}
			if again, failed, err := invoke(client, "f", `{"text":"still here"}`); err != nil || failed != "" || again.Text != "still here" {
				t.Errorf("the next one: %+v %q, err %v", again, failed, err)
			}
		})
	}
}

func TestATimeoutEndsTheProcess(t *testing.T) {
	client, _ := serve(t, lambda.Function{Timeout: 500 * time.Millisecond})
	first, _, err := invoke(client, "f", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	r, failed, err := invoke(client, "f", `{"do":"hang"}`)
	if err != nil || failed != "Unhandled" || r.ErrorType != "Sandbox.Timedout" || !strings.HasSuffix(r.ErrorMessage, "Task timed out after 0.50 seconds") {
		t.Errorf("%+v %q, err %v", r, failed, err)
	}
	if again, failed, err := invoke(client, "f", `{}`); err != nil || failed != "" || again.PID == first.PID {
		t.Errorf("the next one: %+v %q, err %v, first %+v", again, failed, err, first)
	}
}

func TestAStartThatFailsIsToldAndNotRepeatedForEver(t *testing.T) {
	client, _ := serve(t, lambda.Function{Env: []string{"INIT=crash"}})
	r, failed, err := invoke(client, "f", `{}`)
	if err != nil || failed != "Unhandled" || r.ErrorType != "Runtime.ExitError" || !strings.HasSuffix(r.ErrorMessage, "exit status 3") {
		t.Errorf("%+v %q, err %v", r, failed, err)
	}
}

func TestABusyFunctionGetsAnotherProcessUpToItsLimit(t *testing.T) {
	client, s := serve(t, lambda.Function{Concurrency: 2})
	ended := make(chan string, 3)
	for range 3 {
		go func() {
			r, _, err := invoke(client, "f", `{"do":"hang"}`)
			var busy *types.TooManyRequestsException
			if errors.As(err, &busy) {
				r.ErrorType = busy.ErrorCode()
			}
			ended <- r.ErrorType
		}()
	}
	if first := <-ended; first != "TooManyRequestsException" {
		t.Errorf("while two hang, the third ends with %q", first)
	}
	s.Kill("f")
	for range 2 {
		if kind := <-ended; kind != "Runtime.ExitError" {
			t.Errorf("a call whose process was killed ends with %q", kind)
		}
	}
}

func TestCrashAtKillsTheProcessAtItsInvocation(t *testing.T) {
	client, s := serve(t, lambda.Function{})
	if err := s.CrashAt("f", 2); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"", "Runtime.ExitError", ""} {
		r, _, err := invoke(client, "f", `{}`)
		if err != nil || r.ErrorType != want {
			t.Errorf("invocation %d: %+v, err %v, want %q", n+1, r, err, want)
		}
	}
	if err := s.CrashAt("nobody", 1); err == nil {
		t.Error("no error for a function that does not exist")
	}
}

func TestRefusals(t *testing.T) {
	client, _ := serve(t, lambda.Function{})
	var missing *types.ResourceNotFoundException
	if _, _, err := invoke(client, "nobody", `{}`); !errors.As(err, &missing) {
		t.Errorf("an unknown function: %v", err)
	}
	var large *types.RequestTooLargeException
	if _, _, err := invoke(client, "f", `{"text":"`+strings.Repeat("a", 7<<20)+`"}`); !errors.As(err, &large) {
		t.Errorf("a large payload: %v", err)
	}
	_, err := client.Invoke(context.Background(), &sdk.InvokeInput{FunctionName: aws.String("f"), InvocationType: types.InvocationTypeEvent})
	var invalid *types.InvalidParameterValueException
	if !errors.As(err, &invalid) {
		t.Errorf("an event: %v", err)
	}
}

func TestCloseEndsEveryProcess(t *testing.T) {
	client, s := serve(t, lambda.Function{Warm: 2})
	r, _, err := invoke(client, "f", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", r.PID)); err == nil {
		t.Errorf("process %d is still there", r.PID)
	}
}

func BenchmarkInvoke(b *testing.B) {
	client, _ := serve(b, lambda.Function{Warm: 1})
	for b.Loop() {
		if _, failed, err := invoke(client, "f", `{"text":"hi"}`); err != nil || failed != "" {
			b.Fatal(failed, err)
		}
	}
}

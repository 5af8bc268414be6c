package lambda_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"troth/local/lambda"
)

// hanging starts a function that is at work until it is killed, and gives how
// the call ends.
func hanging(ctx context.Context, s *lambda.Service) chan string {
	ended := make(chan string, 1)
	go func() {
		body, _, err := s.Invoke(ctx, "f", []byte(`{"do":"hang"}`))
		if err != nil {
			body = []byte(err.Error())
		}
		ended <- string(body)
	}()
	return ended
}

func TestWhoeverWaitsForAProcessThatDiesGetsANewOne(t *testing.T) {
	client, s := serve(t, lambda.Function{Concurrency: 1})
	first := hanging(context.Background(), s)
	second := make(chan error, 1)
	go func() {
		_, failed, err := invoke(client, "f", `{"text":"me too"}`)
		if failed == "Unhandled" {
			err = nil // it came first, and was killed
		}
		second <- err
	}()
	killing := time.NewTicker(20 * time.Millisecond)
	defer killing.Stop()
	for {
		select {
		case <-first:
			first = nil
		case err := <-second:
			if err != nil {
				t.Errorf("the one that waited: %v", err)
			}
			return
		case <-killing.C:
			s.Kill("f")
		}
	}
}

func TestATimeoutHoldsWhenTheCallerHasGone(t *testing.T) {
	client, s := serve(t, lambda.Function{Concurrency: 1, Timeout: time.Second})
	before, _, err := invoke(client, "f", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if ended := <-hanging(gone, s); !strings.Contains(ended, "deadline exceeded") {
		t.Fatalf("the caller heard %s", ended)
	}
	if after, failed, err := invoke(client, "f", `{}`); err != nil || failed != "" || after.PID == before.PID {
		t.Errorf("the next one: %+v %q, err %v; the process before was %d", after, failed, err, before.PID)
	}
}

func TestNothingStartsAfterClose(t *testing.T) {
	client, s := serve(t, lambda.Function{})
	s.Close()
	s.Close()
	if _, _, err := invoke(client, "f", `{}`); err == nil || !strings.Contains(err.Error(), "the service is closed") {
		t.Errorf("err = %v", err)
	}
	if err := s.Create(lambda.Function{Name: "g", Binary: binary, Warm: 1}); err == nil {
		t.Error("a function was warmed")
	}
}

func TestANameIsUsedOnce(t *testing.T) {
	_, s := serve(t, lambda.Function{})
	if err := s.Create(lambda.Function{Name: "f", Binary: binary}); err == nil || !strings.Contains(err.Error(), `"f" already`) {
		t.Errorf("err = %v", err)
	}
}

func TestEveryCallerIsToldOfAStartThatFails(t *testing.T) {
	client, _ := serve(t, lambda.Function{Concurrency: 2, Warm: 2, Env: []string{"INIT=crash"}})
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			r, failed, err := invoke(client, "f", `{}`)
			if err != nil || failed != "Unhandled" || r.ErrorType != "Runtime.ExitError" {
				t.Errorf("%+v %q, err %v", r, failed, err)
			}
		})
	}
	group.Wait()
}

func TestABinaryThatIsMissing(t *testing.T) {
	s := lambda.New(lambda.Options{})
	if err := s.Create(lambda.Function{Name: "f", Binary: "/no/such/file"}); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.Invoke(context.Background(), "f", nil)
	if name, message, ok := lambda.Fault(err); !ok || name != "ServiceException" || !strings.Contains(message, "/no/such/file") {
		t.Errorf("err = %v", err)
	}
}

func TestAnAnswerThatIsTooLarge(t *testing.T) {
	client, _ := serve(t, lambda.Function{})
	r, failed, err := invoke(client, "f", `{"do":"much"}`)
	if err != nil || failed != "Unhandled" || r.ErrorType != "Function.ResponseSizeTooLarge" {
		t.Errorf("%+v %q, err %v", r, failed, err)
	}
	if again, failed, err := invoke(client, "f", `{"text":"hi"}`); err != nil || failed != "" || again.Text != "hi" {
		t.Errorf("the next one: %+v %q, err %v", again, failed, err)
	}
}

func TestTheRuntimeAPIIsForItsOwnProcesses(t *testing.T) {
	_, s := serve(t, lambda.Function{})
	server := serveHandler(t, s)
	for _, path := range []string{"f/stranger", "nobody/1"} {
		answer, err := http.Get(server + "/_runtime/" + path + "/2018-06-01/runtime/invocation/next")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

func BenchmarkInvoke16AtOnce(b *testing.B) {
	client, _ := serve(b, lambda.Function{Warm: 16})
	work := make(chan struct{})
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			for range work {
				if _, failed, err := invoke(client, "f", `{"text":"hi"}`); err != nil || failed != "" {
					b.Error(failed, err)
				}
			}
		})
	}
	for b.Loop() {
		work <- struct{}{}
	}
	close(work)
	group.Wait()
}

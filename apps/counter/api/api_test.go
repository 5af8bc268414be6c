package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/sivchari/kumo"

	"troth/agent/identity"
	"troth/apps/counter/api"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

var tables atomic.Int64

// open gives a function that sends a request as a user.
func open(t *testing.T) func(user, tool, method, key, body string) (int, map[string]any) {
	t.Helper()
	emulator := kumo.NewServer()
	t.Cleanup(emulator.Close)
	client := dynamodb.New(dynamodb.Options{Region: "us-east-1", BaseEndpoint: aws.String(emulator.URL), Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""), DisableValidateResponseChecksum: true})
	table := fmt.Sprintf("counter-%d", tables.Add(1))
	if err := api.Create(context.Background(), client, table); err != nil {
		t.Fatal(err)
	}
	private, public, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return noon }
	signer, err := identity.NewSigner(private, now)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := identity.NewVerifier(public, "counter", now)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api.New(client, table, tokens, slog.New(slog.DiscardHandler)))
	t.Cleanup(server.Close)
	return func(user, tool, method, key, body string) (int, map[string]any) {
		t.Helper()
		r, err := http.NewRequest(method, server.URL+"/v1/counts", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		token, err := signer.Sign(identity.Claims{User: user, App: "counter", Tool: tool})
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(identity.Header, token)
		r.Header.Set("Idempotency-Key", key)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var v map[string]any
		if err := json.NewDecoder(answer.Body).Decode(&v); err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, v
	}
}

func TestACountIsRecordedOnce(t *testing.T) {
	send := open(t)
	steps := []struct {
		user, key, body string
		status          int
		effect, code    any
	}{
		{"maya", "k1", `{"count":3}`, 201, "committed", nil},
		{"maya", "k1", `{"count":3}`, 200, "replayed", nil},
		{"maya", "k1", `{"count":4}`, 409, nil, "value_conflict"},
		{"tom", "k1", `{"count":4}`, 201, "committed", nil},
		{"maya", "k2", `{"count":0}`, 201, "committed", nil},
		{"maya", "", `{"count":1}`, 400, nil, "validation_failed"},
		{"maya", "k3", `{"count":-1}`, 400, nil, "validation_failed"},
		{"maya", "k3", `{"count":1.5}`, 400, nil, "validation_failed"},
		{"maya", "k3", `{"count":1000001}`, 400, nil, "validation_failed"},
		{"maya", "k3", `{"count":1,"user":"tom"}`, 400, nil, "validation_failed"},
		{"maya", "k3", `{}`, 400, nil, "validation_failed"},
		{"maya", "k3", `{`, 400, nil, "validation_failed"},
	}
	for i, s := range steps {
		status, v := send(s.user, "record_count", "POST", s.key, s.body)
		if status != s.status || v["effect"] != s.effect || v["code"] != s.code {
			t.Errorf("step %d: %d %v, want %+v", i, status, v, s)
		}
	}
	if _, v := send("maya", "list_counts", "GET", "", ""); len(v["counts"].([]any)) != 2 {
		t.Errorf("counts = %v, want two", v)
	}
}

func TestTheSameKeyAtOnceCommitsOnce(t *testing.T) {
	send := open(t)
	var committed atomic.Int64
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if status, _ := send("maya", "record_count", "POST", "k", `{"count":3}`); status == http.StatusCreated {
				committed.Add(1)
			}
		})
	}
	group.Wait()
	if committed.Load() != 1 {
		t.Errorf("committed %d times", committed.Load())
	}
}

func TestAnotherToolsTokenIsRefused(t *testing.T) {
	if status, v := open(t)("maya", "list_counts", "POST", "k", `{"count":3}`); status != 401 || v["code"] != "unauthorized" {
		t.Errorf("%d %v", status, v)
	}
}

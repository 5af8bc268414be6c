package memory_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"troth/agent/memory"
	"troth/agent/turn"
)

// refusing is a store in which nothing is found and every write is answered
// with the same error. It counts the writes.
func refusing(t *testing.T, kind string, reasons ...string) (*memory.Table, *int) {
	t.Helper()
	writes := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		if strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".GetItem") {
			fmt.Fprint(w, "{}")
			return
		}
		writes++
		w.WriteHeader(http.StatusBadRequest)
		answer := map[string]any{"__type": "com.amazonaws.dynamodb.v20120810#" + kind, "message": "no"}
		if reasons != nil {
			list := []map[string]string{}
			for _, code := range reasons {
				list = append(list, map[string]string{"Code": code})
			}
			answer["CancellationReasons"] = list
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	client := dynamodb.New(connect(server.URL, nil).Options(), func(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} })
	return memory.New(client, "refusing", slog.New(slog.DiscardHandler)), &writes
}

func TestSaveTriesAgainOnlyWhatMayPass(t *testing.T) {
	const cancelled = "TransactionCanceledException"
	cases := map[string]struct {
		kind    string
		reasons []string
		code    string
		again   bool
	}{
		"the head moved":        {cancelled, []string{"None", "ConditionalCheckFailed", "None"}, memory.CodeConflict, true},
		"the number is taken":   {cancelled, []string{"ConditionalCheckFailed", "ConditionalCheckFailed", "None"}, memory.CodeConflict, true},
		"another transaction":   {cancelled, []string{"TransactionConflict", "None", "None"}, memory.CodeConflict, true},
		"no reason given":       {cancelled, nil, memory.CodeConflict, true},
		"throttled by item":     {cancelled, []string{"None", "ThrottlingError", "None"}, memory.CodeUnavailable, false},
		"capacity used up":      {cancelled, []string{"ProvisionedThroughputExceeded", "ConditionalCheckFailed", "None"}, memory.CodeUnavailable, false},
		"an item is invalid":    {cancelled, []string{"ValidationError", "None", "None"}, memory.CodeUnavailable, false},
		"throttled as a whole":  {"ThrottlingException", nil, memory.CodeUnavailable, false},
		"too many requests":     {"RequestLimitExceeded", nil, memory.CodeUnavailable, false},
		"the table is gone":     {"ResourceNotFoundException", nil, memory.CodeUnavailable, false},
		"not allowed":           {"AccessDeniedException", nil, memory.CodeUnavailable, false},
		"still being processed": {"TransactionInProgressException", nil, memory.CodeUnavailable, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			table, writes := refusing(t, c.kind, c.reasons...)
			_, err := table.Save(context.Background(), newTurn("maya", "c", "t1", 0), reply("t1"), noon)
			var coded *memory.Error
			if !errors.As(err, &coded) || coded.Code != c.code {
				t.Fatalf("err = %v, want %s", err, c.code)
			}
			if again := *writes > 1; again != c.again || *writes > 16 {
				t.Errorf("%d attempts, want more than one: %v", *writes, c.again)
			}
		})
	}
}

func TestAFailedTurnsReplyThatIsGoneAgainIsNoEmptyReply(t *testing.T) {
	table, _ := refusing(t, "ConditionalCheckFailedException")
	r, err := table.SaveFailed(context.Background(), newTurn("maya", "c", "t1", 0), reply("t1"), noon)
	var coded *memory.Error
	if !errors.As(err, &coded) || coded.Code != memory.CodeUnavailable {
		t.Errorf("reply %+v, err %v", r, err)
	}
}

func TestASaveThatEndsEarlyKeepsItsCause(t *testing.T) {
	table, _ := refusing(t, "ThrottlingException")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := table.Save(ctx, newTurn("maya", "c", "t1", 0), reply("t1"), noon); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestOneTurnSavedAtOnceIsSavedOnce(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		save(t, table, newTurn("maya", "c", "t0", 0))
		texts := make([]string, 8)
		var group sync.WaitGroup
		for i := range texts {
			group.Go(func() {
				r := reply("t1")
				r.Text = fmt.Sprint("reply ", i)
				stored, err := table.Save(context.Background(), newTurn("maya", "c", "t1", 1), r, noon)
				if err != nil {
					t.Error(err)
				}
				texts[i] = stored.Text
			})
		}
		group.Wait()
		kept, _, err := table.Reply(context.Background(), turn.User{ID: "maya"}, "t1")
		for _, text := range texts {
			if err != nil || text != kept.Text {
				t.Errorf("told %q, kept %q, err %v", text, kept.Text, err)
			}
		}
		if ids, head := history(t, table, "maya", "c", 10); strings.Join(ids, " ") != "t0 t1" || head != 2 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

func TestTheFirstReplyOfATurnStands(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		failed, good := reply("t1"), reply("t1")
		failed.Text = "Something went wrong."
		for range 2 {
			if r, err := table.SaveFailed(context.Background(), newTurn("maya", "c", "t1", 0), failed, noon); err != nil || r.Text != failed.Text {
				t.Errorf("reply %q, err %v", r.Text, err)
			}
			if r, err := table.Save(context.Background(), newTurn("maya", "c", "t1", 0), good, noon); err != nil || r.Text != failed.Text {
				t.Errorf("reply %q, err %v", r.Text, err)
			}
		}
		if ids, head := history(t, table, "maya", "c", 10); ids != nil || head != 0 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

func TestAHeadFromNowhereIsReadAgain(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		for i, head := range []int64{7, 0, 99, -1} {
			save(t, table, newTurn("maya", "c", fmt.Sprintf("t%d", i), head))
		}
		if ids, head := history(t, table, "maya", "c", 10); strings.Join(ids, " ") != "t0 t1 t2 t3" || head != 4 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

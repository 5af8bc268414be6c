package memory_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"troth/agent/memory"
	"troth/agent/turn"
)

// through gives a table as open does, whose requests pass before.
func through(t *testing.T, client *dynamodb.Client, name string, before func(operation, body string) string) *memory.Table {
	t.Helper()
	changed := dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.HTTPClient = &strict{t: t, before: before} })
	return memory.New(changed, name, slog.New(slog.DiscardHandler))
}

func TestHistoryFollowsThePages(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, name := open(t, client)
		for i := range 8 {
			save(t, table, newTurn("maya", "c", fmt.Sprintf("t%d", i), int64(i)))
		}
		pages := 0
		small := through(t, client, name, func(operation, body string) string {
			if operation == "Query" {
				pages++
			}
			return strings.Replace(body, `"Limit":7`, `"Limit":2`, 1)
		})
		ids, _ := history(t, small, "maya", "c", 7)
		if strings.Join(ids, " ") != "t1 t2 t3 t4 t5 t6 t7" || pages != 4 {
			t.Errorf("%d pages gave %v", pages, ids)
		}
	})
}

func TestHistoryAndHeadAreOfOneMoment(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, name := open(t, client)
		save(t, table, newTurn("maya", "c", "t1", 0))
		var once sync.Once
		slow := through(t, client, name, func(operation, body string) string {
			if operation == "Query" { // the head has been read; another message comes in
				once.Do(func() { save(t, table, newTurn("maya", "c", "t2", 1)) })
			}
			return body
		})
		if ids, head := history(t, slow, "maya", "c", 10); strings.Join(ids, " ") != "t1" || head != 1 {
			t.Errorf("history = %v, head %d", ids, head)
		}
		if ids, head := history(t, slow, "maya", "c", 10); strings.Join(ids, " ") != "t1 t2" || head != 2 {
			t.Errorf("then history = %v, head %d", ids, head)
		}
	})
}

func TestHistoryOfNothing(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		save(t, table, newTurn("maya", "c", "t1", 0))
		for _, limit := range []int{0, -1} {
			if ids, head := history(t, table, "maya", "c", limit); ids != nil || head != 1 {
				t.Errorf("limit %d gives %v, head %d", limit, ids, head)
			}
		}
	})
}

func TestBadItemsAreToldToTheLogAndReplacedByOlderOnes(t *testing.T) {
	bad := map[string]types.AttributeValue{
		"no JSON":     text("{not json"),
		"empty":       text(""),
		"null":        text("null"),
		"no exchange": text("{}"),
		"other type":  text(`{"turn":7}`),
		"a number":    &types.AttributeValueMemberN{Value: "7"},
		"a bad time":  text(`{"turn":"t1","at":"yesterday"}`),
	}
	for name, exchange := range bad {
		t.Run(name, func(t *testing.T) {
			onStore(t, func(t *testing.T, client *dynamodb.Client) {
				table, tableName := open(t, client)
				for i := range 4 {
					save(t, table, newTurn("maya", "c", fmt.Sprintf("t%d", i), int64(i)))
				}
				put(t, client, tableName, "USER#maya#CONV#c", "TURN#0000000003", exchange)
				var log bytes.Buffer
				logged := memory.New(client, tableName, slog.New(slog.NewJSONHandler(&log, nil)))
				if ids, head := history(t, logged, "maya", "c", 2); strings.Join(ids, " ") != "t1 t3" || head != 4 {
					t.Errorf("history = %v, head %d", ids, head)
				}
				if !strings.Contains(log.String(), "TURN#0000000003") {
					t.Errorf("the log says %q", log.String())
				}
				save(t, table, newTurn("maya", "c", "t4", 4))
			})
		})
	}
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func put(t *testing.T, client *dynamodb.Client, table, pk, sk string, exchange types.AttributeValue) {
	t.Helper()
	_, err := client.PutItem(context.Background(), &dynamodb.PutItemInput{TableName: &table, Item: map[string]types.AttributeValue{
		"PK": text(pk), "SK": text(sk), "exchange": exchange,
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnUnreadableReplyIsAnErrorWithACode(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, name := open(t, client)
		put(t, client, name, "USER#maya", "REPLY#t1", text("{}"))
		_, found, err := table.Reply(context.Background(), turn.User{ID: "maya"}, "t1")
		if found || err == nil || !strings.Contains(err.Error(), memory.CodeUnavailable) {
			t.Errorf("found %v, err %v", found, err)
		}
	})
}

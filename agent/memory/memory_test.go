package memory_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/sivchari/kumo"

	"troth/agent/memory"
	"troth/agent/turn"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// stores are the implementations of DynamoDB's API that the tests run on, each
// giving the URL of a running one.
var stores = map[string]func(testing.TB) string{"embedded": embedded}

func embedded(t testing.TB) string {
	server := kumo.NewServer()
	t.Cleanup(server.Close)
	return server.URL
}

// onStore runs a test on every store. Requests are held against the rules of
// DynamoDB that a store may not know.
func onStore(t *testing.T, test func(t *testing.T, client *dynamodb.Client)) {
	t.Helper()
	for name, start := range stores {
		t.Run(name, func(t *testing.T) { test(t, connect(start(t), &strict{t: t})) })
	}
}

func connect(url string, transport aws.HTTPClient) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{Region: "us-east-1", DisableValidateResponseChecksum: true, // the embedded store sends none that is right
		BaseEndpoint: aws.String(url), HTTPClient: transport, Credentials: credentials.NewStaticCredentialsProvider("local", "local", "")})
}

var tables struct {
	sync.Mutex
	n int
}

// open gives a fresh table; the embedded store keeps tables of earlier runs.
func open(t testing.TB, client *dynamodb.Client) (*memory.Table, string) {
	t.Helper()
	tables.Lock()
	tables.n++
	name := fmt.Sprintf("memory-%d", tables.n)
	tables.Unlock()
	table := memory.New(client, name, slog.New(slog.DiscardHandler))
	if err := table.Create(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := table.Create(context.Background()); err != nil {
		t.Fatalf("creating what is there: %v", err)
	}
	waitActive(t, client, name)
	return table, name
}

func waitActive(t testing.TB, client *dynamodb.Client, name string) {
	t.Helper()
	waiter := dynamodb.NewTableExistsWaiter(client, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = time.Millisecond, 10*time.Millisecond
	})
	if err := waiter.Wait(context.Background(), &dynamodb.DescribeTableInput{TableName: &name}, 10*time.Second); err != nil {
		t.Fatal(err)
	}
}

func newTurn(user, conversation, id string, head int64) turn.Turn {
	return turn.Turn{ID: id, Conversation: conversation, User: turn.User{ID: user}, Message: turn.Message{Text: "say " + id}, Clock: turn.Clock{Now: noon}, Head: head}
}

func reply(id string) turn.Reply {
	return turn.Reply{Turn: id, Text: "reply " + id, Cards: []turn.Card{}, Receipts: []turn.Receipt{{Tool: "bookSession", Does: "book"}}, Suggestions: []string{}}
}

func save(t testing.TB, table *memory.Table, tn turn.Turn) turn.Reply {
	t.Helper()
	r, err := table.Save(context.Background(), tn, reply(tn.ID), noon)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func history(t testing.TB, table *memory.Table, user, conversation string, limit int) ([]string, int64) {
	t.Helper()
	list, head, err := table.History(context.Background(), turn.User{ID: user}, conversation, limit)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, e := range list {
		ids = append(ids, e.Turn)
	}
	return ids, head
}

func TestATurnIsKeptWhole(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		if ids, head := history(t, table, "maya", "c", 10); ids != nil || head != 0 {
			t.Errorf("a new conversation has %v, head %d", ids, head)
		}
		save(t, table, newTurn("maya", "c", "t1", 0))
		list, head, err := table.History(context.Background(), turn.User{ID: "maya"}, "c", 10)
		if err != nil || head != 1 || len(list) != 1 {
			t.Fatalf("history = %+v, head %d, err %v", list, head, err)
		}
		if e := list[0]; e.User != "say t1" || e.Reply != "reply t1" || len(e.Receipts) != 1 || !e.At.Equal(noon) {
			t.Errorf("exchange = %+v", e)
		}
		r, found, err := table.Reply(context.Background(), turn.User{ID: "maya"}, "t1")
		if err != nil || !found || r.Text != "reply t1" {
			t.Errorf("reply = %+v, found %v, err %v", r, found, err)
		}
	})
}

func TestHistoryGivesTheNewestOldestFirst(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		for i := range 12 {
			save(t, table, newTurn("maya", "c", fmt.Sprintf("t%02d", i), int64(i)))
		}
		ids, head := history(t, table, "maya", "c", 3)
		if strings.Join(ids, " ") != "t09 t10 t11" || head != 12 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

func TestSavedTwiceIsSavedOnce(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		tn := newTurn("maya", "c", "t1", 0)
		save(t, table, tn)
		other := reply("t1")
		other.Text = "something else"
		stored, err := table.Save(context.Background(), tn, other, noon)
		if err != nil || stored.Text != "reply t1" {
			t.Errorf("the second save gives %q, err %v", stored.Text, err)
		}
		if ids, head := history(t, table, "maya", "c", 10); len(ids) != 1 || head != 1 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

func TestMessagesAtOnceAreAllKeptInOrder(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		const n = 8
		var group sync.WaitGroup
		for i := range n {
			group.Go(func() { // all of them loaded the history when it was empty
				if _, err := table.Save(context.Background(), newTurn("maya", "c", fmt.Sprintf("t%d", i), 0), reply("x"), noon); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		ids, head := history(t, table, "maya", "c", 2*n)
		seen := map[string]bool{}
		for _, id := range ids {
			seen[id] = true
		}
		if len(seen) != n || len(ids) != n || head != n {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

func TestAFailedTurnLeavesTheConversationAsItWas(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		tn := newTurn("maya", "c", "t1", 0)
		for range 2 {
			if _, err := table.SaveFailed(context.Background(), tn, reply("t1"), noon); err != nil {
				t.Fatal(err)
			}
		}
		if ids, head := history(t, table, "maya", "c", 10); ids != nil || head != 0 {
			t.Errorf("history = %v, head %d", ids, head)
		}
		if _, found, err := table.Reply(context.Background(), turn.User{ID: "maya"}, "t1"); err != nil || !found {
			t.Errorf("the reply is not there: %v, err %v", found, err)
		}
	})
}

func TestNoUserReachesAnother(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		save(t, table, newTurn("maya", "c", "t1", 0))
		for _, user := range []string{"tom", "maya#CONV#c", "may", "", "MAYA"} {
			if ids, head := history(t, table, user, "c", 10); ids != nil || head != 0 {
				t.Errorf("user %q sees %v", user, ids)
			}
			if _, found, err := table.Reply(context.Background(), turn.User{ID: user}, "t1"); found || err != nil {
				t.Errorf("user %q finds the reply: err %v", user, err)
			}
		}
		save(t, table, newTurn("a", "x#CONV#y", "t1", 0))
		if ids, _ := history(t, table, "a#CONV#x", "y", 10); ids != nil {
			t.Errorf("a crafted user id sees %v", ids)
		}
	})
}

func TestABadItemDoesNotStopTheConversation(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, name := open(t, client)
		for i := range 3 {
			save(t, table, newTurn("maya", "c", fmt.Sprintf("t%d", i), int64(i)))
		}
		_, err := client.PutItem(context.Background(), &dynamodb.PutItemInput{TableName: &name, Item: map[string]types.AttributeValue{
			"PK": &types.AttributeValueMemberS{Value: "USER#maya#CONV#c"}, "SK": &types.AttributeValueMemberS{Value: "TURN#0000000002"},
			"exchange": &types.AttributeValueMemberS{Value: "{not json"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if ids, head := history(t, table, "maya", "c", 10); strings.Join(ids, " ") != "t0 t2" || head != 3 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

func TestLargeTurnsAreTrimmedOrRefused(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		big := reply("t1")
		big.Receipts[0].Record = &turn.Record{Type: "booking", ID: "b", Data: map[string]any{"note": strings.Repeat("x", 450<<10)}}
		if _, err := table.Save(context.Background(), newTurn("maya", "c", "t1", 0), big, noon); err != nil {
			t.Fatal(err)
		}
		list, _, err := table.History(context.Background(), turn.User{ID: "maya"}, "c", 1)
		if err != nil || len(list) != 1 || list[0].Receipts[0].Record.ID != "b" || list[0].Receipts[0].Record.Data != nil {
			t.Errorf("history = %d exchanges, err %v", len(list), err)
		}
		huge := reply("t2")
		huge.Text = strings.Repeat("x", 450<<10)
		if _, err := table.Save(context.Background(), newTurn("maya", "c", "t2", 1), huge, noon); err == nil || !strings.HasPrefix(err.Error(), memory.CodeTooLarge) || strings.Contains(err.Error(), "%!") {
			t.Errorf("err = %v, want %s", err, memory.CodeTooLarge)
		}
		if ids, head := history(t, table, "maya", "c", 10); len(ids) != 1 || head != 1 {
			t.Errorf("history = %v, head %d", ids, head)
		}
	})
}

// The deployment names these keys and attributes, and people read them.
func TestItemsAreWhereTheyAreLookedFor(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, name := open(t, client)
		save(t, table, newTurn("maya", "c", "t1", 0))
		save(t, table, newTurn("", "g", "t2", 0))
		for _, c := range []struct{ pk, sk, attribute, want string }{
			{"USER#maya", "CONV#c", "version", "1"},
			{"USER#maya", "CONV#c", "updated", "2026-03-04T12:00:00Z"},
			{"USER#maya#CONV#c", "TURN#0000000001", "expires", ""}, // history stays
			{"USER#maya", "REPLY#t1", "expires", fmt.Sprint(noon.AddDate(0, 0, 7).Unix())},
			{"GUEST#g", "CONV#g", "version", "1"},
			{"GUEST#t2", "REPLY#t2", "expires", fmt.Sprint(noon.AddDate(0, 0, 7).Unix())},
		} {
			if got := attribute(t, client, name, c.pk, c.sk, c.attribute); got != c.want {
				t.Errorf("%s of %s %s is %q, want %q", c.attribute, c.pk, c.sk, got, c.want)
			}
		}
	})
}

// attribute gives a text or a number of an item that must be there.
func attribute(t *testing.T, client *dynamodb.Client, table, pk, sk, name string) string {
	t.Helper()
	out, err := client.GetItem(context.Background(), &dynamodb.GetItemInput{TableName: &table, ConsistentRead: aws.Bool(true), Key: map[string]types.AttributeValue{"PK": text(pk), "SK": text(sk)}})
	if err != nil || out.Item == nil {
		t.Fatalf("%s %s: %v, err %v", pk, sk, out, err)
	}
	switch v := out.Item[name].(type) {
	case *types.AttributeValueMemberS:
		return v.Value
	case *types.AttributeValueMemberN:
		return v.Value
	}
	return ""
}

func TestNoStoreIsAnErrorWithACode(t *testing.T) {
	server := kumo.NewServer()
	client := connect(server.URL, nil)
	server.Close()
	table := memory.New(dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} }), "gone", slog.New(slog.DiscardHandler))
	if _, _, err := table.History(context.Background(), turn.User{ID: "maya"}, "c", 1); err == nil || !strings.Contains(err.Error(), memory.CodeUnavailable) {
		t.Errorf("err = %v, want %s", err, memory.CodeUnavailable)
	}
}

func BenchmarkSave(b *testing.B) {
	server := kumo.NewServer()
	defer server.Close()
	table, _ := open(b, connect(server.URL, nil))
	head := int64(0)
	for b.Loop() {
		save(b, table, newTurn("maya", "c", fmt.Sprint("t", head), head))
		head++
	}
}

func BenchmarkHistory(b *testing.B) {
	server := kumo.NewServer()
	defer server.Close()
	table, _ := open(b, connect(server.URL, nil))
	for i := range 20 {
		save(b, table, newTurn("maya", "c", fmt.Sprint("t", i), int64(i)))
	}
	for b.Loop() {
		history(b, table, "maya", "c", 20)
	}
}

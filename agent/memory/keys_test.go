package memory_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"troth/agent/turn"
)

func TestAnyIdIsKeptApart(t *testing.T) {
	long := strings.Repeat("x", 5000)
	ids := []string{
		"maya", "maya#CONV#c", "maya%23CONV%23c", "maya/../tom", " ", "+", "%20", "%", "#", "\x00", "\xff", "\xfe", "\uFFFD",
		"mäyä", "maya", "müller@example.com", "GUEST#c", "USER#maya", long, long + "y", strings.Repeat("é", 900), strings.Repeat("é", 899) + "è",
	}
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		for i, id := range unique(ids) {
			save(t, table, newTurn(id, "c", fmt.Sprintf("t%d", i), 0))
		}
		for i, id := range unique(ids) {
			want := fmt.Sprintf("t%d", i)
			if got, head := history(t, table, id, "c", 10); strings.Join(got, " ") != want || head != 1 {
				t.Errorf("user %.20q has %v, head %d, want %s", id, got, head, want)
			}
			if r, found, err := table.Reply(context.Background(), turn.User{ID: id}, want); err != nil || !found || r.Turn != want {
				t.Errorf("user %.20q: reply %q, found %v, err %v", id, r.Turn, found, err)
			}
		}
	})
}

func unique(ids []string) []string {
	var list []string
	seen := map[string]bool{}
	for _, id := range ids {
		if !seen[id] {
			seen[id], list = true, append(list, id)
		}
	}
	return list
}

func TestGuestsAreKeptApartByTheirConversation(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		save(t, table, newTurn("", "c1", "t1", 0))
		save(t, table, newTurn("", "c2", "t2", 0))
		for conversation, want := range map[string]string{"c1": "t1", "c2": "t2", "c3": ""} {
			if got, _ := history(t, table, "", conversation, 10); strings.Join(got, " ") != want {
				t.Errorf("conversation %s has %v, want %q", conversation, got, want)
			}
		}
		if got, _ := history(t, table, "GUEST#c1", "c1", 10); got != nil {
			t.Errorf("a user called like a guest sees %v", got)
		}
		if _, found, err := table.Reply(context.Background(), turn.User{}, "t1"); err != nil || !found {
			t.Errorf("a guest's reply: found %v, err %v", found, err)
		}
	})
}

func TestATurnIdThatNoTurnCanHaveIsNotFound(t *testing.T) {
	onStore(t, func(t *testing.T, client *dynamodb.Client) {
		table, _ := open(t, client)
		save(t, table, newTurn("maya", "c", "t1", 0))
		for _, id := range []string{"", "#", "T1", "t1#", "t1/", strings.Repeat("a", 2000), strings.Repeat("%", 400), "\xff"} {
			if _, found, err := table.Reply(context.Background(), turn.User{ID: "maya"}, id); found || err != nil {
				t.Errorf("turn %.20q: found %v, err %v", id, found, err)
			}
		}
	})
}

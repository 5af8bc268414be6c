package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"troth/agent/turn"
)

// History gives the newest exchanges of a conversation, at most limit, oldest
// first, and the conversation's head: the number of its newest turn, 0 for a
// new one. An exchange that can't be read is left out and told to the log: it
// must not stop the conversation.
func (t *Table) History(ctx context.Context, user turn.User, conversation string, limit int) ([]turn.Exchange, int64, error) {
	head, err := t.head(ctx, user, conversation)
	if err != nil || head == 0 {
		return nil, 0, err
	}
	var exchanges []turn.Exchange
	in := t.historyQuery(user, conversation, head, limit)
	for len(exchanges) < limit {
		out, err := t.client.Query(ctx, in)
		if err != nil {
			return nil, 0, unavailable("reading the history", err)
		}
		exchanges = append(exchanges, t.readExchanges(out.Items)...)
		if in.ExclusiveStartKey = out.LastEvaluatedKey; len(out.LastEvaluatedKey) == 0 {
			break
		}
	}
	exchanges = exchanges[:min(len(exchanges), max(limit, 0))]
	slices.Reverse(exchanges)
	return exchanges, head, nil
}

// historyQuery asks for the turns up to head, newest first: one that is saved
// meanwhile is not part of this history.
func (t *Table) historyQuery(user turn.User, conversation string, head int64, limit int) *dynamodb.QueryInput {
	return &dynamodb.QueryInput{
		TableName:                 &t.name,
		KeyConditionExpression:    aws.String("#k1 = :v1 AND #k2 BETWEEN :v2 AND :v3"),
		ExpressionAttributeNames:  map[string]string{"#k1": "PK", "#k2": "SK"},
		ExpressionAttributeValues: key{":v1": str(turnsOf(user, conversation)), ":v2": str("TURN#"), ":v3": str(fmt.Sprintf("TURN#%010d", head))},
		ScanIndexForward:          aws.Bool(false),
		ConsistentRead:            aws.Bool(true),
		Limit:                     aws.Int32(int32(limit)), // #nosec: at most 100
	}
}

func (t *Table) readExchanges(items []key) []turn.Exchange {
	var list []turn.Exchange
	for _, item := range items {
		var e turn.Exchange
		err := readJSON(item["exchange"], &e)
		if err == nil && e.Turn == "" {
			err = errNoTurn
		}
		if err != nil {
			t.log.Warn("an exchange can't be read and is left out", "PK", text(item["PK"]), "SK", text(item["SK"]), "error", err.Error())
			continue
		}
		list = append(list, e)
	}
	return list
}

func (t *Table) head(ctx context.Context, user turn.User, conversation string) (int64, error) {
	out, err := t.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &t.name, Key: headKey(user, conversation), ConsistentRead: aws.Bool(true)})
	if err != nil {
		return 0, unavailable("reading the conversation", err)
	}
	n, ok := out.Item["version"].(*types.AttributeValueMemberN)
	if !ok {
		return 0, nil
	}
	head, err := strconv.ParseInt(n.Value, 10, 64)
	if err != nil {
		return 0, unavailable("reading the conversation", err)
	}
	return head, nil
}

// Reply gives the reply of a turn, once it is saved. It is found only for the
// user whose turn it is. The read is consistent: who saves a turn again must see
// the reply that stands.
func (t *Table) Reply(ctx context.Context, user turn.User, turnID string) (turn.Reply, bool, error) {
	out, err := t.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &t.name, Key: replyKey(user, turnID), ConsistentRead: aws.Bool(true)})
	if err != nil {
		return turn.Reply{}, false, unavailable("reading the reply", err)
	}
	if len(out.Item) == 0 {
		return turn.Reply{}, false, nil
	}
	var r turn.Reply
	if err := readJSON(out.Item["reply"], &r); err != nil {
		return turn.Reply{}, false, unavailable("reading the reply", err)
	}
	return r, true, nil
}

// errNoTurn is told of an exchange that is JSON, but of no turn.
var errNoTurn = errors.New("it names no turn")

func readJSON(v types.AttributeValue, into any) error {
	return json.Unmarshal([]byte(text(v)), into)
}

func text(v types.AttributeValue) string {
	if s, ok := v.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

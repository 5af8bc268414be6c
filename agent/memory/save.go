package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"troth/agent/turn"
)

// replyLife is how long a reply can be asked for again.
const replyLife = 7 * 24 * time.Hour

// attempts is how often a save is tried when other messages of the same
// conversation are saved at the same time.
const attempts = 16

// Save keeps a turn: the exchange, the conversation's head and the reply, in
// one transaction. It gives the reply that stands: a turn that was saved before
// is not saved again, and its first reply holds. When another message of the
// conversation was saved since the history was loaded, this one comes after it;
// both are kept.
func (t *Table) Save(ctx context.Context, tn turn.Turn, r turn.Reply, at time.Time) (turn.Reply, error) {
	head := tn.Head
	for range attempts {
		writes, err := t.writes(tn, r, head+1, at)
		if err != nil {
			return turn.Reply{}, err
		}
		_, err = t.client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: writes})
		if err == nil {
			return r, nil
		}
		if !refused(err) {
			return turn.Reply{}, unavailable("saving the turn", err)
		}
		if stored, found, err := t.Reply(ctx, tn.User, tn.ID); found || err != nil {
			return stored, err
		}
		if head, err = t.head(ctx, tn.User, tn.Conversation); err != nil {
			return turn.Reply{}, err
		}
	}
	return turn.Reply{}, &Error{CodeConflict, fmt.Errorf("saving the turn: %d other messages of the conversation came first", attempts)}
}

// refused reports whether a transaction was cancelled by a condition or by
// another transaction on the same items: it may be tried again.
func refused(err error) bool {
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return false
	}
	for _, reason := range cancelled.CancellationReasons {
		switch aws.ToString(reason.Code) {
		case "", "None", "ConditionalCheckFailed", "TransactionConflict":
		default:
			return false
		}
	}
	return true
}

// writes are the turn's items, the turn being number of its conversation.
func (t *Table) writes(tn turn.Turn, r turn.Reply, number int64, at time.Time) ([]types.TransactWriteItem, error) {
	exchange, err := exchangeItem(tn, r, number)
	if err != nil {
		return nil, err
	}
	reply, err := replyItem(tn, r, at)
	if err != nil {
		return nil, err
	}
	head := headKey(tn.User, tn.Conversation)
	head["version"], head["updated"] = num(number), str(at.UTC().Format(time.RFC3339))
	return []types.TransactWriteItem{
		{Put: t.putNew(exchange)},
		{Put: t.putHead(head, number-1)},
		{Put: t.putNew(reply)},
	}, nil
}

func (t *Table) putNew(item key) *types.Put {
	return &types.Put{TableName: &t.name, Item: item, ConditionExpression: aws.String("attribute_not_exists(#k1)"), ExpressionAttributeNames: map[string]string{"#k1": "PK"}}
}

// putHead moves the head on from before, and from nothing else.
func (t *Table) putHead(item key, before int64) *types.Put {
	if before == 0 {
		return t.putNew(item)
	}
	return &types.Put{
		TableName: &t.name, Item: item,
		ConditionExpression:       aws.String("#k1 = :v1"),
		ExpressionAttributeNames:  map[string]string{"#k1": "version"},
		ExpressionAttributeValues: key{":v1": num(before)},
	}
}

// SaveFailed keeps only the reply of a turn that failed before it changed
// anything, for the client that waits. The conversation stays as it was.
func (t *Table) SaveFailed(ctx context.Context, tn turn.Turn, r turn.Reply, at time.Time) (turn.Reply, error) {
	item, err := replyItem(tn, r, at)
	if err != nil {
		return turn.Reply{}, err
	}
	put := t.putNew(item)
	_, err = t.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: put.TableName, Item: put.Item,
		ConditionExpression: put.ConditionExpression, ExpressionAttributeNames: put.ExpressionAttributeNames,
	})
	var exists *types.ConditionalCheckFailedException
	if errors.As(err, &exists) {
		stored, found, gone := t.Reply(ctx, tn.User, tn.ID)
		if gone == nil && !found { // it expired just now
			gone = unavailable("saving the reply", err)
		}
		return stored, gone
	}
	if err != nil {
		return turn.Reply{}, unavailable("saving the reply", err)
	}
	return r, nil
}

// maxItem is the largest item DynamoDB takes, in bytes, less some room for keys
// and names. The embedded emulator has no limit, so it is kept here.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
const maxItem = 390 << 10

func exchangeItem(tn turn.Turn, r turn.Reply, number int64) (key, error) {
	e := turn.Exchange{Turn: tn.ID, At: tn.Clock.Now, User: tn.Message.Text, Reply: r.Text, Receipts: r.Receipts}
	text, err := json.Marshal(e)
	if err == nil && len(text) > maxItem {
		e.Receipts = withoutData(e.Receipts)
		text, err = json.Marshal(e)
	}
	if err := fits("exchange", text, err); err != nil {
		return nil, err
	}
	item := turnKey(tn.User, tn.Conversation, number)
	item["exchange"] = str(string(text))
	return item, nil
}

func replyItem(tn turn.Turn, r turn.Reply, at time.Time) (key, error) {
	text, err := json.Marshal(r)
	if err == nil && len(text) > maxItem {
		r.Receipts, r.Cards = withoutData(r.Receipts), []turn.Card{}
		text, err = json.Marshal(r)
	}
	if err := fits("reply", text, err); err != nil {
		return nil, err
	}
	item := replyKey(tn.User, tn.ID)
	item["reply"], item["expires"] = str(string(text)), num(at.Add(replyLife).Unix())
	return item, nil
}

// fits reports why an item's text can't be kept: err, from writing it, or its
// size.
func fits(what string, text []byte, err error) error {
	switch {
	case err != nil:
		return &Error{CodeTooLarge, fmt.Errorf("writing the %s: %w", what, err)}
	case len(text) > maxItem:
		return &Error{CodeTooLarge, fmt.Errorf("the %s has %d bytes, at most %d fit", what, len(text), maxItem)}
	}
	return nil
}

// withoutData keeps of receipts what proves the act, and drops the record's
// fields: their words are in Text.
func withoutData(receipts []turn.Receipt) []turn.Receipt {
	slim := make([]turn.Receipt, len(receipts))
	for i, r := range receipts {
		if r.Record != nil {
			r.Record = &turn.Record{Type: r.Record.Type, ID: r.Record.ID}
		}
		slim[i] = r
	}
	return slim
}

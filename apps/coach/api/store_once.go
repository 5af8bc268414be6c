package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Asked is a creating write as a client asked for it.
//
//	key  PK USER#<user>  SK KEY#<operation>#<hash of the key>  digest, doc
type Asked struct {
	User, Operation string
	// Key is the Idempotency-Key, empty for none; Digest stands for all that is
	// asked for.
	Key, Digest string
}

func newAsked(user, operation, key string, what any) (Asked, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return Asked{}, fmt.Errorf("reading what is asked for: %w", err)
	}
	return Asked{User: user, Operation: operation, Key: key, Digest: digest(string(text))}, nil
}

func (a Asked) item() item { return key(userPK(a.User), "KEY#"+a.Operation+"#"+digest(a.Key)) }

// errKeyTaken says that the same key was used at the same time.
var errKeyTaken = errors.New("the key is taken")

// Answered reads the answer that was given to the key before, if any.
func (s *Store) Answered(ctx context.Context, a Asked, into any) (bool, error) {
	if a.Key == "" {
		return false, nil
	}
	i, err := s.get(ctx, a.item())
	switch {
	case err != nil || len(i) == 0:
		return false, err
	case text(i["digest"]) != a.Digest:
		return false, errKeyOther
	}
	if err := json.Unmarshal([]byte(text(i["doc"])), into); err != nil {
		return false, fmt.Errorf("reading an earlier answer: %w", err)
	}
	return true, nil
}

// create writes all items or none, and the answer under the key with them: the
// same key has one effect. refusals are what it means that the condition of the
// write of the same index stood against it; the first one counts.
func (s *Store) create(ctx context.Context, a Asked, answer any, writes []types.TransactWriteItem, refusals []error) error {
	if a.Key != "" {
		i, err := withDoc(a.item(), answer)
		if err != nil {
			return err
		}
		i["digest"] = str(a.Digest)
		writes = append(writes, s.putNew(i))
	}
	refused, err := s.transact(ctx, writes)
	if a.Key != "" && refused[len(writes)-1] {
		return errKeyTaken
	}
	return refusal(refused, refusals, err)
}

// refusal is the first of the refusals whose write was refused, else err.
func refusal(refused map[int]bool, refusals []error, err error) error {
	for i, meaning := range refusals {
		if meaning != nil && refused[i] {
			return meaning
		}
	}
	return err
}

// takeOne counts one more in a user's counter, and never beyond most.
func (s *Store) takeOne(user, counter string, most int) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &s.table, Key: key(userPK(user), counter),
		UpdateExpression:          aws.String("SET #a1 = if_not_exists(#a1, :v0) + :v1"),
		ConditionExpression:       aws.String("attribute_not_exists(#a1) OR #a1 < :v2"),
		ExpressionAttributeNames:  map[string]string{"#a1": "count"},
		ExpressionAttributeValues: item{":v0": num(0), ":v1": num(1), ":v2": num(most)},
	}}
}

// giveOne counts one less.
func (s *Store) giveOne(user, counter string) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &s.table, Key: key(userPK(user), counter),
		UpdateExpression:          aws.String("SET #a1 = #a1 - :v1"),
		ConditionExpression:       aws.String("#a1 > :v0"),
		ExpressionAttributeNames:  map[string]string{"#a1": "count"},
		ExpressionAttributeValues: item{":v0": num(0), ":v1": num(1)},
	}}
}

// counterItem is a counter as the seed begins it.
func counterItem(user, counter string, n int) item {
	i := key(userPK(user), counter)
	i["count"] = num(n)
	return i
}

// replace puts an item where its document is still the one that was read.
func (s *Store) replace(i item, was string) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &s.table, Item: i,
		ConditionExpression:       aws.String("#a1 = :v1"),
		ExpressionAttributeNames:  map[string]string{"#a1": "doc"},
		ExpressionAttributeValues: item{":v1": str(was)},
	}}
}

// drop deletes an item whose document is still the one that was read.
func (s *Store) drop(k item, was string) types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{
		TableName: &s.table, Key: k,
		ConditionExpression:       aws.String("#a1 = :v1"),
		ExpressionAttributeNames:  map[string]string{"#a1": "doc"},
		ExpressionAttributeValues: item{":v1": str(was)},
	}}
}

// docText is a document as withDoc writes it.
func docText(doc any) (string, error) {
	i, err := withDoc(item{}, doc)
	return text(i["doc"]), err
}

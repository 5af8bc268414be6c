package memory

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"troth/agent/turn"
)

// rateGrace is how long a window's count is kept after its end, so that a clock
// that is late still finds it.
const rateGrace = time.Hour

// Take counts a call of a tool by the turn's user in the window that at lies in, and
// reports whether it is within the rate. One conditional write counts and decides,
// so that any number of calls at once stay within it; a call that is refused leaves
// the count as it is. Guests are counted by conversation, which is all that is known
// of them.
//
// Windows are fixed, not sliding. A fixed one needs a single number, a single write
// and no read, never has to be tried again when calls collide, and ends at a time
// that can be told to the user. Its price is that around a window's end up to twice
// the rate can pass within one window's length: it protects people and an API from
// floods, and is no meter.
//
// A write whose answer was lost is sent again by the SDK and may count twice: the
// count is never too low. The error is an [*Error] with memory_unavailable.
func (t *Table) Take(ctx context.Context, tn turn.Turn, tool string, r turn.Rate, at time.Time) (bool, error) {
	from, until := r.Window(at)
	_, err := t.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                &t.name,
		Key:                      rateKey(tn.User, tn.Conversation, tool, r, from),
		UpdateExpression:         aws.String("ADD #a1 :a1 SET #e1 = :e1"),
		ConditionExpression:      aws.String("attribute_not_exists(#a1) OR #a1 < :m1"),
		ExpressionAttributeNames: map[string]string{"#a1": "calls", "#e1": "expires"},
		ExpressionAttributeValues: key{
			":a1": num(1), ":m1": num(int64(r.Calls)), ":e1": num(until.Add(rateGrace).Unix()),
		},
	})
	var over *types.ConditionalCheckFailedException
	if errors.As(err, &over) {
		return false, nil
	}
	if err != nil {
		return false, unavailable("counting the call", err)
	}
	return r.Calls > 0, nil
}

// rateKey has the window's length in it, so that a rate that is changed from hours
// to days does not go on with another one's count.
func rateKey(user turn.User, conversation, tool string, r turn.Rate, from time.Time) key {
	return makeKey(owner(user, conversation), "RATE#"+escape(tool)+"#"+r.Unit()+"#"+from.Format(time.RFC3339))
}

// Package memory is the agent's DynamoDB table: the turns of a conversation,
// its head, the reply of each turn, and how often tools were called. History is loaded before a turn and the
// turn is saved after it, in one transaction; between the two the agent holds
// nothing.
//
//	conversation  PK USER#<user>                   SK CONV#<conversation>
//	turn          PK USER#<user>#CONV#<conversation>  SK TURN#<number>
//	reply         PK USER#<user>                   SK REPLY#<turn>
//	rate window   PK USER#<user>                   SK RATE#<tool>#<unit>#<start>
//
// Placeholders in expressions all have the same width, so that none is the
// beginning of another: the embedded emulator replaces them as text.
package memory

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/url"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"troth/agent/turn"
)

// Table is the agent's table. It is safe for concurrent use.
type Table struct {
	client *dynamodb.Client
	name   string
	log    *slog.Logger
}

// Client is the DynamoDB client of a configuration. It leaves out the CRC32 of
// answers: TLS vouches for them in AWS, and the embedded store on a laptop
// sends none that is right.
func Client(cfg aws.Config) *dynamodb.Client {
	return dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.DisableValidateResponseChecksum = true })
}

// New gives the table called name. What can't be read in it is told to log.
func New(client *dynamodb.Client, name string, log *slog.Logger) *Table {
	return &Table{client: client, name: name, log: log}
}

// The stable codes of this package's errors.
const (
	CodeUnavailable = "memory_unavailable" // the table did not answer
	CodeConflict    = "memory_conflict"    // too many messages at once in one conversation
	CodeTooLarge    = "memory_too_large"   // the turn can't be made to fit
)

// Error is a failure of the memory.
type Error struct {
	Code string
	Err  error
}

func (e *Error) Error() string { return e.Code + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

func unavailable(doing string, err error) error {
	return &Error{CodeUnavailable, fmt.Errorf("%s: %w", doing, err)}
}

// Create makes the table where there is none: on a laptop and in tests. In AWS
// it is part of the deployment.
func (t *Table) Create(ctx context.Context) error {
	text := types.ScalarAttributeTypeS
	_, err := t.client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:   &t.name,
		BillingMode: types.BillingModePayPerRequest,
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: text},
			{AttributeName: aws.String("SK"), AttributeType: text},
		},
	})
	var exists *types.ResourceInUseException
	if err != nil && !errors.As(err, &exists) {
		return unavailable("creating the table", err)
	}
	return nil
}

// owner begins every key of a person. Ids come from the app's own tokens and
// may be anything, so they are escaped: no id reaches into another's keys.
// Guests have no id; their conversation is all they own.
func owner(user turn.User, conversation string) string {
	if !user.SignedIn() {
		return "GUEST#" + escape(conversation)
	}
	return "USER#" + escape(user.ID)
}

// maxID is the largest escaped id in a key, in bytes: a partition key of two
// ids has at most 2048, a sort key at most 1024.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxID = 900

// escape makes an id part of a key. A longer one is there as its digest; no
// escaped id has a colon, so that the two can't be mistaken.
func escape(id string) string {
	escaped := url.QueryEscape(id)
	if len(escaped) <= maxID {
		return escaped
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(id)))
}

type key = map[string]types.AttributeValue

func makeKey(pk, sk string) key { return key{"PK": str(pk), "SK": str(sk)} }

func headKey(user turn.User, conversation string) key {
	return makeKey(owner(user, conversation), "CONV#"+escape(conversation))
}

func turnsOf(user turn.User, conversation string) string {
	return owner(user, conversation) + "#CONV#" + escape(conversation)
}

func turnKey(user turn.User, conversation string, number int64) key {
	return makeKey(turnsOf(user, conversation), fmt.Sprintf("TURN#%010d", number))
}

// replyKey is known to whoever knows the user and the turn's id. A guest's
// turn id is derived from their conversation, so it needs no owner.
func replyKey(user turn.User, turnID string) key {
	return makeKey(owner(user, turnID), "REPLY#"+escape(turnID))
}

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: fmt.Sprint(n)}
}

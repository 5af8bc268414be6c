package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Store is the club's table.
//
//	session   PK SESSIONS         SK <session>         doc, left, waiting, tickets
//	booking   PK USER#<user>      SK BKG#<booking>     doc
//	seat      PK USER#<user>      SK SEAT#<session>    one for each place held
//	owner     PK BKG#<booking>    SK OWNER             user
//	waiting   PK USER#<user>      SK WTL#<waiting>     doc, ticket
//	waits     PK USER#<user>      SK WAIT#<session>    one for each list stood on
//	queue     PK QUEUE#<session>  SK T#<ticket>        user, waiting
//	person    PK PEOPLE           SK PERSON#<person>   doc
//	relation  PK USER#<user>      SK REL#<person>      relation, request
//	request   PK FRQ#<request>    SK REQUEST           from, to, status, created
//	outing    PK OUTING#<outing>  SK OUTING            doc, status, version, digest
//	guest     PK OUTING#<outing>  SK GUEST#<person>    name, role, cause
//	part      PK USER#<user>      SK OUT#<outing>      role
//
// A session with places left has nobody waiting: a place is given back only
// where nobody waits, and nobody joins the queue while a place is left. Both
// are conditions on the session's item.
//
// Placeholders in expressions all have the same width, so that none is the
// beginning of another: the embedded emulator replaces them as text.
type Store struct {
	client *dynamodb.Client
	table  string
}

// NewStore gives the store in a table.
func NewStore(client *dynamodb.Client, table string) *Store { return &Store{client, table} }

type item = map[string]types.AttributeValue

func key(pk, sk string) item { return item{"PK": str(pk), "SK": str(sk)} }

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(n int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}

func text(v types.AttributeValue) string {
	s, _ := v.(*types.AttributeValueMemberS)
	if s == nil {
		return ""
	}
	return s.Value
}

func number(v types.AttributeValue) int {
	n, _ := v.(*types.AttributeValueMemberN)
	if n == nil {
		return 0
	}
	i, _ := strconv.Atoi(n.Value)
	return i
}

func withDoc(k item, doc any) (item, error) {
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	k["doc"] = str(string(raw))
	return k, nil
}

// Create makes the table where there is none.
func (s *Store) Create(ctx context.Context) error {
	kind := types.ScalarAttributeTypeS
	_, err := s.client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: &s.table, BillingMode: types.BillingModePayPerRequest,
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash}, {AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("PK"), AttributeType: kind}, {AttributeName: aws.String("SK"), AttributeType: kind}},
	})
	var exists *types.ResourceInUseException
	if err != nil && !errors.As(err, &exists) {
		return fmt.Errorf("creating the table %s: %w", s.table, err)
	}
	return nil
}

func (s *Store) get(ctx context.Context, k item) (item, error) {
	out, err := s.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &s.table, Key: k, ConsistentRead: aws.Bool(true)})
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", text(k["SK"]), err)
	}
	return out.Item, nil
}

// query gives all items of a partition whose sort keys begin with prefix.
func (s *Store) query(ctx context.Context, pk, prefix string) ([]item, error) {
	in := &dynamodb.QueryInput{
		TableName:                 &s.table,
		KeyConditionExpression:    aws.String("#k1 = :v1 AND begins_with(#k2, :v2)"),
		ExpressionAttributeNames:  map[string]string{"#k1": "PK", "#k2": "SK"},
		ExpressionAttributeValues: item{":v1": str(pk), ":v2": str(prefix)},
		ConsistentRead:            aws.Bool(true),
	}
	var all []item
	for {
		out, err := s.client.Query(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("listing %s: %w", pk, err)
		}
		all = append(all, out.Items...)
		if in.ExclusiveStartKey = out.LastEvaluatedKey; len(out.LastEvaluatedKey) == 0 {
			return all, nil
		}
	}
}

// transact writes all items or none, and says which conditions stood against it,
// by the writes' indexes. Where only other transactions were in its way it gives
// errRaced.
func (s *Store) transact(ctx context.Context, writes []types.TransactWriteItem) (refused map[int]bool, err error) {
	_, err = s.client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: writes})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return nil, err
	}
	refused, conflict := map[int]bool{}, false
	for i, reason := range cancelled.CancellationReasons {
		switch aws.ToString(reason.Code) {
		case "ConditionalCheckFailed":
			refused[i] = true
		case "TransactionConflict":
			conflict = true
		}
	}
	if conflict && len(refused) == 0 {
		return refused, fmt.Errorf("%w: %w", errRaced, err)
	}
	return refused, err
}

func (s *Store) putNew(i item) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{TableName: &s.table, Item: i, ConditionExpression: aws.String("attribute_not_exists(#k1)"), ExpressionAttributeNames: map[string]string{"#k1": "PK"}}}
}

package api

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// put writes an item, whatever is there.
func (s *Store) put(i item) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{TableName: &s.table, Item: i}}
}

// putOver writes an item where the one that is there has a value.
func (s *Store) putOver(i item, attribute string, value types.AttributeValue) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &s.table, Item: i, ConditionExpression: aws.String("#a1 = :v1"),
		ExpressionAttributeNames: map[string]string{"#a1": attribute}, ExpressionAttributeValues: item{":v1": value},
	}}
}

// remove deletes an item, if it is there.
func (s *Store) remove(k item) types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{TableName: &s.table, Key: k}}
}

// removeIf deletes an item that has a value.
func (s *Store) removeIf(k item, attribute, value string) types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{
		TableName: &s.table, Key: k, ConditionExpression: aws.String("#a1 = :v1"),
		ExpressionAttributeNames: map[string]string{"#a1": attribute}, ExpressionAttributeValues: item{":v1": str(value)},
	}}
}

// without insists that an item is not there.
func (s *Store) without(k item) types.TransactWriteItem {
	return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: &s.table, Key: k, ConditionExpression: aws.String("attribute_not_exists(#k1)"),
		ExpressionAttributeNames: map[string]string{"#k1": "PK"},
	}}
}

// with insists that an item has a value.
func (s *Store) with(k item, attribute, value string) types.TransactWriteItem {
	return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: &s.table, Key: k, ConditionExpression: aws.String("#a1 = :v1"),
		ExpressionAttributeNames: map[string]string{"#a1": attribute}, ExpressionAttributeValues: item{":v1": str(value)},
	}}
}

// settle runs writes that all rest on what was read; errRaced says that it does
// not hold any more.
func (s *Store) settle(ctx context.Context, what string, writes []types.TransactWriteItem) error {
	refused, err := s.transact(ctx, writes)
	if len(refused) > 0 {
		return errRaced
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

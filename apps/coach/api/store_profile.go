package api

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A member's profile:
//
//	fact  PK USER#<user>  SK FACT#<key>  doc

func factKey(user, name string) item { return key(userPK(user), "FACT#"+name) }

// Facts gives all of a user's profile.
func (s *Store) Facts(ctx context.Context, user string) ([]Fact, error) {
	return documents[Fact](ctx, s, userPK(user), "FACT#")
}

// SetFact enters a fact; the newest one counts.
func (s *Store) SetFact(ctx context.Context, user string, f Fact) error {
	i, err := withDoc(factKey(user, f.Key), f)
	if err != nil {
		return err
	}
	_, err = s.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &s.table, Item: i})
	return wrapped("setting "+f.Key, err)
}

// RemoveFact takes a fact out, and gives what it was.
func (s *Store) RemoveFact(ctx context.Context, user, name string) (Fact, error) {
	var was Fact
	out, err := s.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: &s.table, Key: factKey(user, name), ReturnValues: types.ReturnValueAllOld})
	if err != nil {
		return was, wrapped("removing "+name, err)
	}
	if len(out.Attributes) == 0 {
		return was, errNoFact
	}
	return was, readDoc(out.Attributes, &was)
}

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const peoplePK = "PEOPLE"

// People gives all members, as they stand to the user.
func (s *Store) People(ctx context.Context, user string) ([]Person, error) {
	items, err := s.query(ctx, peoplePK, "PERSON#")
	if err != nil {
		return nil, err
	}
	relations, err := s.query(ctx, userPK(user), "REL#")
	if err != nil {
		return nil, err
	}
	of := map[string]string{}
	for _, i := range relations {
		of[strings.TrimPrefix(text(i["SK"]), "REL#")] = text(i["relation"])
	}
	all := make([]Person, len(items))
	for n, i := range items {
		if err := json.Unmarshal([]byte(text(i["doc"])), &all[n]); err != nil {
			return nil, fmt.Errorf("reading a member: %w", err)
		}
		if all[n].Relation = of[all[n].ID]; all[n].Relation == "" {
			all[n].Relation = NoRelation
		}
	}
	return all, nil
}

func relationItem(user, other, relation string) item {
	i := key(userPK(user), "REL#"+other)
	i["relation"] = str(relation)
	return i
}

// Request enters a friend request on both sides, once.
func (s *Store) Request(ctx context.Context, user, other string) error {
	refused, err := s.transact(ctx, []types.TransactWriteItem{
		s.putNew(relationItem(user, other, Requested)),
		s.putNew(relationItem(other, user, AskedYou)),
	})
	if len(refused) > 0 {
		return errPending
	}
	if err != nil {
		return fmt.Errorf("sending a friend request: %w", err)
	}
	return nil
}

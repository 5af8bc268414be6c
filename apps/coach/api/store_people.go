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
	of := map[string]item{}
	for _, i := range relations {
		of[strings.TrimPrefix(text(i["SK"]), "REL#")] = i
	}
	all := make([]Person, len(items))
	for n, i := range items {
		if all[n], err = readPerson(i, of[strings.TrimPrefix(text(i["SK"]), "PERSON#")]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Person gives one member, as they stand to the user.
func (s *Store) Person(ctx context.Context, user, id string) (Person, error) {
	i, err := s.get(ctx, key(peoplePK, "PERSON#"+id))
	switch {
	case err != nil:
		return Person{}, err
	case len(i) == 0:
		return Person{}, errNoPerson
	}
	relation, err := s.get(ctx, relationKey(user, id))
	if err != nil {
		return Person{}, err
	}
	return readPerson(i, relation)
}

// Friends gives the ids of a user's friends.
func (s *Store) Friends(ctx context.Context, user string) ([]string, error) {
	relations, err := s.query(ctx, userPK(user), "REL#")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, i := range relations {
		if text(i["relation"]) == Friends {
			ids = append(ids, strings.TrimPrefix(text(i["SK"]), "REL#"))
		}
	}
	return ids, nil
}

func readPerson(i, relation item) (Person, error) {
	var p Person
	if err := json.Unmarshal([]byte(text(i["doc"])), &p); err != nil {
		return p, fmt.Errorf("reading a member: %w", err)
	}
	if p.Relation = text(relation["relation"]); p.Relation == "" {
		p.Relation = NoRelation
	}
	return p, nil
}

func relationKey(user, other string) item { return key(userPK(user), "REL#"+other) }

func relationItem(user, other, relation, request string) item {
	i := relationKey(user, other)
	i["relation"] = str(relation)
	if request != "" {
		i["request"] = str(request)
	}
	return i
}

// Unfriend ends a friendship on both sides, once.
func (s *Store) Unfriend(ctx context.Context, user, other string) error {
	refused, err := s.transact(ctx, []types.TransactWriteItem{
		s.removeIf(relationKey(user, other), "relation", Friends),
		s.removeIf(relationKey(other, user), "relation", Friends),
	})
	if len(refused) > 0 {
		return errNotFriends
	}
	if err != nil {
		return fmt.Errorf("ending a friendship: %w", err)
	}
	return nil
}

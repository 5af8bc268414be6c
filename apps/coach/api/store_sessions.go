package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const sessionsPK = "SESSIONS"

func readSession(i item) (Session, error) {
	var session Session
	if err := json.Unmarshal([]byte(text(i["doc"])), &session); err != nil {
		return session, fmt.Errorf("reading a session: %w", err)
	}
	session.PlacesLeft = number(i["left"])
	return session, nil
}

// Session gives one session.
func (s *Store) Session(ctx context.Context, id string) (Session, error) {
	i, err := s.get(ctx, key(sessionsPK, id))
	if err != nil {
		return Session{}, err
	}
	if len(i) == 0 {
		return Session{}, errNoSession
	}
	return readSession(i)
}

// Sessions gives all sessions.
func (s *Store) Sessions(ctx context.Context) ([]Session, error) {
	items, err := s.query(ctx, sessionsPK, "ses_")
	if err != nil {
		return nil, err
	}
	all := make([]Session, len(items))
	for n, i := range items {
		if all[n], err = readSession(i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func sessionItem(session Session) (item, error) {
	k := key(sessionsPK, session.ID)
	k["left"], k["waiting"], k["tickets"] = num(session.PlacesLeft), num(0), num(0)
	return withDoc(k, session)
}

// takePlace lowers the places left by one, and never below none.
func (s *Store) takePlace(id string) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &s.table, Key: key(sessionsPK, id),
		UpdateExpression:          aws.String("SET #a1 = #a1 - :v1"),
		ConditionExpression:       aws.String("#a1 > :v0"),
		ExpressionAttributeNames:  map[string]string{"#a1": "left"},
		ExpressionAttributeValues: item{":v1": num(1), ":v0": num(0)},
	}}
}

// freePlace gives a place back to the session, where nobody waits for it.
func (s *Store) freePlace(id string) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &s.table, Key: key(sessionsPK, id),
		UpdateExpression:          aws.String("SET #a1 = #a1 + :v1"),
		ConditionExpression:       aws.String("#b1 = :v0"),
		ExpressionAttributeNames:  map[string]string{"#a1": "left", "#b1": "waiting"},
		ExpressionAttributeValues: item{":v1": num(1), ":v0": num(0)},
	}}
}

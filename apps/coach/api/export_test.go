package api

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// AddSession puts a session in, for tests that need another than the seed has.
func (s *Store) AddSession(ctx context.Context, session Session) error {
	i, err := sessionItem(session)
	if err != nil {
		return err
	}
	return s.addItems(ctx, i)
}

// Befriend makes members, if they are none, and friends of one another.
func (s *Store) Befriend(ctx context.Context, a, b string) error {
	items := []item{relationItem(a, b, Friends, ""), relationItem(b, a, Friends, "")}
	for _, id := range []string{a, b} {
		if _, err := s.Person(ctx, id, id); err == nil {
			continue
		}
		i, err := withDoc(key(peoplePK, "PERSON#"+id), Person{ID: id, Name: fmt.Sprintf("Member %s", id), Town: "Zürich"})
		if err != nil {
			return err
		}
		items = append(items, i)
	}
	return s.addItems(ctx, items...)
}

// Count gives how many items a partition has whose sort keys begin with prefix.
func (s *Store) Count(ctx context.Context, pk, prefix string) (int, error) {
	items, err := s.query(ctx, pk, prefix)
	return len(items), err
}

// Counters gives what a session's item counts: places left and who waits.
func (s *Store) Counters(ctx context.Context, session string) (left, waiting int, err error) {
	i, err := s.get(ctx, key(sessionsPK, session))
	return number(i["left"]), number(i["waiting"]), err
}

// Version counts how often an outing was written.
func (s *Store) Version(ctx context.Context, outing string) (int, error) {
	i, err := s.get(ctx, outingKey(outing))
	return number(i["version"]), err
}

func (s *Store) addItems(ctx context.Context, items ...item) error {
	requests := make([]types.WriteRequest, len(items))
	for n, i := range items {
		requests[n] = types.WriteRequest{PutRequest: &types.PutRequest{Item: i}}
	}
	return s.batch(ctx, requests)
}

package api

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// zone is where the club is.
const zone = "Europe/Zurich"

// Seed puts the club's data as it is at first in the place of all that is
// there. Sessions are dated from now: "sat" is the next Saturday after today.
func (s *Store) Seed(ctx context.Context, now time.Time) error {
	items, err := seedItems(now)
	if err != nil {
		return fmt.Errorf("seeding: %w", err)
	}
	if err := s.clear(ctx); err != nil {
		return fmt.Errorf("seeding: %w", err)
	}
	requests := make([]types.WriteRequest, len(items))
	for n, i := range items {
		requests[n] = types.WriteRequest{PutRequest: &types.PutRequest{Item: i}}
	}
	if err := s.batch(ctx, requests); err != nil {
		return fmt.Errorf("seeding: %w", err)
	}
	return nil
}

// Empty reports whether there is no data yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	all, err := s.Sessions(ctx)
	return len(all) == 0, err
}

func (s *Store) clear(ctx context.Context) error {
	var requests []types.WriteRequest
	in := &dynamodb.ScanInput{TableName: &s.table}
	for {
		out, err := s.client.Scan(ctx, in)
		if err != nil {
			return err
		}
		for _, i := range out.Items {
			requests = append(requests, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: item{"PK": i["PK"], "SK": i["SK"]}}})
		}
		if in.ExclusiveStartKey = out.LastEvaluatedKey; len(out.LastEvaluatedKey) == 0 {
			return s.batch(ctx, requests)
		}
	}
}

// batchSize is how many writes BatchWriteItem takes at once.
const batchSize = 25

func (s *Store) batch(ctx context.Context, requests []types.WriteRequest) error {
	for len(requests) > 0 {
		n := min(batchSize, len(requests))
		pending := map[string][]types.WriteRequest{s.table: requests[:n]}
		for len(pending) > 0 {
			out, err := s.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: pending})
			if err != nil {
				return err
			}
			pending = out.UnprocessedItems
		}
		requests = requests[n:]
	}
	return nil
}

// next gives a time on the next such weekday after today, at the club.
func next(now time.Time, weekday time.Weekday, hour, minute int) time.Time {
	days := (int(weekday)-int(now.Weekday())+6)%7 + 1
	return time.Date(now.Year(), now.Month(), now.Day()+days, hour, minute, 0, 0, now.Location())
}

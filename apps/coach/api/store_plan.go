package api

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A member's training plan:
//
//	workout  PK USER#<user>    SK PLAN#<date>#<workout>  doc
//	owner    PK WKO#<workout>  SK OWNER                  user, date
//	day      PK USER#<user>    SK DAY#<date>             count

// MostADay is how many workouts a day of a plan holds.
const MostADay = 2

func workoutKey(user, date, id string) item { return key(userPK(user), "PLAN#"+date+"#"+id) }

func workoutOwnerKey(id string) item { return key("WKO#"+id, "OWNER") }

func dayCounter(date string) string { return "DAY#" + date }

// Workouts gives a user's workouts from one day to another, in the order of their
// days.
func (s *Store) Workouts(ctx context.Context, user, from, to string) ([]Workout, error) {
	in := &dynamodb.QueryInput{
		TableName:                 &s.table,
		KeyConditionExpression:    aws.String("#k1 = :v1 AND #k2 BETWEEN :v2 AND :v3"),
		ExpressionAttributeNames:  map[string]string{"#k1": "PK", "#k2": "SK"},
		ExpressionAttributeValues: item{":v1": str(userPK(user)), ":v2": str("PLAN#" + from), ":v3": str("PLAN#" + to + "#~")},
		ConsistentRead:            aws.Bool(true),
	}
	workouts := []Workout{}
	for {
		out, err := s.client.Query(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("reading a plan: %w", err)
		}
		for _, i := range out.Items {
			var w Workout
			if err := readDoc(i, &w); err != nil {
				return nil, err
			}
			workouts = append(workouts, w)
		}
		if in.ExclusiveStartKey = out.LastEvaluatedKey; len(out.LastEvaluatedKey) == 0 {
			return workouts, nil
		}
	}
}

// WorkoutOwner gives whose a workout is, and its day.
func (s *Store) WorkoutOwner(ctx context.Context, id string) (user, date string, err error) {
	i, err := s.get(ctx, workoutOwnerKey(id))
	if err == nil && len(i) == 0 {
		err = errNoWorkout
	}
	return text(i["user"]), text(i["date"]), err
}

// Workout gives a workout of a user's day. It may just have left that day.
func (s *Store) Workout(ctx context.Context, user, date, id string) (Workout, error) {
	return document[Workout](ctx, s, workoutKey(user, date, id), errChanged)
}

// workoutItems are a workout's items: the workout, the owner.
func workoutItems(user string, w Workout) ([]item, error) {
	i, err := withDoc(workoutKey(user, w.Date, w.ID), w)
	if err != nil {
		return nil, err
	}
	owner := workoutOwnerKey(w.ID)
	owner["user"], owner["date"] = str(user), str(w.Date)
	return []item{i, owner}, nil
}

// AddWorkout puts a workout into the plan of who asked, if its day has room.
func (s *Store) AddWorkout(ctx context.Context, a Asked, w Workout) error {
	items, err := workoutItems(a.User, w)
	if err != nil {
		return err
	}
	writes := []types.TransactWriteItem{s.takeOne(a.User, dayCounter(w.Date), MostADay)}
	for _, i := range items {
		writes = append(writes, s.putNew(i))
	}
	return wrapped("adding a workout", s.create(ctx, a, w, writes, []error{errDayFull}))
}

// MoveWorkout takes a workout from its day to another one with room, if it is
// still as it was.
func (s *Store) MoveWorkout(ctx context.Context, user string, was, is Workout) error {
	old, err := docText(was)
	if err != nil {
		return err
	}
	items, err := workoutItems(user, is)
	if err != nil {
		return err
	}
	refused, err := s.transact(ctx, []types.TransactWriteItem{
		s.drop(workoutKey(user, was.Date, was.ID), old),
		s.takeOne(user, dayCounter(is.Date), MostADay),
		s.giveOne(user, dayCounter(was.Date)),
		s.putNew(items[0]),
		{Put: &types.Put{TableName: &s.table, Item: items[1]}},
	})
	return wrapped("moving a workout", refusal(refused, []error{errChanged, errDayFull}, err))
}

// RemoveWorkout takes a workout out of a user's plan, if it is still as it was.
func (s *Store) RemoveWorkout(ctx context.Context, user string, was Workout) error {
	old, err := docText(was)
	if err != nil {
		return err
	}
	refused, err := s.transact(ctx, []types.TransactWriteItem{
		s.drop(workoutKey(user, was.Date, was.ID), old),
		s.giveOne(user, dayCounter(was.Date)),
		s.remove(workoutOwnerKey(was.ID)),
	})
	return wrapped("removing a workout", refusal(refused, []error{errChanged}, err))
}

// ReplaceWorkout puts is in the place of was on the same day, if it is still as it
// was.
func (s *Store) ReplaceWorkout(ctx context.Context, user string, was, is Workout) error {
	old, err := docText(was)
	if err != nil {
		return err
	}
	i, err := withDoc(workoutKey(user, is.Date, is.ID), is)
	if err != nil {
		return err
	}
	refused, err := s.transact(ctx, []types.TransactWriteItem{s.replace(i, old)})
	return wrapped("changing a workout", refusal(refused, []error{errChanged}, err))
}

package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func queueKey(session string, ticket int) item {
	return key("QUEUE#"+session, fmt.Sprintf("T#%09d", ticket)) // as text, in the order of the numbers
}

func waitingItem(user string, w Waiting) (item, error) {
	k := key(userPK(user), "WTL#"+w.ID)
	k["ticket"] = num(w.ticket)
	return withDoc(k, w)
}

func readWaiting(i item) (Waiting, error) {
	var w Waiting
	if err := json.Unmarshal([]byte(text(i["doc"])), &w); err != nil {
		return w, fmt.Errorf("reading a waiting list entry: %w", err)
	}
	w.ticket = number(i["ticket"])
	return w, nil
}

// Waiting gives one of a user's waiting list entries, whatever became of it.
func (s *Store) Waiting(ctx context.Context, user, id string) (Waiting, bool, error) {
	i, err := s.get(ctx, key(userPK(user), "WTL#"+id))
	if err != nil || len(i) == 0 {
		return Waiting{}, false, err
	}
	w, err := readWaiting(i)
	return w, err == nil, err
}

// WaitingOf gives all of a user's waiting list entries, without positions.
func (s *Store) WaitingOf(ctx context.Context, user string) ([]Waiting, error) {
	items, err := s.query(ctx, userPK(user), "WTL#")
	if err != nil {
		return nil, err
	}
	all := make([]Waiting, len(items))
	for n, i := range items {
		if all[n], err = readWaiting(i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// WaitingFor gives the entry with which a user waits for a session.
func (s *Store) WaitingFor(ctx context.Context, user, session string) (Waiting, error) {
	waits, err := s.get(ctx, key(userPK(user), "WAIT#"+session))
	if err != nil {
		return Waiting{}, err
	}
	if len(waits) > 0 {
		w, _, err := s.Waiting(ctx, user, text(waits["waiting"]))
		return w, err
	}
	seat, err := s.get(ctx, key(userPK(user), "SEAT#"+session))
	switch {
	case err != nil:
		return Waiting{}, err
	case len(seat) > 0:
		return Waiting{}, errAlreadyBooked // the list gave it to them
	}
	return Waiting{}, errNotWaiting
}

// Position says who of the queue an entry is, from 1; 0 when it is not in it.
func (s *Store) Position(ctx context.Context, w Waiting) (int, error) {
	if w.Status != IsWaiting {
		return 0, nil
	}
	queue, err := s.query(ctx, "QUEUE#"+w.SessionID, "T#")
	if err != nil {
		return 0, err
	}
	for n, i := range queue {
		if text(i["waiting"]) == w.ID {
			return n + 1, nil
		}
	}
	return 0, nil
}

// firstWaiting gives who gets the next place of a session.
func (s *Store) firstWaiting(ctx context.Context, session string) (string, Waiting, bool, error) {
	queue, err := s.query(ctx, "QUEUE#"+session, "T#")
	if err != nil || len(queue) == 0 {
		return "", Waiting{}, false, err
	}
	user := text(queue[0]["user"])
	w, found, err := s.Waiting(ctx, user, text(queue[0]["waiting"]))
	return user, w, found, err
}

// Wait puts a user at the end of a session's queue. It gives the entry with its
// ticket, and errRaced when the session changed meanwhile.
func (s *Store) Wait(ctx context.Context, user string, w Waiting) (Waiting, error) {
	session, err := s.get(ctx, key(sessionsPK, w.SessionID))
	if err != nil {
		return w, err
	}
	left, last := number(session["left"]), number(session["tickets"])
	w.ticket = last + 1
	entry, err := waitingItem(user, w)
	if err != nil {
		return w, err
	}
	waits, queued := key(userPK(user), "WAIT#"+w.SessionID), queueKey(w.SessionID, w.ticket)
	waits["waiting"], queued["waiting"], queued["user"] = str(w.ID), str(w.ID), str(user)
	refused, err := s.transact(ctx, []types.TransactWriteItem{
		s.lengthenQueue(w.SessionID, last),
		s.without(key(userPK(user), "SEAT#"+w.SessionID)),
		s.putNew(waits), s.putNew(entry), s.putNew(queued),
	})
	switch {
	case refused[3]:
		return w, errRaced // the same request, sent twice at once
	case refused[1]:
		return w, errAlreadyBooked
	case refused[2]:
		return w, errAlreadyWaiting
	case left > 0:
		return w, errPlacesLeft
	case len(refused) > 0:
		return w, errRaced
	case err != nil:
		return w, fmt.Errorf("joining a waiting list: %w", err)
	}
	return w, nil
}

// lengthenQueue counts one more who waits, where no place is left, and takes the
// ticket after last.
func (s *Store) lengthenQueue(session string, last int) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &s.table, Key: key(sessionsPK, session),
		UpdateExpression:          aws.String("SET #b1 = #b1 + :v1, #c1 = #c1 + :v1"),
		ConditionExpression:       aws.String("#a1 = :v0 AND #c1 = :v2"),
		ExpressionAttributeNames:  map[string]string{"#a1": "left", "#b1": "waiting", "#c1": "tickets"},
		ExpressionAttributeValues: item{":v0": num(0), ":v1": num(1), ":v2": num(last)},
	}}
}

// endWait gives the writes that take an entry out of its queue, once.
func (s *Store) endWait(user string, w Waiting) ([]types.TransactWriteItem, error) {
	entry, err := waitingItem(user, w)
	if err != nil {
		return nil, err
	}
	return []types.TransactWriteItem{
		s.removeIf(queueKey(w.SessionID, w.ticket), "waiting", w.ID),
		s.remove(key(userPK(user), "WAIT#"+w.SessionID)),
		s.put(entry),
		{Update: &types.Update{
			TableName: &s.table, Key: key(sessionsPK, w.SessionID),
			UpdateExpression:          aws.String("SET #b1 = #b1 - :v1"),
			ConditionExpression:       aws.String("#b1 > :v0"),
			ExpressionAttributeNames:  map[string]string{"#b1": "waiting"},
			ExpressionAttributeValues: item{":v1": num(1), ":v0": num(0)},
		}},
	}, nil
}

// Leave takes an entry out of its queue. It gives errRaced when it left, or got
// a place, meanwhile.
func (s *Store) Leave(ctx context.Context, user string, w Waiting) error {
	writes, err := s.endWait(user, w)
	if err != nil {
		return err
	}
	return s.settle(ctx, "leaving a waiting list", writes)
}

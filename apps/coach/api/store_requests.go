package api

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func requestItem(q request) item {
	i := key("FRQ#"+q.id, "REQUEST")
	i["from"], i["to"], i["status"], i["created"] = str(q.from), str(q.to), str(q.status), str(q.created.Format(time.RFC3339))
	return i
}

// FriendRequest gives a friend request, whoever's it is.
func (s *Store) FriendRequest(ctx context.Context, id string) (request, bool, error) {
	i, err := s.get(ctx, key("FRQ#"+id, "REQUEST"))
	if err != nil || len(i) == 0 {
		return request{}, false, err
	}
	created, err := time.Parse(time.RFC3339, text(i["created"]))
	if err != nil {
		return request{}, false, fmt.Errorf("reading a friend request: %w", err)
	}
	return request{id: id, from: text(i["from"]), to: text(i["to"]), status: text(i["status"]), created: created}, true, nil
}

// PendingRequests gives the requests from and to a user that nobody has answered.
func (s *Store) PendingRequests(ctx context.Context, user string) ([]request, error) {
	relations, err := s.query(ctx, userPK(user), "REL#")
	if err != nil {
		return nil, err
	}
	var pending []request
	for _, i := range relations {
		if text(i["relation"]) == Friends {
			continue
		}
		q, found, err := s.FriendRequest(ctx, text(i["request"]))
		if err != nil {
			return nil, err
		}
		if found && q.status == Pending { // else it was answered while we looked
			pending = append(pending, q)
		}
	}
	return pending, nil
}

// Request enters a friend request on both sides, once. It gives errRaced when
// the two asked each other, or became friends, meanwhile.
func (s *Store) Request(ctx context.Context, q request) error {
	return s.settle(ctx, "sending a friend request", []types.TransactWriteItem{
		s.putNew(relationItem(q.from, q.to, Requested, q.id)),
		s.putNew(relationItem(q.to, q.from, AskedYou, q.id)),
		s.putNew(requestItem(q)),
	})
}

// Answer enters how a pending request was answered, on both sides. It gives
// errRaced when it was answered meanwhile.
func (s *Store) Answer(ctx context.Context, q request) error {
	writes := []types.TransactWriteItem{s.putOver(requestItem(q), "status", str(Pending))}
	for _, pair := range [][2]string{{q.from, q.to}, {q.to, q.from}} {
		if q.status == Accepted {
			writes = append(writes, s.put(relationItem(pair[0], pair[1], Friends, "")))
		} else {
			writes = append(writes, s.remove(relationKey(pair[0], pair[1])))
		}
	}
	return s.settle(ctx, "answering a friend request", writes)
}

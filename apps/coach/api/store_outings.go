package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func outingPK(id string) string { return "OUTING#" + id }

func outingKey(id string) item { return key(outingPK(id), "OUTING") }

func guestKey(outing, person string) item { return key(outingPK(outing), "GUEST#"+person) }

func partKey(person, outing string) item { return key(userPK(person), "OUT#"+outing) }

func outingItem(o Outing) (item, error) {
	o.Role, o.People = "", nil // they have items of their own
	k := outingKey(o.ID)
	k["status"], k["version"], k["digest"] = str(o.Status), num(o.version), str(o.digest)
	return withDoc(k, o)
}

// partItems are a member's part in an outing, as the outing and as the member
// finds it.
func partItems(outing string, g Guest) [2]item {
	guest, part := guestKey(outing, g.ID), partKey(g.ID, outing)
	guest["name"], guest["role"], guest["cause"], part["role"] = str(g.Name), str(g.Role), str(g.cause), str(g.Role)
	return [2]item{guest, part}
}

// Outing gives an outing with its people, whoever's it is.
func (s *Store) Outing(ctx context.Context, id string) (Outing, bool, error) {
	var o Outing
	i, err := s.get(ctx, outingKey(id))
	if err != nil || len(i) == 0 {
		return o, false, err
	}
	if err := json.Unmarshal([]byte(text(i["doc"])), &o); err != nil {
		return o, false, fmt.Errorf("reading an outing: %w", err)
	}
	o.version, o.digest = number(i["version"]), text(i["digest"])
	guests, err := s.query(ctx, outingPK(id), "GUEST#")
	if err != nil {
		return o, false, err
	}
	for _, g := range guests {
		o.People = append(o.People, Guest{ID: strings.TrimPrefix(text(g["SK"]), "GUEST#"), Name: text(g["name"]), Role: text(g["role"]), cause: text(g["cause"])})
	}
	return o, true, nil
}

// OutingIDs gives the outings in which a user has a role; any role, where it is
// empty.
func (s *Store) OutingIDs(ctx context.Context, user, role string) ([]string, error) {
	parts, err := s.query(ctx, userPK(user), "OUT#")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, i := range parts {
		if role == "" || text(i["role"]) == role {
			ids = append(ids, strings.TrimPrefix(text(i["SK"]), "OUT#"))
		}
	}
	return ids, nil
}

// AreFriends reports whether two members are friends.
func (s *Store) AreFriends(ctx context.Context, user, other string) (bool, error) {
	i, err := s.get(ctx, relationKey(user, other))
	return text(i["relation"]) == Friends, err
}

// CreateOuting writes an outing with its host and guests, who are friends of
// the host, once.
func (s *Store) CreateOuting(ctx context.Context, o Outing) error {
	outing, err := outingItem(o)
	if err != nil {
		return err
	}
	writes := []types.TransactWriteItem{s.putNew(outing)}
	for _, g := range o.People {
		writes = append(writes, s.newPart(o, g)...)
	}
	return s.settle(ctx, "creating an outing", writes)
}

// Invite gives members a part in an outing that takes place.
func (s *Store) Invite(ctx context.Context, o Outing, guests []Guest) error {
	writes := []types.TransactWriteItem{s.with(outingKey(o.ID), "status", Planned)}
	for _, g := range guests {
		writes = append(writes, s.newPart(o, g)...)
	}
	return s.settle(ctx, "inviting to an outing", writes)
}

// newPart gives the writes by which a member has a part in an outing. Only the
// host has one who is no friend of the host.
func (s *Store) newPart(o Outing, g Guest) []types.TransactWriteItem {
	items := partItems(o.ID, g)
	writes := []types.TransactWriteItem{s.putNew(items[0]), s.putNew(items[1])}
	if g.ID != o.HostID {
		writes = append(writes, s.with(relationKey(o.HostID, g.ID), "relation", Friends))
	}
	return writes
}

// JoinOuting makes somebody who is invited, or a friend of the host, one who
// goes, while the outing takes place.
func (s *Store) JoinOuting(ctx context.Context, o Outing, g Guest) error {
	writes := []types.TransactWriteItem{s.with(outingKey(o.ID), "status", Planned)}
	if o.Role == Invited {
		items := partItems(o.ID, g)
		writes = append(writes, s.putOver(items[0], "role", str(Invited)), s.put(items[1]))
	} else {
		writes = append(writes, s.newPart(o, g)...)
	}
	return s.settle(ctx, "joining an outing", writes)
}

// LeaveOuting ends the part of somebody who goes.
func (s *Store) LeaveOuting(ctx context.Context, outing, user string) error {
	return s.settle(ctx, "leaving an outing", []types.TransactWriteItem{
		s.with(outingKey(outing), "status", Planned),
		s.removeIf(guestKey(outing, user), "role", Going),
		s.remove(partKey(user, outing)),
	})
}

// RewriteOuting writes an outing in the place of the version that was read.
func (s *Store) RewriteOuting(ctx context.Context, o Outing) error {
	read := o.version
	o.version++
	outing, err := outingItem(o)
	if err != nil {
		return err
	}
	return s.settle(ctx, "changing an outing", []types.TransactWriteItem{s.putOver(outing, "version", num(read))})
}

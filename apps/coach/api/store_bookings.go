package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func userPK(user string) string { return "USER#" + user }

func readBooking(i item) (Booking, error) {
	var b Booking
	if err := json.Unmarshal([]byte(text(i["doc"])), &b); err != nil {
		return b, fmt.Errorf("reading a booking: %w", err)
	}
	return b, nil
}

// Booking gives one of a user's own bookings.
func (s *Store) Booking(ctx context.Context, user, id string) (Booking, bool, error) {
	i, err := s.get(ctx, key(userPK(user), "BKG#"+id))
	if err != nil || len(i) == 0 {
		return Booking{}, false, err
	}
	b, err := readBooking(i)
	return b, err == nil, err
}

// Bookings gives all of a user's bookings.
func (s *Store) Bookings(ctx context.Context, user string) ([]Booking, error) {
	items, err := s.query(ctx, userPK(user), "BKG#")
	if err != nil {
		return nil, err
	}
	all := make([]Booking, len(items))
	for n, i := range items {
		if all[n], err = readBooking(i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Owner gives the user whose booking it is.
func (s *Store) Owner(ctx context.Context, id string) (string, error) {
	i, err := s.get(ctx, key("BKG#"+id, "OWNER"))
	if err != nil {
		return "", err
	}
	if len(i) == 0 {
		return "", errNoBooking
	}
	return text(i["user"]), nil
}

// Book takes a place for a user: the place, the seat, the booking and its owner
// in one transaction, so that the last place is sold once and nobody sits
// twice.
func (s *Store) Book(ctx context.Context, user string, b Booking) error {
	items, err := bookingItems(user, b)
	if err != nil {
		return err
	}
	writes := []types.TransactWriteItem{s.takePlace(b.SessionID)}
	for _, i := range items {
		writes = append(writes, s.putNew(i))
	}
	refused, err := s.transact(ctx, writes)
	switch {
	case refused[2]:
		return errRaced // the same request, sent twice at once
	case refused[1]:
		return errAlreadyBooked
	case refused[0]:
		return errFull
	case err != nil:
		return fmt.Errorf("booking: %w", err)
	}
	return nil
}

// bookingItems are a booking's items: the seat, the booking, the owner.
func bookingItems(user string, b Booking) ([]item, error) {
	booking, err := withDoc(key(userPK(user), "BKG#"+b.ID), b)
	if err != nil {
		return nil, err
	}
	seat := key(userPK(user), "SEAT#"+b.SessionID)
	seat["booking"] = str(b.ID)
	owner := key("BKG#"+b.ID, "OWNER")
	owner["user"] = str(user)
	return []item{seat, booking, owner}, nil
}

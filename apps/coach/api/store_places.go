package api

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Cancel writes a booking that is cancelled, and passes its place on. It gives
// errRaced when the booking, or the waiting list, changed meanwhile.
func (s *Store) Cancel(ctx context.Context, user string, b Booking, now time.Time) error {
	booking, err := withDoc(key(userPK(user), "BKG#"+b.ID), b)
	if err != nil {
		return err
	}
	passed, err := s.passOn(ctx, b.SessionID, now)
	if err != nil {
		return err
	}
	writes := append([]types.TransactWriteItem{s.leaveSeat(user, b), s.put(booking)}, passed...)
	return s.settle(ctx, "cancelling", writes)
}

// Move takes a place in the session of to and passes on the one in that of
// from, or neither. It gives errRaced when the booking, or the waiting list of
// the session it leaves, changed meanwhile.
func (s *Store) Move(ctx context.Context, user string, from, to Booking, now time.Time) error {
	items, err := bookingItems(user, to)
	if err != nil {
		return err
	}
	passed, err := s.passOn(ctx, from.SessionID, now)
	if err != nil {
		return err
	}
	seat, booking := items[0], items[1]
	writes := append([]types.TransactWriteItem{s.leaveSeat(user, from), s.putNew(seat), s.takePlace(to.SessionID), s.put(booking)}, passed...)
	refused, err := s.transact(ctx, writes)
	switch {
	case refused[0]:
		return errRaced
	case refused[1]:
		return errAlreadyBooked
	case refused[2]:
		return errFull
	case len(refused) > 0:
		return errRaced
	case err != nil:
		return fmt.Errorf("moving a booking: %w", err)
	}
	return nil
}

// leaveSeat ends the hold of a booking on its session, once.
func (s *Store) leaveSeat(user string, b Booking) types.TransactWriteItem {
	return s.removeIf(key(userPK(user), "SEAT#"+b.SessionID), "booking", b.ID)
}

// passOn gives the writes by which a free place goes to the first who waits for
// it, or back to the session where nobody waits. They hold only as long as this
// one is the first.
func (s *Store) passOn(ctx context.Context, session string, now time.Time) ([]types.TransactWriteItem, error) {
	user, w, found, err := s.firstWaiting(ctx, session)
	if err != nil || !found {
		return []types.TransactWriteItem{s.freePlace(session)}, err
	}
	w.Status = Placed
	ended, err := s.endWait(user, w)
	if err != nil {
		return nil, err
	}
	items, err := bookingItems(user, w.booking(now))
	if err != nil {
		return nil, err
	}
	for _, i := range items {
		ended = append(ended, s.putNew(i))
	}
	return ended, nil
}

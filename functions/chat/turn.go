package main

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"troth/agent/app"
	"troth/agent/turn"
)

// identified fills in the ids that the client left out. A client's own message
// id also names the conversation it begins, so that the request sent again is
// the same turn of the same conversation.
func (r request) identified(user turn.User, newID func() string) request {
	if r.MessageID == "" {
		r.MessageID = newID()
	}
	if r.Conversation == "" {
		sum := sha256.Sum256([]byte(user.ID + "\x00" + r.MessageID))
		r.Conversation = "conv-" + hex.EncodeToString(sum[:10])
	}
	return r
}

// newTurn writes the turn and its contract: everything the model must not
// choose is set here.
func newTurn(a app.App, toolNames []string, modelName string, user turn.User, r request, now time.Time) turn.Turn {
	return turn.Turn{
		ID:           turn.NewID(a.Name, user.ID, r.Conversation, r.MessageID),
		App:          a.Name,
		Conversation: r.Conversation,
		User:         user,
		Message:      turn.Message{ID: r.MessageID, Text: r.Message},
		Clock:        turn.NewClock(now, zone(a, r)),
		Location:     r.Location,
		Locale:       r.Locale,
		Contract: turn.Contract{
			Goal:     r.Message,
			Tools:    toolNames,
			Budget:   a.TurnBudget(),
			Deadline: now.Add(time.Duration(a.Budget.Seconds) * time.Second).UTC(),
			Model:    modelName,
		},
	}
}

// zone is the device's, else the app's. Both have been checked before.
func zone(a app.App, r request) *time.Location {
	name := r.TimeZone
	if name == "" {
		name = a.Zone
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return loc
}

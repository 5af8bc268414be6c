package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// activities are what outings can be of; the contract lists the same.
var activities = []string{"running", "cycling", "hiking", "walking", "swimming", "climbing", "skiing", "yoga", "other"}

// The longest texts of an outing, in characters, and the most members that one
// request can invite: DynamoDB takes 100 writes at once, three for each.
const (
	maxMeetingPoint = 200
	maxRoute        = 1000
	maxInvites      = 20
)

// plan is an outing as a host asks for it.
type plan struct {
	Name         string    `json:"name"`
	Start        time.Time `json:"start"`
	MeetingPoint string    `json:"meeting_point"`
	Activity     string    `json:"activity"`
	Route        string    `json:"route"`
	InviteIDs    []string  `json:"invite_ids"`
}

func (s *Server) createOuting(r *http.Request, user string) (answer, error) {
	var in plan
	if err := readBody(r, &in); err != nil {
		return answer{}, err
	}
	o, err := s.planned(in)
	if err != nil {
		return answer{}, err
	}
	o.ID = s.idFor("out_", user, r)
	var made Outing
	err = again(func() (err error) {
		made, err = s.create(r.Context(), user, o, in.InviteIDs)
		return err
	})
	return answer{http.StatusCreated, made}, err
}

// planned gives the outing that was asked for, without host and guests.
func (s *Server) planned(in plan) (Outing, error) {
	asked, err := json.Marshal(in)
	if err != nil {
		return Outing{}, fmt.Errorf("reading the outing: %w", err)
	}
	o := Outing{
		Name: strings.TrimSpace(in.Name), Activity: in.Activity, Start: in.Start, MeetingPoint: strings.TrimSpace(in.MeetingPoint),
		Route: strings.TrimSpace(in.Route), Status: Planned, Created: s.now().Truncate(time.Second), version: 1, digest: digest(string(asked)),
	}
	switch {
	case !slices.Contains(activities, o.Activity):
		return o, errUnknownActivity
	case utf8.RuneCountInString(o.Route) > maxRoute:
		return o, invalid(fmt.Sprintf("route has at most %d characters.", maxRoute))
	}
	return o, nil
}

// checkOuting holds what a host can set against the bounds, and writes the
// start by the clock of the club.
func (s *Server) checkOuting(o *Outing) error {
	for _, field := range []struct {
		name, text string
		most       int
	}{{"name", o.Name, maxName}, {"meeting_point", o.MeetingPoint, maxMeetingPoint}} {
		if n := utf8.RuneCountInString(field.text); n == 0 || n > field.most {
			return invalid(fmt.Sprintf("%s has 1 to %d characters.", field.name, field.most))
		}
	}
	switch {
	case o.Start.IsZero():
		return invalid("start is missing: give day and time, such as 2026-12-05T09:30:00+01:00.")
	case o.Start.Before(s.now()):
		return errStartPast
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return fmt.Errorf("loading the club's time zone: %w", err)
	}
	o.Start = o.Start.In(loc).Truncate(time.Second)
	return nil
}

func (s *Server) create(ctx context.Context, user string, o Outing, invites []string) (Outing, error) {
	before, found, err := s.store.Outing(ctx, o.ID)
	switch {
	case err != nil:
		return o, err
	case found && before.digest != o.digest:
		return o, errKeyOfAnother
	case found:
		before.Role = Host
		return before, nil
	}
	if err := s.checkOuting(&o); err != nil { // not of a repeated request: its start may be over by now
		return o, err
	}
	host, err := s.store.Person(ctx, user, user)
	if err != nil {
		return o, err
	}
	invited, err := s.invitees(ctx, user, invites)
	if err != nil {
		return o, err
	}
	o.HostID, o.HostName, o.Role = host.ID, host.Name, Host
	o.People = append([]Guest{{ID: host.ID, Name: host.Name, Role: Host}}, invited...)
	return o, s.store.CreateOuting(ctx, o)
}

// invitees gives the members with these ids as guests, if all are friends of
// the user.
func (s *Server) invitees(ctx context.Context, user string, ids []string) ([]Guest, error) {
	if len(ids) > maxInvites {
		return nil, invalid(fmt.Sprintf("At most %d members can be invited at once.", maxInvites))
	}
	var guests []Guest
	for i, id := range ids {
		switch {
		case id == user:
			return nil, errInviteYourself
		case slices.Contains(ids[:i], id):
			return nil, errInvitedTwice
		}
		p, err := s.store.Person(ctx, user, id)
		switch {
		case err != nil:
			return nil, err
		case p.Relation != Friends:
			return nil, errNoFriendOfYours(p)
		}
		guests = append(guests, Guest{ID: p.ID, Name: p.Name, Role: Invited})
	}
	return guests, nil
}

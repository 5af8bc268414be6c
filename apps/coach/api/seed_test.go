package api

import (
	"os"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

func TestTheSeedIsDatedFromTheClock(t *testing.T) {
	zurich, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	for day := range 14 { // across the change to summer time on 29 March
		now := time.Date(2026, 3, 20+day, 23, 30, 0, 0, time.UTC)
		for _, seed := range seedSessions {
			s := seed.session(now.In(zurich))
			if s.Start.After(now) == seed.past {
				t.Errorf("at %v, %s starts at %v", now, s.ID, s.Start)
			}
			if s.Start.Weekday() != seed.day || s.Start.Hour() != seed.hour {
				t.Errorf("at %v, %s starts on a %v at %d", now, s.ID, s.Start.Weekday(), s.Start.Hour())
			}
			if !sessionID.MatchString(s.ID) || s.PlacesLeft > s.Places {
				t.Errorf("session %+v", s)
			}
		}
	}
}

func TestThePeopleAreTheUsersOfTheApp(t *testing.T) {
	text, err := os.ReadFile("../users.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Users []struct{ ID, Name string }
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Users) != len(seedPeople) {
		t.Fatalf("%d users, %d people", len(file.Users), len(seedPeople))
	}
	for i, u := range file.Users {
		if p := seedPeople[i]; p[0] != u.ID || p[1] != u.Name {
			t.Errorf("user %v is %v in the seed", u, p)
		}
	}
}

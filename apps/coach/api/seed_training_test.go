package api

import (
	"slices"
	"testing"
	"time"
)

func TestEveryCoachOfASessionIsInTheCatalogue(t *testing.T) {
	for _, s := range seedSessions {
		teaches := func(c seedCoach) bool { return c.name == s.coach && slices.Contains(c.activities, s.activity) }
		if !slices.ContainsFunc(seedCoaches, teaches) {
			t.Errorf("%s is led by %s, and no such coach teaches %s", s.id, s.coach, s.activity)
		}
	}
}

func TestTheRoutesAreWhole(t *testing.T) {
	for _, s := range seedRoutes {
		sum := 0
		for _, part := range s.surface {
			sum += part.Percent
		}
		if sum != 100 || !routeID.MatchString(s.id) || len(s.images) == 0 || len(s.points) < minWaypoints {
			t.Errorf("route %s: %d %% of surface, %d images, %d points", s.id, sum, len(s.images), len(s.points))
		}
	}
}

func TestThePlanIsDatedFromTheClock(t *testing.T) {
	for day := range 7 {
		now := time.Date(2026, 3, 4+day, 12, 0, 0, 0, time.UTC)
		today, held := now.Format(time.DateOnly), map[string]int{}
		for _, seed := range seedWorkouts {
			w := seed.workout(now)
			if (w.Date < today) != seed.done || w.Date == today {
				t.Errorf("at %s, %s is on %s", today, w.ID, w.Date)
			}
			if held[seed.user+w.Date]++; held[seed.user+w.Date] > MostADay {
				t.Errorf("at %s, %s holds more than %d workouts", today, w.Date, MostADay)
			}
		}
	}
}

package api

import "time"

// seedWorkout is an entry of a plan at first: on the next such weekday, or on the
// one before today where it is done.
type seedWorkout struct {
	id, user, kind string
	day            time.Weekday
	minutes        int
	km             float64
	note           string
	done           bool
}

var seedWorkouts = []seedWorkout{
	{"wko_maya_tempo", "maya", "run", time.Thursday, 50, 8, "Tempo in the middle", false},
	{"wko_maya_long", "maya", "run", time.Sunday, 0, 14, "Long and easy", false},
	{"wko_maya_stretch", "maya", "mobility", time.Sunday, 20, 0, "After the long run", false},
	{"wko_maya_strength", "maya", "strength", time.Monday, 45, 0, "Legs and core", false},
	{"wko_maya_done", "maya", "run", time.Tuesday, 40, 6, "Easy", true},
	{"wko_tom_ride", "tom", "ride", time.Saturday, 120, 45, "Hills", false},
}

// seedMyRoutes are a member's own routes at first.
var seedMyRoutes = []struct {
	id, user, name, activity string
	points                   []Point
}{
	{"rte_maya_wiedikon", "maya", "Round Wiedikon", "run", []Point{{47.3711, 8.5191}, {47.3668, 8.5142}, {47.3629, 8.5098}, {47.3642, 8.5181}, {47.3711, 8.5191}}},
	{"rte_tom_commute", "tom", "To work", "ride", []Point{{47.3990, 8.5500}, {47.3901, 8.5412}, {47.3779, 8.5385}, {47.3664, 8.5411}}},
}

// seedFacts are what profiles hold at first: user, key, value.
var seedFacts = [][3]string{
	{"maya", "goal", "A half marathon in less than two hours"},
	{"maya", "weekly_hours", "5"},
	{"maya", "units", "metric"},
	{"tom", "goal", "A hundred kilometres on the bike"},
}

// trainingItems are routes, coaches, plans and profiles as they are at first.
func trainingItems(now time.Time) ([]item, error) {
	var items []item
	for _, add := range []func(time.Time) ([]item, error){catalogueItems, planItems, listItems, factItems} {
		more, err := add(now)
		if err != nil {
			return nil, err
		}
		items = append(items, more...)
	}
	return items, nil
}

func catalogueItems(now time.Time) ([]item, error) {
	var items []item
	for _, seed := range seedRoutes {
		i, err := withDoc(key(routesPK, seed.id), seed.route(now))
		if err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	for _, seed := range seedCoaches {
		i, err := withDoc(key(coachesPK, seed.id), seed.coach(now))
		if err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	return items, nil
}

func planItems(now time.Time) ([]item, error) {
	var items []item
	counts := map[[2]string]int{}
	for _, seed := range seedWorkouts {
		w := seed.workout(now)
		more, err := workoutItems(seed.user, w)
		if err != nil {
			return nil, err
		}
		items = append(items, more...)
		counts[[2]string{seed.user, w.Date}]++
	}
	for day, n := range counts {
		items = append(items, counterItem(day[0], dayCounter(day[1]), n))
	}
	return items, nil
}

func (s seedWorkout) workout(now time.Time) Workout {
	at := next(now, s.day, 12, 0)
	w := Workout{ID: s.id, Kind: s.kind, Status: Planned, Minutes: s.minutes, KM: s.km, Note: s.note, Created: now.AddDate(0, 0, -14).Truncate(time.Second)}
	if s.done {
		at = at.AddDate(0, 0, -7)
		if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
			at = at.AddDate(0, 0, -7)
		}
		w.Status, w.DoneMinutes, w.DoneKM, w.Completed = Done, s.minutes, s.km, &at
	}
	w.Date = at.Format(time.DateOnly)
	w.Name = w.title()
	return w
}

func listItems(now time.Time) ([]item, error) {
	var items []item
	counts := map[string]int{}
	for _, seed := range seedMyRoutes {
		km := rounded(lengthKM(seed.points))
		more, err := myRouteItems(seed.user, MyRoute{
			ID: seed.id, Name: seed.name, Activity: seed.activity, Source: OwnRoute, KM: km, Minutes: estimateMinutes(seed.activity, km),
			Start: seed.points[0], Polyline: polyline(seed.points), Waypoints: seed.points, Bounds: boundsOf(seed.points),
			Created: now.AddDate(0, -1, 0).Truncate(time.Second),
		})
		if err != nil {
			return nil, err
		}
		items = append(items, more...)
		counts[seed.user]++
	}
	for user, n := range counts {
		items = append(items, counterItem(user, routeCounter, n))
	}
	return items, nil
}

func factItems(now time.Time) ([]item, error) {
	var items []item
	for _, f := range seedFacts {
		i, err := withDoc(factKey(f[0], f[1]), Fact{Key: f[1], Value: f[2], Updated: now.AddDate(0, -1, 0).Truncate(time.Second)})
		if err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	return items, nil
}

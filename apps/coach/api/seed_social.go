package api

import "time"

// seedRelations are how members stand to each other: who, to whom, how, by which
// friend request.
var seedRelations = [][4]string{
	{"maya", "tom", Friends}, {"tom", "maya", Friends},
	{"maya", "lena", Friends}, {"lena", "maya", Friends},
	{"tom", "lena", Friends}, {"lena", "tom", Friends},
	{"jonas", "priya", Friends}, {"priya", "jonas", Friends},
	{"priya", "maya", Requested, "frq_priya"}, {"maya", "priya", AskedYou, "frq_priya"},
}

type seedOuting struct {
	id, name, activity, host string
	day                      time.Weekday
	hour, minute             int
	meetingPoint, route      string
	guests                   [][2]string // who, in which role
	past                     bool        // a week earlier
}

var seedOutings = []seedOuting{
	{"out_lake_sun", "Lake Loop", "cycling", "tom", time.Sunday, 10, 0, "Bürkliplatz, at the ticket office", "Once around the lake of Greifen, 45 km, flat", [][2]string{{"maya", Invited}, {"lena", Going}}, false},
	{"out_hill_sat", "Hill Walk", "hiking", "lena", time.Saturday, 13, 0, "Meilen station, platform 1", "", nil, false},
	{"out_night_fri", "Night Run", "running", "jonas", time.Friday, 20, 30, "Triemli, at the fountain", "", [][2]string{{"priya", Invited}}, false},
	{"out_walk_last", "River Walk", "walking", "tom", time.Sunday, 14, 0, "Platzspitz, at the bridge", "", [][2]string{{"maya", Going}}, true},
}

// socialItems are friends, requests and outings as they are at first.
func socialItems(now time.Time) ([]item, error) {
	var items []item
	for _, r := range seedRelations {
		items = append(items, relationItem(r[0], r[1], r[2], r[3]))
		if r[2] == Requested {
			items = append(items, requestItem(request{id: r[3], from: r[0], to: r[1], status: Pending, created: now.AddDate(0, 0, -2)}))
		}
	}
	names := map[string]string{}
	for _, p := range seedPeople {
		names[p[0]] = p[1]
	}
	for _, seed := range seedOutings {
		o := seed.outing(now, names)
		outing, err := outingItem(o)
		if err != nil {
			return nil, err
		}
		items = append(items, outing)
		for _, g := range o.People {
			parts := partItems(o.ID, g)
			items = append(items, parts[:]...)
		}
	}
	return items, nil
}

func (s seedOuting) outing(now time.Time, names map[string]string) Outing {
	start := next(now, s.day, s.hour, s.minute)
	if s.past {
		start = start.AddDate(0, 0, -14)
	}
	o := Outing{
		ID: s.id, Name: s.name, Activity: s.activity, Start: start, MeetingPoint: s.meetingPoint, Route: s.route,
		HostID: s.host, HostName: names[s.host], Status: Planned, Created: now.AddDate(0, 0, -21).Truncate(time.Second), version: 1,
		People: []Guest{{ID: s.host, Name: names[s.host], Role: Host}},
	}
	for _, g := range s.guests {
		o.People = append(o.People, Guest{ID: g[0], Name: names[g[0]], Role: g[1]})
	}
	return o
}

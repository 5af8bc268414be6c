package api

import (
	"slices"
	"time"
	_ "time/tzdata" // a bare container has no zone files
)

// place is where sessions are held, in Zürich.
type place struct {
	name     string
	lat, lon float64
}

var (
	seefeld    = place{"Studio Seefeld", 47.3569, 8.5541}
	wiedikon   = place{"Halle Wiedikon", 47.3711, 8.5191}
	oerlikon   = place{"Hallenbad Oerlikon", 47.4108, 8.5563}
	uetliberg  = place{"Triemli, foot of the Uetliberg", 47.3655, 8.4955}
	hardbruck  = place{"Box Club Hardbrücke", 47.3856, 8.5171}
	enge       = place{"Studio Enge", 47.3640, 8.5310}
	baseFields = "All levels are welcome. Bring water and a towel."
)

type seedSession struct {
	id, name, activity, coach string
	at                        place
	day                       time.Weekday
	hour, minute, minutes     int
	places, left              int
	price                     float64
	level                     string
	past                      bool // a week earlier
}

var seedSessions = []seedSession{
	{"ses_yoga_sat", "Yoga Flow", "yoga", "Lena Brunner", seefeld, time.Saturday, 9, 0, 60, 14, 5, 28, "all", false},
	{"ses_yoga_tue", "Yoga Basics", "yoga", "Lena Brunner", seefeld, time.Tuesday, 18, 30, 60, 14, 9, 28, "beginner", false},
	{"ses_yoga_thu", "Yin Yoga", "yoga", "Priya Nair", enge, time.Thursday, 20, 0, 75, 12, 4, 30, "all", false},
	{"ses_spin_fri", "Spin Power", "spinning", "Marco Steiner", wiedikon, time.Friday, 18, 0, 45, 20, 0, 25, "advanced", false},
	{"ses_spin_mon", "Spin Start", "spinning", "Marco Steiner", wiedikon, time.Monday, 7, 0, 45, 20, 11, 25, "beginner", false},
	{"ses_spin_sun", "Sunday Spin", "spinning", "Ines Favre", wiedikon, time.Sunday, 10, 30, 60, 20, 6, 25, "all", false},
	{"ses_pilates_wed_am", "Pilates Core", "pilates", "Nadia Frei", enge, time.Wednesday, 7, 30, 50, 10, 3, 32, "all", false},
	{"ses_pilates_wed_pm", "Pilates Reformer", "pilates", "Nadia Frei", enge, time.Wednesday, 18, 0, 50, 8, 2, 45, "advanced", false},
	{"ses_box_thu", "Boxing Fundamentals", "boxing", "Daniel Okafor", hardbruck, time.Thursday, 19, 0, 60, 16, 7, 30, "beginner", false},
	{"ses_box_sat", "Sparring", "boxing", "Daniel Okafor", hardbruck, time.Saturday, 11, 0, 60, 10, 1, 35, "advanced", false},
	{"ses_swim_mon", "Swim Technique", "swimming", "Claire Dubois", oerlikon, time.Monday, 19, 30, 60, 12, 4, 27, "all", false},
	{"ses_swim_thu", "Early Lanes", "swimming", "Claire Dubois", oerlikon, time.Thursday, 6, 30, 45, 12, 8, 22, "advanced", false},
	{"ses_trail_sun", "Uetliberg Trail Run", "running", "Jonas Meier", uetliberg, time.Sunday, 9, 0, 90, 18, 10, 0, "all", false},
	{"ses_run_tue", "Lake Intervals", "running", "Jonas Meier", seefeld, time.Tuesday, 6, 45, 60, 18, 12, 0, "advanced", false},
	{"ses_strength_mon", "Strength Foundations", "strength", "Ines Favre", hardbruck, time.Monday, 18, 0, 60, 12, 5, 29, "beginner", false},
	{"ses_strength_fri", "Barbell Club", "strength", "Ines Favre", hardbruck, time.Friday, 17, 0, 75, 10, 2, 34, "advanced", false},
	{"ses_swim_last", "Swim Technique", "swimming", "Claire Dubois", oerlikon, time.Monday, 19, 30, 60, 12, 0, 27, "all", true},
	{"ses_yoga_last", "Yoga Flow", "yoga", "Lena Brunner", seefeld, time.Saturday, 9, 0, 60, 14, 3, 28, "all", true},
}

// seedBookings are the places held at first: id, user, session.
var seedBookings = [][3]string{
	{"bkg_maya_swim", "maya", "ses_swim_mon"},
	{"bkg_maya_last", "maya", "ses_swim_last"},
	{"bkg_tom_spin", "tom", "ses_spin_fri"},
	{"bkg_tom_yoga", "tom", "ses_yoga_sat"},
	{"bkg_amir_box", "amir", "ses_box_sat"},
	{"bkg_sofia_trail", "sofia", "ses_trail_sun"},
}

// seedPeople are the members: id, name, town.
var seedPeople = [][3]string{
	{"maya", "Maya Keller", "Zürich"},
	{"tom", "Tom Fischer", "Zürich"},
	{"lena", "Lena Brunner", "Zürich"},
	{"amir", "Amir Haddad", "Winterthur"},
	{"sofia", "Sofia Rossi", "Lugano"},
	{"anna_b", "Anna Baumann", "Zürich"},
	{"anna_w", "Anna Weiss", "Basel"},
	{"jonas", "Jonas Meier", "Zürich"},
	{"priya", "Priya Nair", "Baden"},
}

func seedItems(now time.Time) ([]item, error) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, err
	}
	now = now.In(loc)
	sessions := map[string]Session{}
	var items []item
	for _, seed := range seedSessions {
		session := seed.session(now)
		sessions[session.ID] = session
		i, err := sessionItem(session)
		if err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	for _, b := range seedBookings {
		booked, err := bookingItems(b[1], seedBooking(b[0], sessions[b[2]], now))
		if err != nil {
			return nil, err
		}
		items = append(items, booked...)
	}
	social, err := socialItems(now)
	if err != nil {
		return nil, err
	}
	training, err := trainingItems(now)
	if err != nil {
		return nil, err
	}
	return appendPeople(slices.Concat(items, training, social))
}

func (s seedSession) session(now time.Time) Session {
	start := next(now, s.day, s.hour, s.minute)
	if s.past {
		start = start.AddDate(0, 0, -14)
	}
	return Session{
		ID: s.id, Name: s.name, Activity: s.activity, Coach: s.coach, Place: s.at.name, Lat: s.at.lat, Lon: s.at.lon,
		Start: start, Minutes: s.minutes, Places: s.places, PlacesLeft: s.left, PriceCHF: s.price, Level: s.level, Description: baseFields,
	}
}

func seedBooking(id string, s Session, now time.Time) Booking {
	return Booking{
		ID: id, SessionID: s.ID, SessionName: s.Name, Coach: s.Coach, Place: s.Place, Start: s.Start,
		Status: Booked, Created: now.AddDate(0, 0, -21).Truncate(time.Second),
	}
}

func appendPeople(items []item) ([]item, error) {
	for _, p := range seedPeople {
		i, err := withDoc(key(peoplePK, "PERSON#"+p[0]), Person{ID: p[0], Name: p[1], Town: p[2]})
		if err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	return items, nil
}

package api

import "time"

// seedCoach is somebody who leads sessions of the seed.
type seedCoach struct {
	id, name, headline string
	activities         []string
	languages          []string
	town               string
	years              int
	specialties        []string
	bio                string
	certifications     []Certification
	stats              CoachStats
}

var seedCoaches = []seedCoach{
	{"coa_lena_brunner", "Lena Brunner", "Yoga for every day", []string{"yoga"}, []string{"de", "en"}, "Zürich", 9, []string{"vinyasa", "back care", "beginners"},
		"Lena came to yoga from dancing. Her lessons are calm and exact, and she shows an easier and a harder form of each position.",
		[]Certification{{"Yoga teacher, 500 hours", 2016}, {"First aid", 2025}}, CoachStats{1480, 612, 4.9, 402}},
	{"coa_priya_nair", "Priya Nair", "Slow yoga, deep rest", []string{"yoga"}, []string{"en", "de", "ml"}, "Baden", 6, []string{"yin", "breathing", "sleep"},
		"Priya teaches long, quiet positions in the evening, and how to breathe in them.",
		[]Certification{{"Yoga teacher, 300 hours", 2019}, {"Yin yoga", 2021}}, CoachStats{720, 340, 4.8, 198}},
	{"coa_marco_steiner", "Marco Steiner", "Power on the bike", []string{"spinning"}, []string{"de", "it", "en"}, "Zürich", 11, []string{"power zones", "intervals"},
		"Marco raced on the road for years. He plans each lesson by power zones and explains them as he goes.",
		[]Certification{{"Indoor cycling instructor", 2014}, {"Endurance trainer", 2018}}, CoachStats{2210, 980, 4.6, 511}},
	{"coa_ines_favre", "Ines Favre", "Strength that lasts", []string{"strength", "spinning"}, []string{"fr", "de", "en"}, "Zürich", 8, []string{"barbell technique", "beginners", "mobility"},
		"Ines teaches lifting from the ground up: first the movement, then the weight.",
		[]Certification{{"Strength and conditioning coach", 2017}, {"First aid", 2024}}, CoachStats{1325, 547, 4.8, 305}},
	{"coa_nadia_frei", "Nadia Frei", "Pilates with precision", []string{"pilates"}, []string{"de", "fr"}, "Zürich", 13, []string{"reformer", "posture", "core"},
		"Nadia works with small groups and corrects each one. Reformer lessons are her favourite.",
		[]Certification{{"Pilates teacher, mat and reformer", 2012}}, CoachStats{2604, 733, 4.7, 420}},
	{"coa_daniel_okafor", "Daniel Okafor", "Boxing without bruises", []string{"boxing"}, []string{"en", "de"}, "Zürich", 10, []string{"footwork", "technique", "sparring"},
		"Daniel boxed as an amateur and now teaches footwork before fists. Sparring is by invitation and always light.",
		[]Certification{{"Boxing trainer, level 2", 2015}, {"First aid", 2025}}, CoachStats{1690, 428, 4.9, 377}},
	{"coa_claire_dubois", "Claire Dubois", "Swim longer with less", []string{"swimming"}, []string{"fr", "en"}, "Zürich", 15, []string{"freestyle", "open water", "video analysis"},
		"Claire swam for her university. She films each swimmer once a month and works on one thing at a time.",
		[]Certification{{"Swimming instructor", 2010}, {"Lifeguard", 2024}}, CoachStats{3120, 865, 4.8, 540}},
	{"coa_jonas_meier", "Jonas Meier", "Trails before breakfast", []string{"running"}, []string{"de", "en"}, "Zürich", 7, []string{"trail", "half marathon", "intervals"},
		"Jonas knows each path of the Uetliberg. His runs have a fast and an easy group, and nobody is left behind.",
		[]Certification{{"Running coach", 2018}, {"First aid", 2024}}, CoachStats{890, 412, 4.7, 266}},
}

func (s seedCoach) coach(now time.Time) Coach {
	return Coach{
		ID: s.id, Name: s.name, Headline: s.headline, Activities: s.activities, Languages: s.languages, Town: s.town, Years: s.years,
		Specialties: s.specialties, Bio: s.bio, Certifications: s.certifications,
		Image: imageURL("coaches", s.id, 1), Images: seedImages("coaches", s.id, "Club", []string{s.name, s.name + " in a session"}), Stats: s.stats,
		Links:      Links{Web: "https://coach.example/coaches/" + s.id},
		Provenance: Provenance{Source: "club_staff", SourceID: "staff/" + s.id, Licence: "proprietary", Revision: 5, Updated: now.AddDate(0, -1, 0).Truncate(time.Second), Verified: true},
	}
}

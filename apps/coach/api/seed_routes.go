package api

import (
	"fmt"
	"time"
)

// seedRoute is what the club's route team entered; the rest follows from it.
type seedRoute struct {
	id, name, activity, level, town string
	start, end                      string
	minutes, ascent, descent        int
	summary, description, transport string
	surface                         []Surface
	tags                            []string
	months                          []int
	images                          []string // what they show
	stats                           RouteStats
	points                          []Point
}

var seedRoutes = []seedRoute{
	{
		id: "rte_uetliberg_ridge", name: "Uetliberg Ridge", activity: "hike", level: "moderate", town: "Zürich", start: "Triemli", end: "Felsenegg",
		minutes: 150, ascent: 480, descent: 140,
		summary:     "From the edge of the city up to the Uetliberg and along the ridge, with the lake on one side.",
		description: "The path climbs through beech woods from Triemli to the summit of the Uetliberg. From there it follows the ridge to the south, mostly level, with views of the lake and the Alps. The last part to Felsenegg has little shade. After rain the first climb is slippery.",
		transport:   "Tram to Triemli; cable car and train back from Felsenegg.",
		surface:     []Surface{{"gravel", 62}, {"forest_path", 30}, {"asphalt", 8}},
		tags:        []string{"viewpoint", "forest", "ridge", "restaurant", "public transport"}, months: []int{3, 4, 5, 6, 9, 10, 11},
		images: []string{"The lake from the summit", "Beech woods above Triemli", "The ridge towards Felsenegg"},
		stats:  RouteStats{Completions: 2140, Saves: 655, Rating: 4.7, Ratings: 388, MedianMinutes: 156},
		points: []Point{{47.3655, 8.4955}, {47.3621, 8.4921}, {47.3582, 8.4946}, {47.3541, 8.4908}, {47.3496, 8.4912}, {47.3467, 8.4941}, {47.3412, 8.4929}, {47.3358, 8.4972}, {47.3301, 8.4985}, {47.3235, 8.5030}, {47.3171, 8.5041}, {47.3122, 8.5079}, {47.3092, 8.5070}},
	},
	{
		id: "rte_lake_promenade", name: "Lake Promenade", activity: "run", level: "easy", town: "Zürich", start: "Bürkliplatz", end: "Bürkliplatz",
		minutes: 38, ascent: 20, descent: 20,
		summary:     "A flat run along the eastern shore to Tiefenbrunnen and back.",
		description: "From Bürkliplatz over the bridge and along the quay to the Zürichhorn and Tiefenbrunnen, then back the same way. Water fountains stand every few hundred metres. On warm evenings the promenade is busy; early mornings are quiet.",
		transport:   "Trams and trains at both ends.",
		surface:     []Surface{{"asphalt", 70}, {"gravel", 30}},
		tags:        []string{"lake", "flat", "fountains", "lit at night", "stroller"}, months: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
		images: []string{"The quay at sunrise", "The meadow at the Zürichhorn"},
		stats:  RouteStats{Completions: 9312, Saves: 1204, Rating: 4.5, Ratings: 911, MedianMinutes: 36},
		points: []Point{{47.3664, 8.5411}, {47.3671, 8.5452}, {47.3629, 8.5468}, {47.3581, 8.5490}, {47.3535, 8.5525}, {47.3502, 8.5571}, {47.3480, 8.5605}, {47.3502, 8.5571}, {47.3535, 8.5525}, {47.3581, 8.5490}, {47.3629, 8.5468}, {47.3671, 8.5452}, {47.3664, 8.5411}},
	},
	{
		id: "rte_sihl_path", name: "Sihl River Path", activity: "run", level: "moderate", town: "Zürich", start: "Selnau", end: "Adliswil",
		minutes: 46, ascent: 60, descent: 20,
		summary:     "Up the Sihl from the city to Adliswil, in the shade for most of the way.",
		description: "The path keeps to the river from Selnau past the Brunau and Leimbach to Adliswil. It is nearly level and shaded. Some underpasses are flooded when the river is high.",
		transport:   "Train back from Adliswil every twenty minutes.",
		surface:     []Surface{{"gravel", 55}, {"asphalt", 45}},
		tags:        []string{"river", "shade", "flat", "one way"}, months: []int{3, 4, 5, 6, 7, 8, 9, 10, 11},
		images: []string{"The river at the Brunau", "The footbridge in Leimbach"},
		stats:  RouteStats{Completions: 3580, Saves: 402, Rating: 4.3, Ratings: 296, MedianMinutes: 47},
		points: []Point{{47.3719, 8.5318}, {47.3662, 8.5297}, {47.3601, 8.5239}, {47.3538, 8.5262}, {47.3469, 8.5241}, {47.3398, 8.5193}, {47.3335, 8.5195}, {47.3262, 8.5176}, {47.3190, 8.5214}, {47.3125, 8.5235}},
	},
	{
		id: "rte_greifensee_loop", name: "Greifensee Loop", activity: "ride", level: "easy", town: "Uster", start: "Niederuster", end: "Niederuster",
		minutes: 65, ascent: 90, descent: 90,
		summary:     "Around the Greifensee on cycle paths, through reeds and villages.",
		description: "A loop around the lake on marked cycle paths. The western shore by Maur rolls a little; the rest is flat. Parts of the northern shore are shared with walkers, who go first. There are bathing places in Niederuster, Maur and Egg.",
		transport:   "Train to Uster, then ten minutes by bicycle.",
		surface:     []Surface{{"asphalt", 80}, {"gravel", 20}},
		tags:        []string{"lake", "loop", "family", "bathing"}, months: []int{4, 5, 6, 7, 8, 9, 10},
		images: []string{"Reeds near Fällanden", "The castle in Greifensee", "The bathing place in Maur"},
		stats:  RouteStats{Completions: 1875, Saves: 530, Rating: 4.6, Ratings: 241, MedianMinutes: 68},
		points: []Point{{47.3490, 8.6905}, {47.3578, 8.6862}, {47.3650, 8.6790}, {47.3722, 8.6720}, {47.3778, 8.6601}, {47.3745, 8.6472}, {47.3668, 8.6480}, {47.3571, 8.6568}, {47.3462, 8.6640}, {47.3379, 8.6741}, {47.3301, 8.6849}, {47.3282, 8.6975}, {47.3349, 8.7021}, {47.3428, 8.6968}, {47.3490, 8.6905}},
	},
}

func (s seedRoute) route(now time.Time) Route {
	first, last := s.points[0], s.points[len(s.points)-1]
	return Route{
		ID: s.id, Name: s.name, Activity: s.activity, Level: s.level, KM: rounded(lengthKM(s.points)), Minutes: s.minutes,
		AscentM: s.ascent, DescentM: s.descent, Town: s.town, Start: Spot{s.start, first}, End: Spot{s.end, last}, Loop: first == last,
		Summary: s.summary, Description: s.description, Transport: s.transport, Surface: s.surface, Tags: s.tags, BestMonths: s.months,
		Image: imageURL("routes", s.id, 1), Images: seedImages("routes", s.id, "Club route team", s.images),
		Polyline: polyline(s.points), Waypoints: s.points, Bounds: boundsOf(s.points), Stats: s.stats,
		Links:      Links{Web: "https://coach.example/routes/" + s.id, GPX: "https://coach.example/routes/" + s.id + ".gpx"},
		Provenance: Provenance{Source: "club_route_team", SourceID: "survey/" + s.id, Licence: "CC-BY-4.0", Revision: 3, Updated: now.AddDate(0, -2, 0).Truncate(time.Second), Verified: true},
	}
}

func imageURL(kind, id string, n int) string {
	return fmt.Sprintf("https://images.coach.example/%s/%s/%d.jpg", kind, id, n)
}

func seedImages(kind, id, credit string, alts []string) []Image {
	images := make([]Image, len(alts))
	for i, alt := range alts {
		images[i] = Image{URL: imageURL(kind, id, i+1), Width: 1600, Height: 1067, Alt: alt, Credit: credit}
	}
	return images
}

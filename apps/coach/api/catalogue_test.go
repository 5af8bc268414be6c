package api_test

import (
	"strings"
	"testing"
)

// ids lists the ids of an answer's records, in order.
func ids(v map[string]any, list string) string {
	var all []string
	records, _ := v[list].([]any)
	for _, r := range records {
		all = append(all, r.(map[string]any)["id"].(string))
	}
	return strings.Join(all, " ")
}

func TestSearchRoutes(t *testing.T) {
	c := open(t)
	cases := map[string]struct {
		query, want string
		total       float64
	}{
		"all, by name":            {"", "rte_greifensee_loop rte_lake_promenade rte_sihl_path rte_uetliberg_ridge", 4},
		"for a run":               {"activity=run", "rte_lake_promenade rte_sihl_path", 2},
		"by words":                {"q=lake+flat", "rte_lake_promenade", 1},
		"by level":                {"level=moderate&activity=hike", "rte_uetliberg_ridge", 1},
		"by length":               {"min_km=6.5&max_km=10", "rte_sihl_path rte_uetliberg_ridge", 2},
		"the nearest first":       {"lat=47.3711&lon=8.5191", "rte_sihl_path rte_lake_promenade rte_uetliberg_ridge rte_greifensee_loop", 4},
		"within a radius":         {"lat=47.3711&lon=8.5191&radius_km=2", "rte_sihl_path rte_lake_promenade rte_uetliberg_ridge", 3},
		"only so many":            {"limit=1", "rte_greifensee_loop", 4},
		"none":                    {"q=matterhorn", "", 0},
		"none within this radius": {"lat=46.0&lon=8.9&radius_km=5", "", 0},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(call{method: "GET", path: "/v1/routes?" + k.query})
			if got := ids(v, "routes"); status != 200 || got != k.want || v["total"] != k.total {
				t.Errorf("status %d, %v routes %q, want %v %q", status, v["total"], got, k.total, k.want)
			}
		})
	}
}

func TestARouteTellsHowFarAwayItIs(t *testing.T) {
	c := open(t)
	_, v := c.do(call{method: "GET", path: "/v1/routes?lat=47.3664&lon=8.5411&limit=1"})
	if nearest := v["routes"].([]any)[0].(map[string]any); nearest["away_km"] != 0.0 {
		t.Errorf("the nearest route is %v km away", nearest["away_km"])
	}
	status, route := c.do(call{method: "GET", path: "/v1/routes/rte_lake_promenade"})
	if _, has := route["away_km"]; has || status != 200 || route["loop"] != true || route["km"] != 5.59 {
		t.Errorf("route = %d %v", status, route)
	}
}

func TestSearchCoaches(t *testing.T) {
	c := open(t)
	for query, want := range map[string]string{
		"activity=yoga":               "coa_lena_brunner coa_priya_nair",
		"activity=yoga&language=ml":   "coa_priya_nair",
		"q=reformer":                  "coa_nadia_frei",
		"q=claire":                    "coa_claire_dubois",
		"language=it":                 "coa_marco_steiner",
		"activity=boxing&language=fr": "",
	} {
		status, v := c.do(call{method: "GET", path: "/v1/coaches?" + query})
		if got := ids(v, "coaches"); status != 200 || got != want {
			t.Errorf("%s gives %d %q, want %q", query, status, got, want)
		}
	}
	status, coach := c.do(call{method: "GET", path: "/v1/coaches/coa_jonas_meier"})
	if status != 200 || coach["name"] != "Jonas Meier" || coach["bio"] == "" {
		t.Errorf("coach = %d %v", status, coach)
	}
}

func TestSessionPlaces(t *testing.T) {
	c := open(t)
	status, v := c.do(call{method: "GET", path: "/v1/sessions/ses_spin_fri/places"})
	if status != 200 || v["places"] != 20.0 || v["places_left"] != 0.0 || v["waiting"] != 0.0 || v["session_name"] != "Spin Power" {
		t.Errorf("places = %d %v", status, v)
	}
	c.book("maya", "ses_yoga_sat")
	if _, v := c.do(call{method: "GET", path: "/v1/sessions/ses_yoga_sat/places"}); v["places_left"] != 4.0 {
		t.Errorf("after a booking, places = %v", v)
	}
}

func TestCatalogueRefusals(t *testing.T) {
	c := open(t)
	get := func(path string) call { return call{method: "GET", path: path} }
	off := func(path string) call { return call{method: "GET", path: path, offSpec: true} }
	c.refuses(t, map[string]refused{
		"places of no session":       {get("/v1/sessions/ses_nope/places"), 404, "not_found"},
		"a route that is none":       {get("/v1/routes/rte_nope"), 404, "not_found"},
		"another's own route":        {get("/v1/routes/rte_tom_commute"), 404, "not_found"},
		"a coach that is none":       {get("/v1/coaches/coa_nope"), 404, "not_found"},
		"a radius without a place":   {get("/v1/routes?radius_km=2"), 400, "validation_failed"},
		"half a place":               {get("/v1/routes?lat=47"), 400, "validation_failed"},
		"least above greatest":       {get("/v1/routes?min_km=9&max_km=2"), 400, "validation_failed"},
		"a latitude beyond the pole": {off("/v1/routes?lat=91&lon=8"), 400, "validation_failed"},
		"a longitude that is none":   {off("/v1/routes?lat=47&lon=NaN"), 400, "validation_failed"},
		"a radius too large":         {off("/v1/routes?lat=47&lon=8&radius_km=101"), 400, "validation_failed"},
		"a length that is none":      {off("/v1/routes?min_km=far"), 400, "validation_failed"},
		"a greatest length below 0":  {off("/v1/routes?max_km=-1"), 400, "validation_failed"},
		"an activity that is none":   {off("/v1/routes?activity=fly"), 400, "validation_failed"},
		"a level that is none":       {off("/v1/routes?level=9"), 400, "validation_failed"},
		"a limit of none":            {off("/v1/routes?limit=0"), 400, "validation_failed"},
		"a limit too large":          {off("/v1/routes?limit=51"), 400, "validation_failed"},
		"a coach of nothing known":   {off("/v1/coaches?activity=chess"), 400, "validation_failed"},
		"a language in words":        {off("/v1/coaches?language=German"), 400, "validation_failed"},
	})
}

// refused is a call that the API must turn down, and how.
type refused struct {
	call   call
	status int
	code   string
}

func (c *club) refuses(t *testing.T, cases map[string]refused) {
	t.Helper()
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			status, v := c.do(k.call)
			if status != k.status || v["code"] != k.code || v["detail"] == "" {
				t.Errorf("got %d %v, want %d %s", status, v, k.status, k.code)
			}
		})
	}
}

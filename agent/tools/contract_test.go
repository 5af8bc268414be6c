package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"troth/agent/identity"
	"troth/agent/tools"
	"troth/agent/turn"
)

// saying is a gateway that answers everything alike, and keeps what it was sent.
type saying struct {
	answer tools.GatewayAnswer
	err    error
	sent   *tools.GatewayCall
}

func (s *saying) Call(_ context.Context, c tools.GatewayCall) (tools.GatewayAnswer, error) {
	s.sent = &c
	return s.answer, s.err
}

func ok(body string) tools.GatewayAnswer {
	return tools.GatewayAnswer{Body: body, Status: 200, Answered: true, Sent: true}
}

func failed(status int, body string) tools.GatewayAnswer {
	return tools.GatewayAnswer{Body: body, Status: status, IsError: true, Answered: true, Sent: true}
}

// ticking is a clock that moves on by a millisecond at each look.
func ticking() func() time.Time {
	at := time.Date(2026, 12, 4, 9, 0, 0, 0, time.UTC)
	return func() time.Time { at = at.Add(time.Millisecond); return at }
}

func newCaller(t testing.TB, g tools.Gateway) *tools.Caller {
	t.Helper()
	private, _, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	signer, err := identity.NewSigner(private, ticking())
	if err != nil {
		t.Fatal(err)
	}
	return &tools.Caller{Catalogue: shop(t), Gateway: g, Signer: signer, Permit: allowing{}, Limiter: allowing{}, Now: ticking()}
}

// input is a call by maya in Zurich, with every tool on offer.
func input(t testing.TB, tool, args string) turn.ToolInput {
	t.Helper()
	call := turn.ToolCall{ID: "c1", Tool: tool}
	if err := json.Unmarshal([]byte(args), &call.Args); err != nil {
		t.Fatal(err)
	}
	zurich := time.FixedZone("Europe/Zurich", 3600)
	return turn.ToolInput{Call: call, Turn: turn.Turn{
		ID: "turn-1", App: "shop", User: turn.User{ID: "maya"}, Location: &turn.Location{Lat: 47.4, Lon: 8.5},
		Clock:    turn.NewClock(time.Date(2026, 12, 4, 23, 30, 0, 0, time.UTC), zurich),
		Contract: turn.Contract{Tools: []string{"searchThings", "nearestShop", "getThing", "listOrders", "orderThing", "cancelOrder"}},
	}}
}

const goodOrder = `{"thing_id":"t1","day":"2026-12-05"}`

func TestCallsThatAreNotSent(t *testing.T) {
	guest := func(in *turn.ToolInput) { in.Turn.User = turn.User{} }
	cases := map[string]struct {
		tool, args string
		change     func(*turn.ToolInput)
		code, text string
	}{
		"no such tool":           {"dropTable", `{}`, nil, tools.CodeUnknownTool, "searchThings"},
		"not on offer":           {"getThing", `{"thing_id":"t1"}`, func(in *turn.ToolInput) { in.Turn.Contract.Tools = []string{"listOrders"} }, tools.CodeUnknownTool, "listOrders"},
		"user tool for a guest":  {"listOrders", `{}`, guest, tools.CodeUnknownTool, "sign in"},
		"no location":            {"nearestShop", `{}`, func(in *turn.ToolInput) { in.Turn.Location = nil }, tools.CodeNoLocation, "Ask the user"},
		"missing argument":       {"orderThing", `{"day":"2026-12-05"}`, nil, tools.CodeInvalid, "thing_id"},
		"wrong type":             {"orderThing", `{"thing_id":7,"day":"2026-12-05"}`, nil, tools.CodeInvalid, "thing_id: got number, want string"},
		"wrong format":           {"orderThing", `{"thing_id":"t1","day":"Saturday"}`, nil, tools.CodeInvalid, "day: "},
		"a date that never is":   {"orderThing", `{"thing_id":"t1","day":"2026-02-30"}`, nil, tools.CodeInvalid, "day: "},
		"unknown argument":       {"orderThing", `{"thing_id":"t1","day":"2026-12-05","for":"tom"}`, nil, tools.CodeInvalid, "'for'"},
		"not one of the enum":    {"searchThings", `{"tag":["old"]}`, nil, tools.CodeInvalid, "tag.0: "},
		"on the limit":           {"searchThings", `{"below":0}`, nil, tools.CodeInvalid, "below: "},
		"no arguments at all":    {"getThing", `null`, nil, tools.CodeInvalid, "thing_id"},
		"path that climbs":       {"getThing", `{"thing_id":".."}`, nil, tools.CodeInvalid, "thing_id: "},
		"path that climbs later": {"getThing", `{"thing_id":"t1/../../orders"}`, nil, tools.CodeInvalid, "thing_id: "},
		"empty path":             {"getThing", `{"thing_id":""}`, nil, tools.CodeInvalid, "thing_id: "},
		"header of ours":         {"getThing", `{"thing_id":"t1","x-troth-user":"tom"}`, nil, tools.CodeInvalid, "x-troth-user"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			gateway, in := &saying{answer: ok(`{}`)}, input(t, c.tool, c.args)
			if c.change != nil {
				c.change(&in)
			}
			r := newCaller(t, gateway).Call(t.Context(), in)
			if r.Status != turn.Refused || r.Code != c.code || !strings.Contains(r.Text, c.text) || r.Receipt != nil {
				t.Errorf("result = %+v, want %s with %q", r, c.code, c.text)
			}
			if gateway.sent != nil {
				t.Errorf("it was sent: %+v", gateway.sent)
			}
		})
	}
}

func TestWhatAnAnswerMeans(t *testing.T) {
	cases := map[string]struct {
		answer      tools.GatewayAnswer
		err         error
		read, write string // status and code
	}{
		"ok":                     {ok(`{"id":"t1","number":7}`), nil, "ok ", "ok "},
		"without its record":     {ok(`{"id":"t1"}`), nil, "ok ", "unknown no_record"},
		"no JSON":                {ok("fine"), nil, "ok ", "unknown no_record"},
		"empty":                  {ok(" \n"), nil, "ok ", "unknown empty_body"},
		"not found":              {failed(404, "no such thing"), nil, "error http_404", "error http_404"},
		"redirect":               {failed(302, ""), nil, "error http_302", "error http_302"},
		"broken":                 {failed(500, ""), nil, "error http_500", "error http_500"},
		"overloaded":             {failed(503, "later"), nil, "error http_503", "error http_503"},
		"lost by a proxy":        {failed(502, ""), nil, "error no_answer", "unknown no_answer"},
		"too slow for a proxy":   {failed(504, ""), nil, "error no_answer", "unknown no_answer"},
		"API gone, not sent":     {tools.GatewayAnswer{IsError: true}, nil, "error not_sent", "error not_sent"},
		"API gone, sent":         {tools.GatewayAnswer{IsError: true, Sent: true}, nil, "error no_answer", "unknown no_answer"},
		"gateway gone, not sent": {tools.GatewayAnswer{}, fmt.Errorf("%w: refused", tools.ErrNotSent), "error not_sent", "error not_sent"},
		"gateway gone, sent":     {tools.GatewayAnswer{}, errors.New("EOF"), "error no_answer", "unknown no_answer"},
		"a gateway without meta": {tools.GatewayAnswer{Body: "no", IsError: true, Answered: true, Sent: true}, nil, "error tool_error", "error tool_error"},
	}
	for name, c := range cases {
		for tool, want := range map[string]string{"getThing": c.read, "orderThing": c.write} {
			t.Run(name+"/"+tool, func(t *testing.T) {
				args := map[string]string{"getThing": `{"thing_id":"t1"}`, "orderThing": goodOrder}[tool]
				r := newCaller(t, &saying{answer: c.answer, err: c.err}).Call(t.Context(), input(t, tool, args))
				if got := string(r.Status) + " " + r.Code; got != want {
					t.Errorf("result = %s, want %s", got, want)
				}
				if r.Status != turn.OK && (r.Text == "" || r.Receipt != nil) || r.Call != "c1" || r.Tool != tool || r.Millis <= 0 {
					t.Errorf("result = %+v", r)
				}
				if c.answer.Body != "" && r.Status == turn.Error && r.Text != c.answer.Body {
					t.Errorf("text = %q, want the API's own", r.Text)
				}
				if receipt := r.Receipt != nil; receipt != (want == "ok " && tool == "orderThing") {
					t.Errorf("receipt = %+v", r.Receipt)
				}
			})
		}
	}
}

func TestReceipt(t *testing.T) {
	gateway := &saying{answer: ok(`{"number":12345678901234567890,"thing_id":"t1","day":"2026-12-05","paid":true}`)}
	r := newCaller(t, gateway).Call(t.Context(), input(t, "orderThing", `{"day":"2026-12-05","thing_id":"t1","buyer":"tom"}`))
	got := r.Receipt
	if got == nil || got.Does != "order" || got.Call != "c1" || got.At.IsZero() || !reflect.DeepEqual(got.Nouns, []string{"thing"}) {
		t.Fatalf("receipt = %+v", got)
	}
	if got.Record == nil || got.Record.ID != "12345678901234567890" || got.Record.Type != "order" || got.Record.Data["paid"] != true {
		t.Errorf("record = %+v", got.Record)
	}
	if want := tools.Digest(map[string]any{"thing_id": "t1", "day": "2026-12-05"}); got.Digest != want {
		t.Errorf("digest = %s, want %s: that of what the model chose", got.Digest, want)
	}
	if want := `{"day":"2026-12-05 (Saturday)","number":12345678901234567890,"thing_id":"t1"}`; string(r.Data) != want {
		t.Errorf("data = %s, want %s", r.Data, want)
	}
}

func TestWhatTheModelIsShown(t *testing.T) {
	const thing = `{"id":"t1","name":"Lamp","since":"2026-12-05T09:00:00+01:00","cost":3}`
	const shown = `{"id":"t1","name":"Lamp","since":"2026-12-05T09:00:00+01:00 (Saturday)"}`
	cases := map[string]struct {
		tool, args, body, want string
		records                int
	}{
		"one":                   {"getThing", `{"thing_id":"t1"}`, thing, shown, 1},
		"list":                  {"searchThings", `{}`, `{"things":[` + thing + `,7],"total":1}`, `{"things":[` + shown + `],"total":1}`, 1},
		"empty list":            {"searchThings", `{}`, `{"things":[],"total":0}`, `{"things":[],"total":0}`, 0},
		"no list":               {"searchThings", `{}`, `{"total":0}`, `{"total":0}`, 0},
		"null":                  {"searchThings", `{}`, `null`, `null`, 0},
		"answer that is a list": {"listOrders", `{}`, `[{"number":7,"thing_id":"t1","card":"4711"}]`, `[{"number":7,"thing_id":"t1"}]`, 1},
		"without an id":         {"getThing", `{"thing_id":"t1"}`, `{"name":"Lamp"}`, `{"name":"Lamp"}`, 0},
		"no JSON":               {"getThing", `{"thing_id":"t1"}`, `Lamp`, `"Lamp"`, 0},
		"two JSONs":             {"getThing", `{"thing_id":"t1"}`, `{} {}`, `"{} {}"`, 0},
		"dates deep inside":     {"nearestShop", `{}`, `{"open":[{"day":"2024-02-29","at":"9:00","no":"2026-02-30"}]}`, `{"open":[{"at":"9:00","day":"2024-02-29 (Thursday)","no":"2026-02-30"}]}`, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := newCaller(t, &saying{answer: ok(c.body)}).Call(t.Context(), input(t, c.tool, c.args))
			if r.Status != turn.OK || string(r.Data) != c.want || len(r.Records) != c.records {
				t.Errorf("result = %s %s, %d records\nwant data %s, %d records", r.Status, r.Data, len(r.Records), c.want, c.records)
			}
		})
	}
}

func TestInjected(t *testing.T) {
	gateway := &saying{answer: ok(`{}`)}
	call := newCaller(t, gateway)
	r := call.Call(t.Context(), input(t, "searchThings", `{"q":"lamp","lat":1,"lon":2}`))
	if want := map[string]any{"q": "lamp", "lat": 47.4, "lon": 8.5}; !reflect.DeepEqual(gateway.sent.Args, want) {
		t.Errorf("sent %v, want %v", gateway.sent.Args, want)
	}
	want := []string{"dropped lat from the model: code sets it", "dropped lon from the model: code sets it", "set lat from location.lat", "set lon from location.lon", "trimmed: 2 bytes of 2"}
	if !reflect.DeepEqual(r.Notes, want) {
		t.Errorf("notes = %q, want %q", r.Notes, want)
	}
	if gateway.sent.Token != "" {
		t.Error("a tool without identity carries a token")
	}
	in := input(t, "searchThings", `{}`)
	in.Turn.Location = nil
	if r = call.Call(t.Context(), in); r.Status != turn.OK || len(gateway.sent.Args) != 0 {
		t.Errorf("without a location: %+v, sent %v", r, gateway.sent.Args)
	}
}

func TestTheSameActHasTheSameKey(t *testing.T) {
	key := func(turnID, args string) any {
		gateway, in := &saying{answer: ok(`{"number":7}`)}, input(t, "orderThing", args)
		in.Turn.ID = turnID
		if r := newCaller(t, gateway).Call(t.Context(), in); r.Status != turn.OK || gateway.sent.Token == "" || gateway.sent.Args["buyer"] != "maya" {
			t.Fatalf("result %+v, sent %+v", r, gateway.sent)
		}
		return gateway.sent.Args["Idempotency-Key"]
	}
	first := key("turn-1", goodOrder)
	for name, again := range map[string]any{
		"other order":          key("turn-1", `{"day":"2026-12-05","thing_id":"t1"}`),
		"a key from the model": key("turn-1", `{"thing_id":"t1","day":"2026-12-05","Idempotency-Key":"mine"}`),
	} {
		if again != first {
			t.Errorf("%s: %v, want %v", name, again, first)
		}
	}
	for name, other := range map[string]any{"other turn": key("turn-2", goodOrder), "other day": key("turn-1", `{"thing_id":"t1","day":"2026-12-06"}`)} {
		if other == first {
			t.Errorf("%s has the same key", name)
		}
	}
}

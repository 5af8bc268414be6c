package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"
	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"troth/agent/app"
	"troth/agent/problem"
	"troth/agent/tools"
	"troth/agent/turn"
)

const client = "client-1"

// pool is a user pool: a real key set over HTTP, and a signer.
type pool struct {
	url string
	key *rsa.PrivateKey
}

func newPool(t *testing.T) *pool {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "k1", Algorithm: "RS256", Use: "sig"}}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewEncoder(w).Encode(public); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	return &pool{url: server.URL, key: key}
}

func (p *pool) token(t *testing.T, claims map[string]any) string {
	t.Helper()
	all := map[string]any{"iss": p.url, "aud": client, "exp": time.Now().Add(time.Hour).Unix(), "token_use": "id", "cognito:username": "maya", "name": "Maya"}
	for name, v := range claims {
		all[name] = v
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: p.key, KeyID: "k1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(all).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// system stands in for Step Functions and the table: an execution that starts
// has its reply at once, unless it is silent.
type system struct {
	started []sfn.StartExecutionInput
	replies map[string]turn.Reply
	silent  bool
	status  types.ExecutionStatus
	err     error
}

func (s *system) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	if s.err != nil {
		return nil, s.err
	}
	if _, again := s.replies[*in.Name]; again {
		return nil, &types.ExecutionAlreadyExists{}
	}
	s.started = append(s.started, *in)
	if !s.silent {
		s.replies[*in.Name] = turn.Reply{Turn: *in.Name, Text: "Hello"}
	}
	return &sfn.StartExecutionOutput{}, nil
}

func (s *system) DescribeExecution(context.Context, *sfn.DescribeExecutionInput, ...func(*sfn.Options)) (*sfn.DescribeExecutionOutput, error) {
	return &sfn.DescribeExecutionOutput{Status: s.status}, nil
}

func (s *system) History(context.Context, turn.User, string, int) ([]turn.Exchange, int64, error) {
	return []turn.Exchange{{User: "Hi"}}, 1, nil
}

func (s *system) Reply(_ context.Context, user turn.User, id string) (turn.Reply, bool, error) {
	r, found := s.replies[id]
	return r, found && user.ID == "maya", nil
}

func testHandler(t *testing.T) (*handler, *system, *pool) {
	t.Helper()
	p := newPool(t)
	s := &system{replies: map[string]turn.Reply{}}
	ids := 0
	return &handler{
		app: app.App{
			Name: "coach", Zone: "Europe/Zurich", Message: app.Message{MaxChars: 20}, History: app.History{Turns: 5},
			Budget: app.Budget{Steps: 8, Corrections: 2, ToolCalls: 16, Seconds: 60},
		},
		model: "script", catalogue: &tools.Catalogue{}, tokens: newVerifier(context.Background(), p.url, client),
		table: s, workflow: s, machine: "arn:aws:states:us-east-1:000000000000:stateMachine:turn",
		patience: time.Minute,
		now:      func() time.Time { return time.Date(2026, 12, 4, 23, 30, 0, 0, time.UTC) },
		after:    func(time.Duration) <-chan time.Time { c := make(chan time.Time, 1); c <- time.Time{}; return c },
		newID:    func() string { ids++; return "m" + string(rune('0'+ids)) },
		log:      slog.New(slog.NewTextHandler(io.Discard, nil)),
	}, s, p
}

func post(token, body string) events.APIGatewayV2HTTPRequest {
	e := events.APIGatewayV2HTTPRequest{RawPath: "/v1/chat", Body: body, Headers: map[string]string{"content-type": "application/json"}}
	e.RequestContext.HTTP.Method = http.MethodPost
	if token != "" {
		e.Headers["authorization"] = "Bearer " + token
	}
	return e
}

func handle(t *testing.T, h *handler, e events.APIGatewayV2HTTPRequest) events.APIGatewayV2HTTPResponse {
	t.Helper()
	r, err := h.Handle(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestChatWritesTheContract(t *testing.T) {
	h, s, p := testHandler(t)
	r := handle(t, h, post(p.token(t, nil), `{"message":" Hello ","location":{"lat":47.3,"lon":8.5}}`))
	if r.StatusCode != http.StatusOK || !strings.Contains(r.Body, `"reply":"Hello"`) {
		t.Fatalf("response = %d %s", r.StatusCode, r.Body)
	}
	var input struct{ Turn turn.Turn }
	if err := json.Unmarshal([]byte(*s.started[0].Input), &input); err != nil {
		t.Fatal(err)
	}
	got := input.Turn
	if got.User.ID != "maya" || got.Message.Text != "Hello" || got.Clock.Weekday != "Saturday" || got.Location.Lat != 47.3 || got.Head != 1 || len(got.History) != 1 {
		t.Errorf("turn = %+v", got)
	}
	if want := time.Date(2026, 12, 4, 23, 31, 0, 0, time.UTC); !got.Contract.Deadline.Equal(want) || got.Contract.Budget.Steps != 8 {
		t.Errorf("contract = %+v, want the deadline %v", got.Contract, want)
	}
	if *s.started[0].Name != got.ID {
		t.Errorf("the execution is called %q, the turn %q", *s.started[0].Name, got.ID)
	}
}

func TestAMessageSentTwiceIsOneTurn(t *testing.T) {
	h, s, p := testHandler(t)
	body := `{"message":"Hello","message_id":"m-1"}`
	first := handle(t, h, post(p.token(t, nil), body))
	second := handle(t, h, post(p.token(t, nil), body))
	if len(s.started) != 1 || first.Body != second.Body {
		t.Errorf("%d executions; replies %s and %s", len(s.started), first.Body, second.Body)
	}
}

func TestChatRefuses(t *testing.T) {
	h, s, p := testHandler(t)
	good := p.token(t, nil)
	stranger := newPool(t)
	with := func(e events.APIGatewayV2HTTPRequest, change func(*events.APIGatewayV2HTTPRequest)) events.APIGatewayV2HTTPRequest {
		change(&e)
		return e
	}
	ok := `{"message":"Hello"}`
	cases := map[string]struct {
		event  events.APIGatewayV2HTTPRequest
		status int
		code   string
	}{
		"no token":             {post("", ok), 401, "missing_token"},
		"nonsense token":       {post("abc", ok), 401, "bad_token"},
		"no scheme":            {with(post(good, ok), func(e *events.APIGatewayV2HTTPRequest) { e.Headers["authorization"] = good }), 401, "bad_token"},
		"expired token":        {post(p.token(t, map[string]any{"exp": 1}), ok), 401, "bad_token"},
		"other client":         {post(p.token(t, map[string]any{"aud": "other"}), ok), 401, "bad_token"},
		"other issuer":         {post(p.token(t, map[string]any{"iss": "https://evil.example"}), ok), 401, "bad_token"},
		"other key":            {post(stranger.token(t, map[string]any{"iss": p.url}), ok), 401, "bad_token"},
		"unsigned token":       {post("eyJhbGciOiJub25lIn0.eyJzdWIiOiJtYXlhIn0.", ok), 401, "bad_token"},
		"access token":         {post(p.token(t, map[string]any{"token_use": "access"}), ok), 401, "bad_token"},
		"no user in it":        {post(p.token(t, map[string]any{"cognito:username": ""}), ok), 401, "bad_token"},
		"wrong content type":   {with(post(good, ok), func(e *events.APIGatewayV2HTTPRequest) { e.Headers["content-type"] = "text/plain" }), 415, "wrong_content_type"},
		"no content type":      {with(post(good, ok), func(e *events.APIGatewayV2HTTPRequest) { delete(e.Headers, "content-type") }), 415, "wrong_content_type"},
		"malformed JSON":       {post(good, `{"message":`), 400, "bad_json"},
		"no JSON object":       {post(good, `"Hello"`), 400, "bad_json"},
		"two objects":          {post(good, ok+ok), 400, "bad_json"},
		"empty body":           {post(good, ""), 400, "bad_json"},
		"not UTF-8":            {post(good, "{\"message\":\"\xff\"}"), 400, "bad_json"},
		"broken base64":        {with(post(good, "%%%"), func(e *events.APIGatewayV2HTTPRequest) { e.IsBase64Encoded = true }), 400, "bad_body"},
		"unknown field":        {post(good, `{"message":"Hello","user":"tom"}`), 400, "unknown_field"},
		"number for message":   {post(good, `{"message":7}`), 400, "invalid_field"},
		"no message":           {post(good, `{}`), 400, "empty_message"},
		"blank message":        {post(good, `{"message":" \n"}`), 400, "empty_message"},
		"over-long message":    {post(good, `{"message":"`+strings.Repeat("é", 21)+`"}`), 413, "message_too_long"},
		"over-large body":      {post(good, `{"message":"`+strings.Repeat("a", 256<<10)+`"}`), 413, "body_too_large"},
		"bad conversation":     {post(good, `{"message":"Hello","conversation":"a#b"}`), 400, "invalid_field"},
		"bad message id":       {post(good, `{"message":"Hello","message_id":"a b"}`), 400, "invalid_field"},
		"bad locale":           {post(good, `{"message":"Hello","locale":"!!"}`), 400, "invalid_field"},
		"bad time zone":        {post(good, `{"message":"Hello","time_zone":"Mars/North"}`), 400, "invalid_field"},
		"location off the map": {post(good, `{"message":"Hello","location":{"lat":91,"lon":0}}`), 400, "invalid_field"},
		"wrong method":         {with(post(good, ok), func(e *events.APIGatewayV2HTTPRequest) { e.RequestContext.HTTP.Method = "GET" }), 405, "method_not_allowed"},
		"unknown path":         {with(post(good, ok), func(e *events.APIGatewayV2HTTPRequest) { e.RawPath = "/v1/nope" }), 404, "not_found"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := handle(t, h, c.event)
			var got problem.Problem
			if err := json.Unmarshal([]byte(r.Body), &got); err != nil {
				t.Fatalf("%v: %s", err, r.Body)
			}
			if r.StatusCode != c.status || got.Code != c.code || got.Status != c.status || got.Detail == "" {
				t.Errorf("got %d %+v, want %d %s", r.StatusCode, got, c.status, c.code)
			}
			if r.Headers["content-type"] != "application/problem+json" {
				t.Errorf("content type is %q", r.Headers["content-type"])
			}
			if len(s.started) != 0 {
				t.Error("a turn was started")
			}
		})
	}
}

func TestATurnThatTakesLongIsToldWhereItsReplyWillBe(t *testing.T) {
	h, s, p := testHandler(t)
	h.patience, s.silent, s.status = 0, true, types.ExecutionStatusRunning
	r := handle(t, h, post(p.token(t, nil), `{"message":"Hello"}`))
	if r.StatusCode != http.StatusAccepted || !strings.HasPrefix(r.Headers["location"], "/v1/turns/turn-") {
		t.Errorf("response = %d %+v", r.StatusCode, r.Headers)
	}
}

func TestATurnThatDiedIsToldToBeUnknown(t *testing.T) {
	h, s, p := testHandler(t)
	h.patience, s.silent, s.status = 0, true, types.ExecutionStatusFailed
	r := handle(t, h, post(p.token(t, nil), `{"message":"Hello"}`))
	if r.StatusCode != http.StatusOK || !strings.Contains(r.Body, "I can't say what was done") || !strings.Contains(r.Body, "turn_lost") {
		t.Errorf("response = %d %s", r.StatusCode, r.Body)
	}
}

func TestATurnThatCantStartSaysThatNothingWasDone(t *testing.T) {
	h, s, p := testHandler(t)
	s.err = &types.StateMachineDoesNotExist{}
	r := handle(t, h, post(p.token(t, nil), `{"message":"Hello"}`))
	if r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(r.Body, "not_started") {
		t.Errorf("response = %d %s", r.StatusCode, r.Body)
	}
}

func TestAnotherUsersTurnIsNotFound(t *testing.T) {
	h, s, p := testHandler(t)
	s.replies["turn-1"] = turn.Reply{Text: "Hello"}
	get := post(p.token(t, nil), "")
	get.RequestContext.HTTP.Method, get.RawPath = http.MethodGet, "/v1/turns/turn-1"
	if r := handle(t, h, get); r.StatusCode != http.StatusOK {
		t.Errorf("the owner gets %d %s", r.StatusCode, r.Body)
	}
	get.Headers["authorization"] = "Bearer " + p.token(t, map[string]any{"cognito:username": "tom"})
	if r := handle(t, h, get); r.StatusCode != http.StatusNotFound {
		t.Errorf("another user gets %d %s", r.StatusCode, r.Body)
	}
}

func TestFitLeavesRoomForTheSteps(t *testing.T) {
	long := turn.Turn{Message: turn.Message{Text: "Hello"}}
	for range 100 {
		long.History = append(long.History, turn.Exchange{Reply: strings.Repeat("a", 4000)})
	}
	raw, err := json.Marshal(fit(long))
	if err != nil || len(raw) > maxInput-roomForSteps || len(raw) < 80000 {
		t.Errorf("%d bytes, err %v", len(raw), err)
	}
}

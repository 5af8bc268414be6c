package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/sivchari/kumo"

	"troth/agent/identity"
	"troth/apps/coach/api"
)

// wednesday is the clock of these tests: 4 March 2026, 10:00 in Zürich.
var wednesday = time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)

// club is the API over real HTTP and DynamoDB's API, with the seed data in it.
type club struct {
	t      testing.TB
	store  *api.Store
	server *httptest.Server
	signer *identity.Signer
	now    time.Time
	specs  map[string]validator.Validator
}

var tables atomic.Int64

func open(t testing.TB) *club {
	t.Helper()
	emulator := kumo.NewServer()
	t.Cleanup(emulator.Close)
	client := dynamodb.New(dynamodb.Options{Region: "us-east-1", BaseEndpoint: aws.String(emulator.URL), Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""), DisableValidateResponseChecksum: true})
	store := api.NewStore(client, fmt.Sprintf("coach-%d", tables.Add(1)))
	if err := store.Create(context.Background()); err != nil {
		t.Fatal(err)
	}
	c := &club{t: t, store: store, now: wednesday, specs: map[string]validator.Validator{}}
	if err := store.Seed(context.Background(), c.now); err != nil {
		t.Fatal(err)
	}
	private, public, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	if c.signer, err = identity.NewSigner(private, func() time.Time { return c.now }); err != nil {
		t.Fatal(err)
	}
	tokens, err := identity.NewVerifier(public, "coach", func() time.Time { return c.now })
	if err != nil {
		t.Fatal(err)
	}
	var ids atomic.Int64
	newID := func() string { return fmt.Sprint(ids.Add(1)) }
	c.server = httptest.NewServer(api.New(store, tokens, func() time.Time { return c.now }, newID, slog.New(slog.DiscardHandler)))
	t.Cleanup(c.server.Close)
	for _, name := range []string{"catalogue", "user", "training", "social"} {
		c.specs[name] = spec(t, name)
	}
	return c
}

func spec(t testing.TB, name string) validator.Validator {
	t.Helper()
	text, err := os.ReadFile("../specs/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	document, err := libopenapi.NewDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	v, problems := validator.NewValidator(document)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return v
}

// call is a request to the API: whose it is, for which operation, and more.
type call struct {
	user, operation string
	method, path    string
	body, key       string
	// offSpec says that the request breaks the contract on purpose.
	offSpec bool
}

// do sends a call and holds request and response against the specs.
func (c *club) do(in call) (int, map[string]any) {
	c.t.Helper()
	r, err := http.NewRequest(in.method, c.server.URL+in.path, strings.NewReader(in.body))
	if err != nil {
		c.t.Fatal(err)
	}
	if in.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if in.key != "" {
		r.Header.Set("Idempotency-Key", in.key)
	}
	if in.user != "" {
		token, err := c.signer.Sign(identity.Claims{User: in.user, App: "coach", Tool: in.operation})
		if err != nil {
			c.t.Fatal(err)
		}
		r.Header.Set(identity.Header, token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(body, &v); err != nil {
		c.t.Fatalf("%s: %v", body, err)
	}
	c.hold(in, r, answer, body)
	return answer.StatusCode, v
}

// specOf names the spec that a path is in.
func specOf(path string) string {
	for prefix, name := range map[string]string{
		"/v1/sessions": "catalogue", "/v1/routes": "catalogue", "/v1/coaches": "catalogue", "/v1/my/": "training",
		"/v1/people": "social", "/v1/friend": "social", "/v1/outings": "social",
	} {
		if strings.HasPrefix(path, prefix) {
			return name
		}
	}
	return "user"
}

// hold checks a request and its response against the spec they belong to.
func (c *club) hold(in call, r *http.Request, answer *http.Response, body []byte) {
	c.t.Helper()
	s := c.specs[specOf(in.path)]
	request := r.Clone(context.Background())
	request.URL.Scheme, request.URL.Host, request.Host = "https", "api.coach.example", "api.coach.example"
	request.Body = io.NopCloser(strings.NewReader(in.body))
	if !in.offSpec {
		if ok, problems := s.ValidateHttpRequest(request); !ok {
			c.t.Errorf("%s %s: the request breaks the contract: %v", in.method, in.path, problems)
		}
	}
	request.Body = io.NopCloser(strings.NewReader(in.body))
	answer.Body = io.NopCloser(bytes.NewReader(body))
	if ok, problems := s.ValidateHttpResponse(request, answer); !ok {
		c.t.Errorf("%s %s: the response breaks the contract: %v\n%s", in.method, in.path, problems, body)
	}
}

func (c *club) book(user, session string) (int, map[string]any) {
	c.t.Helper()
	return c.do(call{user: user, operation: "bookSession", method: "POST", path: "/v1/bookings", body: `{"session_id":"` + session + `"}`})
}

func (c *club) placesLeft(session string) float64 {
	c.t.Helper()
	_, v := c.do(call{method: "GET", path: "/v1/sessions/" + session})
	return v["places_left"].(float64)
}

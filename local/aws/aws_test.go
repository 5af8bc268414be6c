package aws_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/coreos/go-oidc/v3/oidc"

	"troth/local/aws"
	"troth/local/front"
)

var people = []aws.Person{{ID: "maya", Email: "maya@example.com"}, {ID: "tom", Email: "tom@example.com"}}

// start gives the emulator as it is reached through the front.
func start(t *testing.T) string {
	t.Helper()
	emulator := aws.Start()
	handler, err := front.AWS(http.NotFoundHandler(), http.NotFoundHandler(), emulator.URL())
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() { server.Close(); emulator.Close() })
	return server.URL
}

func TestTokensAreTheUsersAndCanBeChecked(t *testing.T) {
	ctx, endpoint := context.Background(), start(t)
	pool, err := aws.NewPool(ctx, endpoint, "coach", people)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(pool.Issuer, endpoint+"/") {
		t.Errorf("issuer %s is not at %s", pool.Issuer, endpoint)
	}
	keys := oidc.NewRemoteKeySet(ctx, pool.Issuer+"/.well-known/jwks.json")
	verifier := oidc.NewVerifier(pool.Issuer, keys, &oidc.Config{ClientID: pool.Client})
	for _, person := range people {
		raw, err := pool.Token(ctx, person.ID)
		if err != nil {
			t.Fatal(err)
		}
		token, err := verifier.Verify(ctx, raw)
		if err != nil {
			t.Fatalf("%s: %v", person.ID, err)
		}
		var claims struct {
			User  string `json:"cognito:username"`
			Use   string `json:"token_use"`
			Email string `json:"email"`
		}
		if err := token.Claims(&claims); err != nil || claims.User != person.ID || claims.Use != "id" || claims.Email != person.Email {
			t.Errorf("claims of %s: %+v, err %v", person.ID, claims, err)
		}
		if life := token.Expiry.Sub(token.IssuedAt); life.Minutes() != 60 {
			t.Errorf("the token lives %s, which is not what Token says", life)
		}
	}
	if _, err := pool.Token(ctx, "nobody"); err == nil || !strings.Contains(err.Error(), "signing nobody in") {
		t.Errorf("err = %v", err)
	}
}

func TestAPoolNeedsAnEndpoint(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := aws.NewPool(gone, "http://127.0.0.1:1", "coach", people); err == nil || !strings.Contains(err.Error(), "making the user pool") {
		t.Errorf("err = %v", err)
	}
}

// What a developer's shell says of the real AWS is not for the laptop's.
func TestTheEnvironmentHidesTheShells(t *testing.T) {
	endpoint, broken := start(t), filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(broken, []byte("[default]\nuse_fips_endpoint = true\nignore_configured_endpoint_urls = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	shells := map[string][]string{
		"nothing":         nil,
		"a profile":       {"AWS_PROFILE", "no-such-profile"},
		"the default one": {"AWS_DEFAULT_PROFILE", "no-such-profile"},
		"a session":       {"AWS_SESSION_TOKEN", "real"},
		"FIPS endpoints":  {"AWS_USE_FIPS_ENDPOINT", "true"},
		"two stacks":      {"AWS_USE_DUALSTACK_ENDPOINT", "true"},
		"no endpoints":    {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true"},
		"a broken file":   {"AWS_CONFIG_FILE", broken},
	}
	for name, shell := range shells {
		t.Run(name, func(t *testing.T) {
			if shell != nil {
				t.Setenv(shell[0], shell[1])
			}
			for _, pair := range aws.Environment(endpoint, endpoint) {
				key, value, _ := strings.Cut(pair, "=")
				t.Setenv(key, value)
			}
			c, err := config.LoadDefaultConfig(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			keys, err := c.Credentials.Retrieve(context.Background())
			if err != nil || keys.AccessKeyID != aws.Key || keys.SessionToken != "" {
				t.Errorf("keys of %q with session %q, err %v", keys.AccessKeyID, keys.SessionToken, err)
			}
			if _, err := dynamodb.NewFromConfig(c).ListTables(context.Background(), nil); err != nil {
				t.Errorf("err = %v", err)
			}
		})
	}
}

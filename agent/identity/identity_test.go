package identity_test

import (
	"errors"
	"testing"
	"time"

	"troth/agent/identity"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

func pair(t *testing.T) (private, public []byte) {
	t.Helper()
	private, public, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return private, public
}

func sign(t *testing.T, key []byte, c identity.Claims) string {
	t.Helper()
	signer, err := identity.NewSigner(key, at(noon))
	if err != nil {
		t.Fatal(err)
	}
	token, err := signer.Sign(c)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestVerify(t *testing.T) {
	private, public := pair(t)
	_, foreign := pair(t)
	claims := identity.Claims{User: "maya", App: "coach", Tool: "bookSession"}
	good := sign(t, private, claims)
	cases := map[string]struct {
		token, tool, app string
		key              []byte
		now              time.Time
		want             error
	}{
		"good":             {good, "bookSession", "coach", public, noon, nil},
		"last second":      {good, "bookSession", "coach", public, noon.Add(60 * time.Second), nil},
		"missing":          {"", "bookSession", "coach", public, noon, identity.ErrMissing},
		"nonsense":         {"abc", "bookSession", "coach", public, noon, identity.ErrMalformed},
		"unsigned":         {"eyJhbGciOiJub25lIn0.eyJzdWIiOiJtYXlhIn0.", "bookSession", "coach", public, noon, identity.ErrMalformed},
		"other key":        {good, "bookSession", "coach", foreign, noon, identity.ErrSignature},
		"expired":          {good, "bookSession", "coach", public, noon.Add(66 * time.Second), identity.ErrExpired},
		"not yet issued":   {good, "bookSession", "coach", public, noon.Add(-time.Minute), identity.ErrExpired},
		"other tool":       {good, "cancelBooking", "coach", public, noon, identity.ErrTool},
		"other app":        {good, "bookSession", "mayai", public, noon, identity.ErrAudience},
		"nobody in it":     {sign(t, private, identity.Claims{App: "coach", Tool: "bookSession"}), "bookSession", "coach", public, noon, identity.ErrMalformed},
		"cut-off token":    {good[:len(good)-4], "bookSession", "coach", public, noon, identity.ErrSignature},
		"foreign key sign": {sign(t, mustPrivate(t), claims), "bookSession", "coach", public, noon, identity.ErrSignature},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			verifier, err := identity.NewVerifier(c.key, c.app, at(c.now))
			if err != nil {
				t.Fatal(err)
			}
			got, err := verifier.Verify(c.token, c.tool)
			if !errors.Is(err, c.want) {
				t.Fatalf("err = %v, want %v", err, c.want)
			}
			if c.want == nil && got != claims {
				t.Errorf("claims = %+v, want %+v", got, claims)
			}
		})
	}
}

func mustPrivate(t *testing.T) []byte {
	t.Helper()
	private, _ := pair(t)
	return private
}

func TestNewSignerRefusesAPublicKey(t *testing.T) {
	_, public := pair(t)
	if _, err := identity.NewSigner(public, at(noon)); err == nil {
		t.Error("a public key was taken for a signing key")
	}
}

func TestPublicKey(t *testing.T) {
	private, public := pair(t)
	if got, err := identity.PublicKey(private); err != nil || string(got) != string(public) {
		t.Errorf("public half %s, err %v, want %s", got, err, public)
	}
	for _, bad := range []string{"", "{}", string(public)} {
		if _, err := identity.PublicKey([]byte(bad)); err == nil {
			t.Errorf("%q passes for a private key", bad)
		}
	}
}

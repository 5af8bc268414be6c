// Package identity makes and reads the token that says for whom the agent acts.
//
// The tool function mints one for a single user and a single tool, for at most
// a minute; the app's API accepts user operations only with it. So the backend
// itself proves for whom the agent acts, whatever a model wrote.
package identity

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Header is the HTTP header that carries the token through the gateway to the
// app's API. It is the only one of ours that the gateway passes on.
const Header = "X-Troth-User"

// Lifetime is how long a token is good for.
const Lifetime = 60 * time.Second

// leeway allows for clocks that differ between the two ends.
const leeway = 5 * time.Second

// The ways a token can be wrong. Each message tells an API's developer what to
// look at.
var (
	ErrMissing   = errors.New("no user token was sent")
	ErrMalformed = errors.New("the user token is not a token of ours")
	ErrSignature = errors.New("the user token's signature does not match our key")
	ErrExpired   = errors.New("the user token is outside its lifetime")
	ErrAudience  = errors.New("the user token is for another app")
	ErrTool      = errors.New("the user token is for another tool")
)

// Claims are what a token says.
type Claims struct {
	User string // "sub": the app's id of the user
	App  string // "aud"
	Tool string // the operation it was made for
}

type toolClaim struct {
	Tool string `json:"tool"`
}

// Signer mints tokens with a private key (RFC 7517 JWK, EC P-256).
type Signer struct {
	signer jose.Signer
	now    func() time.Time
}

// NewSigner reads the private JWK.
func NewSigner(jwk []byte, now func() time.Time) (*Signer, error) {
	var key jose.JSONWebKey
	if err := json.Unmarshal(jwk, &key); err != nil {
		return nil, fmt.Errorf("reading the signing key: %w", err)
	}
	if key.IsPublic() {
		return nil, errors.New("reading the signing key: it is a public key; a private one is needed")
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return nil, fmt.Errorf("making the signer: %w", err)
	}
	return &Signer{signer: signer, now: now}, nil
}

// Sign mints the token of one user for one tool (RFC 7519, ES256).
func (s *Signer) Sign(c Claims) (string, error) {
	now := s.now()
	token, err := jwt.Signed(s.signer).Claims(jwt.Claims{
		Subject:  c.User,
		Audience: jwt.Audience{c.App},
		IssuedAt: jwt.NewNumericDate(now),
		Expiry:   jwt.NewNumericDate(now.Add(Lifetime)),
	}).Claims(toolClaim{Tool: c.Tool}).Serialize()
	if err != nil {
		return "", fmt.Errorf("signing the user token: %w", err)
	}
	return token, nil
}

// Verifier reads tokens with the public half of the key.
type Verifier struct {
	key jose.JSONWebKey
	app string
	now func() time.Time
}

// NewVerifier reads the public JWK for the API of app.
func NewVerifier(jwk []byte, app string, now func() time.Time) (*Verifier, error) {
	var key jose.JSONWebKey
	if err := json.Unmarshal(jwk, &key); err != nil {
		return nil, fmt.Errorf("reading the verifying key: %w", err)
	}
	return &Verifier{key: key.Public(), app: app, now: now}, nil
}

// Verify reads a token that was sent for tool, and says who the user is. Its
// errors are the Err values of this package.
func (v *Verifier) Verify(token, tool string) (Claims, error) {
	if token == "" {
		return Claims{}, ErrMissing
	}
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return Claims{}, ErrMalformed
	}
	var std jwt.Claims
	var own toolClaim
	if err := parsed.Claims(v.key, &std, &own); err != nil {
		return Claims{}, ErrSignature
	}
	return v.check(std, own, tool)
}

func (v *Verifier) check(std jwt.Claims, own toolClaim, tool string) (Claims, error) {
	switch {
	case std.Expiry == nil || std.IssuedAt == nil || std.Subject == "":
		return Claims{}, ErrMalformed
	case !std.Audience.Contains(v.app):
		return Claims{}, ErrAudience
	case own.Tool != tool:
		return Claims{}, ErrTool
	}
	if err := std.ValidateWithLeeway(jwt.Expected{Time: v.now()}, leeway); err != nil {
		return Claims{}, ErrExpired
	}
	return Claims{User: std.Subject, App: v.app, Tool: own.Tool}, nil
}

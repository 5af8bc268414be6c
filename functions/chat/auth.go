package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"

	"troth/agent/app"
	"troth/agent/problem"
	"troth/agent/turn"
)

// verifier says who speaks, from the ID token of a Cognito user pool:
// signature, issuer, audience, use and expiry are all checked here, whatever
// stands in front of the function.
// https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
type verifier struct {
	tokens *oidc.IDTokenVerifier
	// seed are the roles and capabilities of people on a laptop, by their id.
	seed map[string]app.User
}

// newVerifier trusts the keys that the issuer publishes; they are fetched at
// the first token and again when a token names a key not seen before.
func newVerifier(ctx context.Context, issuer, client string) *verifier {
	keys := oidc.NewRemoteKeySet(ctx, strings.TrimRight(issuer, "/")+"/.well-known/jwks.json")
	return &verifier{tokens: oidc.NewVerifier(issuer, keys, &oidc.Config{ClientID: client, SupportedSigningAlgs: []string{oidc.RS256}})}
}

// user reads the Authorization header.
func (v *verifier) user(ctx context.Context, header string) (turn.User, *problem.Problem) {
	if header == "" {
		return turn.User{}, newProblem(http.StatusUnauthorized, "missing_token", "Sign in: send the user's ID token in the header Authorization: Bearer TOKEN.")
	}
	scheme, token, found := strings.Cut(strings.TrimSpace(header), " ")
	if !found || !strings.EqualFold(scheme, "bearer") {
		return turn.User{}, badToken("the header is not of the form Bearer TOKEN")
	}
	parsed, err := v.tokens.Verify(ctx, strings.TrimSpace(token))
	if err != nil {
		return turn.User{}, badToken(why(err))
	}
	var claims struct {
		Use      string `json:"token_use"`
		Username string `json:"cognito:username"`
		Name     string `json:"name"`
		// Groups are set by the pool's administrators alone; attributes may be the
		// user's own to change.
		Groups []string `json:"cognito:groups"`
	}
	if err := parsed.Claims(&claims); err != nil || claims.Use != "id" || claims.Username == "" {
		return turn.User{}, badToken("it is not an ID token of a user")
	}
	seed := v.seed[claims.Username]
	roles, capabilities := sorted(claims.Groups)
	return turn.User{
		ID: claims.Username, Name: claims.Name,
		Roles: append(roles, seed.Roles...), Capabilities: append(capabilities, seed.Capabilities...),
	}, nil
}

// capabilityPrefix begins the name of a group that stands for a capability:
// members of can:record have the capability record. Any other group is a role.
const capabilityPrefix = "can:"

// sorted tells the roles among groups from the capabilities.
func sorted(groups []string) (roles, capabilities []string) {
	for _, g := range groups {
		if name, ok := strings.CutPrefix(g, capabilityPrefix); ok {
			capabilities = append(capabilities, name)
		} else {
			roles = append(roles, g)
		}
	}
	return roles, capabilities
}

func badToken(reason string) *problem.Problem {
	return newProblem(http.StatusUnauthorized, "bad_token", "The token was not accepted: %s. Sign in again and send the new ID token.", reason)
}

// why names the reason without repeating anything of the token.
func why(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "expired"):
		return "it has expired"
	case strings.Contains(text, "audience"):
		return "it is for another client"
	case strings.Contains(text, "issued by a different provider"):
		return "it is from another issuer"
	case strings.Contains(text, "malformed"):
		return "it is not a JSON Web Token"
	}
	return "its signature could not be verified"
}

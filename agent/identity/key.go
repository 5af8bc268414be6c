package identity

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-jose/go-jose/v4"
)

// NewKey makes a key pair for a laptop, as private and public JWK. In AWS the
// private half never leaves KMS.
func NewKey() (private, public []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("making a key: %w", err)
	}
	jwk := jose.JSONWebKey{Key: key, Algorithm: string(jose.ES256), Use: "sig"}
	if private, err = json.Marshal(jwk); err != nil {
		return nil, nil, fmt.Errorf("writing the private key: %w", err)
	}
	if public, err = json.Marshal(jwk.Public()); err != nil {
		return nil, nil, fmt.Errorf("writing the public key: %w", err)
	}
	return private, public, nil
}

// PublicKey gives the public half of a private JWK.
func PublicKey(private []byte) ([]byte, error) {
	var key jose.JSONWebKey
	if err := json.Unmarshal(private, &key); err != nil {
		return nil, fmt.Errorf("reading the private key: %w", err)
	}
	if key.IsPublic() {
		return nil, errors.New("reading the private key: it is a public one")
	}
	return json.Marshal(key.Public())
}

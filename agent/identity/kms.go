package identity

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"
	"github.com/go-jose/go-jose/v4"
)

// KMS is what is needed of AWS KMS.
type KMS interface {
	Sign(ctx context.Context, in *kms.SignInput, opts ...func(*kms.Options)) (*kms.SignOutput, error)
	GetPublicKey(ctx context.Context, in *kms.GetPublicKeyInput, opts ...func(*kms.Options)) (*kms.GetPublicKeyOutput, error)
}

// NewKMSSigner mints tokens with a key that never leaves KMS: one of key spec
// ECC_NIST_P256 for SIGN_VERIFY, named by id or ARN. Only the tool function may use
// it. ctx bounds reading the public half.
// https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html
func NewKMSSigner(ctx context.Context, client KMS, key string, now func() time.Time) (*Signer, error) {
	public, err := publicKey(ctx, client, key)
	if err != nil {
		return nil, err
	}
	remote := &remoteKey{client: client, id: key, public: public}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: remote}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return nil, fmt.Errorf("making the signer: %w", err)
	}
	return &Signer{signer: signer, now: now}, nil
}

// KMSPublicKey gives the public half of a key in KMS as a JWK: what the app's API
// verifies tokens with.
func KMSPublicKey(ctx context.Context, client KMS, key string) ([]byte, error) {
	public, err := publicKey(ctx, client, key)
	if err != nil {
		return nil, err
	}
	return json.Marshal(public)
}

func publicKey(ctx context.Context, client KMS, key string) (jose.JSONWebKey, error) {
	out, err := client.GetPublicKey(ctx, &kms.GetPublicKeyInput{KeyId: &key})
	if err != nil {
		return jose.JSONWebKey{}, fmt.Errorf("reading the public half of the signing key %s: %w", key, err)
	}
	parsed, err := x509.ParsePKIXPublicKey(out.PublicKey)
	if err != nil {
		return jose.JSONWebKey{}, fmt.Errorf("reading the public half of the signing key %s: %w", key, err)
	}
	public, ok := parsed.(*ecdsa.PublicKey)
	if !ok || public.Params().BitSize != 256 {
		return jose.JSONWebKey{}, fmt.Errorf("the signing key %s is no ECC_NIST_P256 key", key)
	}
	return jose.JSONWebKey{Key: public, Algorithm: string(jose.ES256), Use: "sig"}, nil
}

// signTime is how long KMS may take for one signature.
const signTime = 5 * time.Second

// remoteKey signs in KMS.
type remoteKey struct {
	client KMS
	id     string
	public jose.JSONWebKey
}

func (k *remoteKey) Public() *jose.JSONWebKey { return &k.public }

func (k *remoteKey) Algs() []jose.SignatureAlgorithm { return []jose.SignatureAlgorithm{jose.ES256} }

// SignPayload signs as ES256 does (RFC 7518, 3.4): KMS gives ASN.1, and a token holds
// the two numbers side by side.
func (k *remoteKey) SignPayload(payload []byte, _ jose.SignatureAlgorithm) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), signTime)
	defer cancel()
	digest := sha256.Sum256(payload)
	out, err := k.client.Sign(ctx, &kms.SignInput{
		KeyId: aws.String(k.id), Message: digest[:], MessageType: types.MessageTypeDigest, SigningAlgorithm: types.SigningAlgorithmSpecEcdsaSha256,
	})
	if err != nil {
		return nil, fmt.Errorf("signing in KMS: %w", err)
	}
	var numbers struct{ R, S *big.Int }
	if rest, err := asn1.Unmarshal(out.Signature, &numbers); err != nil || len(rest) > 0 || numbers.R.BitLen() > 256 || numbers.S.BitLen() > 256 {
		return nil, errors.New("signing in KMS: the answer is no ECDSA signature")
	}
	signature := make([]byte, 64)
	numbers.R.FillBytes(signature[:32])
	numbers.S.FillBytes(signature[32:])
	return signature, nil
}

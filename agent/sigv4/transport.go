package sigv4

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// Transport signs every request just before it is sent, with all its headers
// and its body. It is safe for concurrent use.
type Transport struct {
	next            http.RoundTripper
	credentials     aws.CredentialsProvider
	service, region string
	now             func() time.Time
	signer          *v4.Signer
}

// NewTransport gives a transport that signs for a service in a region and
// hands on to next. Credentials may change at any time, as those of a Lambda
// function do.
func NewTransport(next http.RoundTripper, credentials aws.CredentialsProvider, service, region string, now func() time.Time) *Transport {
	return &Transport{next: next, credentials: credentials, service: service, region: region, now: now, signer: v4.NewSigner()}
}

// RoundTrip signs and sends. Its own errors come before anything is sent, and
// begin with not_signed.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := drain(r)
	if err != nil {
		return nil, fmt.Errorf("not_signed: reading the body: %w", err)
	}
	keys, err := t.credentials.Retrieve(r.Context())
	if err != nil {
		return nil, fmt.Errorf("not_signed: no AWS credentials; give the function a role, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: %w", err)
	}
	signed := r.Clone(r.Context()) // a transport must leave the request as it is
	signed.Body, signed.ContentLength = http.NoBody, int64(len(body))
	if len(body) > 0 {
		signed.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err := t.signer.SignHTTP(r.Context(), keys, signed, hash(body), t.service, t.region, t.now()); err != nil {
		return nil, fmt.Errorf("not_signed: %w", err)
	}
	return t.next.RoundTrip(signed)
}

// drain reads the body and closes it, as a transport must even when it fails.
func drain(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

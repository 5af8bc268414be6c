package sigv4_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"troth/agent/problem"
	"troth/agent/sigv4"
)

const (
	key    = "AKIDEXAMPLE"
	secret = "a/secret+of/the=tests"
	region = "eu-central-1"
)

var noon = time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC)

func verifier(now time.Time) *sigv4.Verifier {
	return &sigv4.Verifier{Service: sigv4.Gateway, Region: region, Keys: map[string]string{key: secret}, Now: func() time.Time { return now }}
}

// how a request is signed by AWS's own signer.
type how struct {
	method, path, body  string
	header              http.Header
	key, secret         string
	service, region     string
	at                  time.Time
	hash                string // in place of the body's
	token               string // of a session
	unsignedContentType bool
}

func (h how) orDefaults() how {
	for into, v := range map[*string]string{&h.method: "POST", &h.path: "/mcp", &h.key: key, &h.secret: secret, &h.service: sigv4.Gateway, &h.region: region} {
		if *into == "" {
			*into = v
		}
	}
	if h.at.IsZero() {
		h.at = noon
	}
	if h.hash == "" {
		sum := sha256.Sum256([]byte(h.body))
		h.hash = hex.EncodeToString(sum[:])
	}
	return h
}

// send sends a signed request, which change may spoil, and gives what a server
// with the verifier makes of it.
func send(t *testing.T, h how, change func(*http.Request)) (string, error) {
	t.Helper()
	h = h.orDefaults()
	var got string
	var refused error
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got, refused = verifier(noon).Verify(r, body)
	}))
	defer server.Close()
	r, err := http.NewRequest(h.method, server.URL+h.path, strings.NewReader(h.body))
	if err != nil {
		t.Fatal(err)
	}
	if h.header != nil {
		r.Header = h.header.Clone()
	}
	keys := aws.Credentials{AccessKeyID: h.key, SecretAccessKey: h.secret, SessionToken: h.token}
	if err := v4.NewSigner().SignHTTP(t.Context(), keys, r, h.hash, h.service, h.region, h.at); err != nil {
		t.Fatal(err)
	}
	if h.unsignedContentType {
		r.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return got, refused
}

func TestWhatTheSDKSignsIsAccepted(t *testing.T) {
	cases := map[string]how{
		"a call":                   {body: `{"jsonrpc":"2.0"}`, header: http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}},
		"without a body":           {method: "DELETE"},
		"no path":                  {path: "?a=1"},
		"a path to be encoded":     {path: "/a%20b/%C3%BC/x:y,z*(1)"},
		"a query":                  {path: "/mcp?b=2&a=x%2Fy&a=x-y&empty=&plus=a+b&%C3%BC=1"},
		"values with spaces":       {header: http.Header{"X-Note": {"  two   spaces ", "second"}}},
		"a header that is empty":   {header: http.Header{"X-Note": {""}}},
		"a session's token":        {token: "session/token=="},
		"the body's hash told":     {body: "x", header: http.Header{"X-Amz-Content-Sha256": {"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}}},
		"nearly too old":           {at: noon.Add(-sigv4.Skew)},
		"nearly too far ahead":     {at: noon.Add(sigv4.Skew)},
		"large":                    {body: strings.Repeat("x", 1<<20)},
		"headers that proxies add": {header: http.Header{"User-Agent": {"x"}, "X-Amzn-Trace-Id": {"Root=1"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got, err := send(t, c, nil); err != nil || got != key {
				t.Errorf("key %q, %v", got, err)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	set := func(name, v string) func(*http.Request) { return func(r *http.Request) { r.Header.Set(name, v) } }
	edit := func(from, to string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), from, to, 1))
		}
	}
	body := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		}
	}
	cases := map[string]struct {
		how    how
		change func(*http.Request)
		status int
		code   string
	}{
		"no signature":          {how{}, func(r *http.Request) { r.Header.Del("Authorization") }, 401, sigv4.CodeMissing},
		"an empty one":          {how{}, set("Authorization", ""), 401, sigv4.CodeMissing},
		"a bearer token":        {how{}, set("Authorization", "Bearer x"), 401, sigv4.CodeMalformed},
		"two":                   {how{}, func(r *http.Request) { r.Header.Add("Authorization", r.Header.Get("Authorization")) }, 401, sigv4.CodeMalformed},
		"nothing in it":         {how{}, set("Authorization", "AWS4-HMAC-SHA256 "), 401, sigv4.CodeMalformed},
		"a scope cut off":       {how{}, edit("/aws4_request", ""), 401, sigv4.CodeMalformed},
		"headers unsorted":      {how{}, edit("host;x-amz-date", "x-amz-date;host"), 401, sigv4.CodeMalformed},
		"headers in upper case": {how{}, edit("host;", "Host;"), 401, sigv4.CodeMalformed},
		"no hexadecimal":        {how{}, edit("Signature=", "Signature=zz"), 401, sigv4.CodeMalformed},
		"no signature in it": {how{}, func(r *http.Request) {
			head, _, _ := strings.Cut(r.Header.Get("Authorization"), ", Signature=")
			r.Header.Set("Authorization", head)
		}, 401, sigv4.CodeMalformed},
		"no time":                  {how{}, func(r *http.Request) { r.Header.Del("X-Amz-Date") }, 401, sigv4.CodeMalformed},
		"another day's time":       {how{}, set("X-Amz-Date", "20261203T120000Z"), 401, sigv4.CodeMalformed},
		"an unknown key":           {how{key: "AKIDOTHER"}, nil, 403, sigv4.CodeUnknownKey},
		"the wrong secret":         {how{secret: "guess"}, nil, 403, sigv4.CodeMismatch},
		"another service":          {how{service: "execute-api"}, nil, 403, sigv4.CodeScope},
		"another region":           {how{region: "us-east-1"}, nil, 403, sigv4.CodeScope},
		"too old":                  {how{at: noon.Add(-sigv4.Skew - time.Second)}, nil, 403, sigv4.CodeStale},
		"too far ahead":            {how{at: noon.Add(sigv4.Skew + time.Second)}, nil, 403, sigv4.CodeStale},
		"time moved":               {how{}, set("X-Amz-Date", "20261204T120001Z"), 403, sigv4.CodeMismatch},
		"replayed, another body":   {how{body: `{"n":1}`}, body(`{"n":2}`), 403, sigv4.CodeMismatch},
		"replayed, longer body":    {how{body: `{"n":1}`}, body(`{"n":12}`), 403, sigv4.CodeMismatch},
		"replayed, no body":        {how{body: `{"n":1}`}, func(r *http.Request) { r.Body, r.ContentLength = http.NoBody, 0 }, 403, sigv4.CodeMismatch},
		"an unsigned body":         {how{body: "x", hash: "UNSIGNED-PAYLOAD", header: http.Header{"X-Amz-Content-Sha256": {"UNSIGNED-PAYLOAD"}}}, nil, 403, sigv4.CodeMismatch},
		"a hash of something else": {how{body: "x", header: http.Header{"X-Amz-Content-Sha256": {strings.Repeat("0", 64)}}}, nil, 403, sigv4.CodeMismatch},
		"another path":             {how{}, func(r *http.Request) { r.URL.Path = "/admin" }, 403, sigv4.CodeMismatch},
		"another query":            {how{}, func(r *http.Request) { r.URL.RawQuery = "a=1" }, 403, sigv4.CodeMismatch},
		"another method":           {how{}, func(r *http.Request) { r.Method = "PUT" }, 403, sigv4.CodeMismatch},
		"another host":             {how{}, func(r *http.Request) { r.Host = "127.0.0.2" }, 403, sigv4.CodeMismatch},
		"a signed header changed":  {how{header: http.Header{"X-Troth-User": {"maya"}}}, set("X-Troth-User", "tom"), 403, sigv4.CodeMismatch},
		"a signed header gone":     {how{header: http.Header{"X-Troth-User": {"maya"}}}, func(r *http.Request) { r.Header.Del("X-Troth-User") }, 403, sigv4.CodeMismatch},
		"a header of AWS added":    {how{}, set("X-Amz-Security-Token", "x"), 403, sigv4.CodeUnsigned},
		"an unsigned type":         {how{unsignedContentType: true}, nil, 403, sigv4.CodeUnsigned},
		"the host not signed":      {how{}, edit("host;", ""), 403, sigv4.CodeUnsigned},
		"a bit of it flipped":      {how{}, flip, 403, sigv4.CodeMismatch},
		"half of it": {how{}, func(r *http.Request) {
			a := r.Header.Get("Authorization")
			r.Header.Set("Authorization", a[:len(a)-32])
		}, 403, sigv4.CodeMismatch},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := send(t, c.how, c.change)
			var p *problem.Problem
			if !errors.As(err, &p) || p.Status != c.status || p.Code != c.code {
				t.Errorf("err = %v, want %d %s", err, c.status, c.code)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Error("the secret is in the error")
			}
		})
	}
}

// flip changes the last digit of the signature.
func flip(r *http.Request) {
	a := []byte(r.Header.Get("Authorization"))
	if last := &a[len(a)-1]; *last == '0' {
		*last = '1'
	} else {
		*last = '0'
	}
	r.Header.Set("Authorization", string(a))
}

func TestTheTransportSigns(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		who, err := verifier(noon).Verify(r, body)
		_, _ = fmt.Fprintf(w, "%s %v %s", who, err, body)
	}))
	t.Cleanup(server.Close)
	client := http.Client{Transport: sigv4.NewTransport(http.DefaultTransport, credentials.NewStaticCredentialsProvider(key, secret, "a token"), sigv4.Gateway, region, func() time.Time { return noon })}
	for _, body := range []io.Reader{strings.NewReader("hello"), nil, http.NoBody, io.MultiReader(strings.NewReader("hel"), strings.NewReader("lo"))} {
		r, err := http.NewRequest(http.MethodPost, server.URL+"/mcp?x=1", body)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if !strings.HasPrefix(string(got), key+" <nil> ") || body != nil && body != http.NoBody && !strings.HasSuffix(string(got), "hello") {
			t.Errorf("the server says %s", got)
		}
		if len(r.Header) > 0 {
			t.Errorf("the request itself was changed: %v", r.Header)
		}
	}
}

type nobody struct{}

func (nobody) Retrieve(context.Context) (aws.Credentials, error) {
	return aws.Credentials{}, errors.New("none")
}

func TestWithoutCredentialsNothingIsSent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("sent") }))
	t.Cleanup(server.Close)
	client := http.Client{Transport: sigv4.NewTransport(http.DefaultTransport, nobody{}, sigv4.Gateway, region, func() time.Time { return noon })}
	if _, err := client.Get(server.URL); err == nil || !strings.Contains(err.Error(), "not_signed: no AWS credentials") {
		t.Errorf("err = %v", err)
	}
}

func BenchmarkVerify(b *testing.B) {
	r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
	body := []byte(strings.Repeat("x", 1000))
	sum := sha256.Sum256(body)
	if err := v4.NewSigner().SignHTTP(b.Context(), aws.Credentials{AccessKeyID: key, SecretAccessKey: secret}, r, hex.EncodeToString(sum[:]), sigv4.Gateway, region, noon); err != nil {
		b.Fatal(err)
	}
	v := verifier(noon)
	for b.Loop() {
		if _, err := v.Verify(r, body); err != nil {
			b.Fatal(err)
		}
	}
}

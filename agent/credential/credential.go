// Package credential is what an API asks of a gateway besides the user's
// token: an API key or a bearer token, kept as a secret in AWS Secrets Manager.
// A credential never shows its value, however it is printed.
package credential

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
)

// Credential is one header of a request. The zero one adds nothing.
type Credential struct {
	header string
	// value is pointed to: printing what holds a Credential shows an address.
	value *string
}

// The kinds of credential, as Amazon Bedrock AgentCore's outbound authorization
// has them.
const (
	typeKey    = "api_key"
	typeBearer = "bearer"
)

// secret is a credential as it is stored.
type secret struct {
	Type   string `json:"type"`
	Header string `json:"header,omitempty"`
	Value  string `json:"value"`
}

// Key writes an API key as Parse reads it.
func Key(header, value string) (string, error) {
	text, err := json.Marshal(secret{Type: typeKey, Header: header, Value: value})
	return string(text), err
}

// The ways a stored credential can be wrong. They say nothing of its text.
var (
	errJSON   = errors.New(`the secret must be JSON such as {"type":"api_key","header":"X-Api-Key","value":"…"} or {"type":"bearer","value":"…"}`)
	errType   = errors.New(`the secret's type must be api_key or bearer`)
	errHeader = errors.New(`the secret's header must be a header's name, and only an api_key has one`)
	errValue  = errors.New(`the secret's value must be one line of visible ASCII characters`)
)

// Parse reads a stored credential.
func Parse(text string) (Credential, error) {
	var s secret
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Credential{}, errJSON // the decoder's own error quotes the text
	}
	switch {
	case s.Type != typeKey && s.Type != typeBearer:
		return Credential{}, errType
	case (s.Type == typeKey) != isName(s.Header), s.Type == typeBearer && s.Header != "":
		return Credential{}, errHeader
	case s.Value == "" || strings.ContainsFunc(s.Value, func(r rune) bool { return r <= ' ' || r > '~' }):
		return Credential{}, errValue
	}
	if s.Type == typeBearer {
		s.Header, s.Value = "Authorization", "Bearer "+s.Value
	}
	return Credential{header: s.Header, value: &s.Value}, nil
}

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	})
}

// Apply puts the credential on a request's header.
func (c Credential) Apply(h http.Header) {
	if c.value != nil {
		h.Set(c.header, *c.value)
	}
}

// Fits reports whether a request's header carries the credential; how long it
// takes tells nothing of the value.
func (c Credential) Fits(h http.Header) bool {
	return c.value == nil || subtle.ConstantTimeCompare([]byte(h.Get(c.header)), []byte(*c.value)) == 1
}

// Equal reports whether two credentials are the same.
func (c Credential) Equal(other Credential) bool {
	if c.value == nil || other.value == nil {
		return c.value == other.value
	}
	return c.header == other.header && *c.value == *other.value
}

// hidden stands where a value was.
const hidden = "[credential]"

// Hide takes the value out of a text that may hold it, such as the answer of an
// API that repeats its request.
func (c Credential) Hide(text []byte) []byte {
	if c.value == nil {
		return text
	}
	bare := strings.TrimPrefix(*c.value, "Bearer ")
	if !bytes.Contains(text, []byte(bare)) {
		return text
	}
	return bytes.ReplaceAll(text, []byte(bare), []byte(hidden))
}

func (Credential) String() string { return hidden }

// GoString is what %#v prints.
func (Credential) GoString() string { return hidden }

// LogValue is what a log gets.
func (Credential) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON keeps the value out of states and answers.
func (Credential) MarshalJSON() ([]byte, error) { return json.Marshal(hidden) }

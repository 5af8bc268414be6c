package sigv4

import (
	"crypto/hmac"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"troth/agent/problem"
)

// The stable codes with which a request is turned away.
const (
	CodeMissing    = "missing_signature"   // 401: there is no Authorization header
	CodeMalformed  = "malformed_signature" // 401: it can't be read
	CodeUnknownKey = "unknown_access_key"  // 403: the access key is not one of ours
	CodeScope      = "wrong_scope"         // 403: it is for another service or region
	CodeStale      = "stale_signature"     // 403: its time is too far from the clock
	CodeUnsigned   = "unsigned_header"     // 403: a header that must be signed is not
	CodeMismatch   = "signature_mismatch"  // 403: it does not fit the request
)

// Verifier checks signatures made for one service in one region.
type Verifier struct {
	Service, Region string
	// Keys are the secrets of those who may call, by access key id.
	Keys map[string]string
	// Now is the clock that signatures are held against.
	Now func() time.Time
}

// Verify says which access key signed the request, whose body has been read as
// body. What it turns away it says in a *problem.Problem, ready to be written:
// status 401 where there is no signature to check, else 403.
func (v *Verifier) Verify(r *http.Request, body []byte) (string, error) {
	a, err := parse(r.Header.Values("Authorization"))
	if err != nil {
		return "", err
	}
	secret, known := v.Keys[a.key]
	if !known {
		return "", refuse(CodeUnknownKey, "The access key is not known here.")
	}
	if err := v.current(r, a.scope); err != nil {
		return "", err
	}
	if name := unsigned(r, a.headers); name != "" {
		return "", refuse(CodeUnsigned, "The header "+name+" must be signed.")
	}
	payload := hash(body)
	toSign := algorithm + "\n" + r.Header.Get(dateHeader) + "\n" + a.scope.String() + "\n" + hash([]byte(canonical(r, a.headers, payload)))
	// A hash that the client tells must be true too: it could be that of another
	// body, or say that the body is not signed at all.
	told := r.Header.Get(hashHeader)
	if !hmac.Equal(signature(secret, a.scope, toSign), a.signature) || told != "" && told != payload {
		return "", refuse(CodeMismatch, "The signature does not fit the request: method, path, query, signed headers and body must arrive as they were signed, with the right secret.")
	}
	return a.key, nil
}

// current checks for what, and when, a request was signed.
func (v *Verifier) current(r *http.Request, s scope) error {
	if s.service != v.Service || s.region != v.Region {
		return refuse(CodeScope, "The signature is for "+s.service+" in "+s.region+"; this is "+v.Service+" in "+v.Region+".")
	}
	at, err := time.Parse(dateFormat, r.Header.Get(dateHeader))
	if err != nil || at.Format(dayFormat) != s.day {
		return malformed("X-Amz-Date must be there, as 20060102T150405Z, on the day of the credential's scope")
	}
	if away := v.Now().Sub(at).Abs(); away > Skew {
		return refuse(CodeStale, "The signature is of "+at.Format(time.RFC3339)+", more than 5 minutes from the time here. Sign anew, and set the clock right.")
	}
	return nil
}

// unsigned names a header that would let a request be changed if it were not
// signed: host, time, all of AWS's own; and those with which a body is read.
func unsigned(r *http.Request, signed []string) string {
	must := []string{"host", strings.ToLower(dateHeader)}
	for name := range r.Header {
		if lower := strings.ToLower(name); strings.HasPrefix(lower, "x-amz-") || lower == "content-type" {
			must = append(must, lower)
		}
	}
	slices.Sort(must)
	for _, name := range must {
		if !slices.Contains(signed, name) {
			return name
		}
	}
	return ""
}

// scope says for what a signature is good.
type scope struct{ day, region, service string }

func (s scope) String() string {
	return s.day + "/" + s.region + "/" + s.service + "/" + terminator
}

// authorization is the header of the same name, taken apart.
type authorization struct {
	key       string
	scope     scope
	headers   []string // lower case, sorted
	signature []byte
}

func parse(headers []string) (authorization, error) {
	var a authorization
	if len(headers) == 0 || headers[0] == "" {
		return a, problem.New(http.StatusUnauthorized, CodeMissing, "Sign the request with AWS Signature Version 4.")
	}
	rest, ours := strings.CutPrefix(headers[0], algorithm+" ")
	if !ours || len(headers) > 1 {
		return a, malformed("there must be one Authorization header, and it must begin with " + algorithm)
	}
	fields := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	credential := strings.Split(fields["Credential"], "/")
	if len(credential) != 5 || credential[4] != terminator {
		return a, malformed("Credential must be key/day/region/service/" + terminator)
	}
	a.key, a.scope = credential[0], scope{credential[1], credential[2], credential[3]}
	a.headers = strings.Split(fields["SignedHeaders"], ";")
	if !slices.IsSorted(a.headers) || fields["SignedHeaders"] != strings.ToLower(fields["SignedHeaders"]) {
		return a, malformed("SignedHeaders must be in lower case, and sorted")
	}
	var err error
	if a.signature, err = hex.DecodeString(fields["Signature"]); err != nil || len(a.signature) == 0 {
		return a, malformed("Signature must be hexadecimal")
	}
	return a, nil
}

func malformed(why string) error {
	return problem.New(http.StatusUnauthorized, CodeMalformed, "The signature can't be read: "+why+".")
}

func refuse(code, detail string) error {
	return problem.New(http.StatusForbidden, code, detail)
}

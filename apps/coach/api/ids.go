package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// idFor gives the id of what a request creates. It follows from the user and
// the request's Idempotency-Key, so that the same request creates once; the
// prefix keeps two operations with one key apart.
func (s *Server) idFor(prefix, user string, r *http.Request) string {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = s.newID()
	}
	return prefix + digest(prefix, user, key)[:12]
}

// digest is the SHA-256 of texts, in hex.
func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])
}

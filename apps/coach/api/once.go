package api

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
)

// once runs a creating write. The same Idempotency-Key creates once: whoever
// repeats the request gets the first one's answer, also while the first one runs.
func once[T any](s *Server, r *http.Request, a Asked, create func() (T, error)) (answer, error) {
	var made T
	found, err := s.store.Answered(r.Context(), a, &made)
	if found || err != nil {
		return answer{http.StatusCreated, made}, err
	}
	made, err = create()
	if errors.Is(err, errKeyTaken) {
		_, err = s.store.Answered(r.Context(), a, &made)
	}
	return answer{http.StatusCreated, made}, err
}

func (s *Server) asked(r *http.Request, user, operation string, what any) (Asked, error) {
	return newAsked(user, operation, r.Header.Get("Idempotency-Key"), what)
}

// recordID makes the id of a new record.
func (s *Server) recordID(prefix string) string {
	sum := sha256.Sum256([]byte(prefix + s.newID()))
	return prefix + hex.EncodeToString(sum[:8])
}

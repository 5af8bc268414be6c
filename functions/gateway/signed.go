package main

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"troth/agent/problem"
	"troth/agent/sigv4"
)

// maxRequest is the largest request taken, in bytes.
const maxRequest = 1 << 20

// signed lets those requests through that carry a good signature. The whole
// body is read first: it is part of what is signed.
func signed(v *sigv4.Verifier, log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err == nil {
			_, err = v.Verify(r, body)
		}
		if err != nil {
			p := refusedRequest(err)
			log.Warn("a request was turned away", "code", p.Code, "from", r.RemoteAddr)
			p.Write(w)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

func refusedRequest(err error) *problem.Problem {
	var p *problem.Problem
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &large):
		return problem.New(http.StatusRequestEntityTooLarge, "body_too_large", "A request may have 1 MiB.")
	}
	return problem.New(http.StatusBadRequest, "bad_body", "The body could not be read.")
}

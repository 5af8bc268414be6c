package faults

import (
	"io"
	"net/http"
)

// lose breaks the connection in the middle of a status line. Without a byte of
// an answer, a client's transport may repeat the request by itself, if the
// connection was used before and the request has an idempotency key (in Go:
// net/http.Transport): then nobody would notice the fault.
func lose(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 ")
	_ = conn.Close()
}

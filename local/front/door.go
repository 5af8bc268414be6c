package front

import (
	"encoding/json"
	"net"
	"net/http"
)

// maxBody is the largest body the door takes, in bytes.
const maxBody = 256 << 10

// problem is an error as clients get it (RFC 9457).
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

var (
	tooLarge   = problem{"about:blank", "Request Entity Too Large", http.StatusRequestEntityTooLarge, "body_too_large", "The body is over 256 KiB. Send less at once."}
	badHost    = problem{"about:blank", "Misdirected Request", http.StatusMisdirectedRequest, "host_not_allowed", "This server answers only to localhost. Call it as http://127.0.0.1 or http://localhost."}
	notSigned  = problem{"about:blank", "Service Unavailable", http.StatusServiceUnavailable, "sign_in_failed", "The development user could not be signed in. Restart, or send a token."}
	signInNote = "X-Troth-Signed-In-As"
)

func writeProblem(w http.ResponseWriter, p problem) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// Door is the public endpoint on a laptop. It lets only this machine's own
// names in, so that no page of another site can reach it by DNS rebinding, and
// adds the conveniences to what next serves.
func Door(next http.Handler, conveniences ...func(http.Handler) http.Handler) http.Handler {
	for _, add := range conveniences {
		next = add(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !local(r.Host) {
			writeProblem(w, badHost)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

func local(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// fromBrowser reports whether a page sent the request: then no convenience is
// for it, since the page may be anybody's.
func fromBrowser(r *http.Request) bool {
	return r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != ""
}

package front

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"troth/agent/problem"
)

// maxBody is the largest body the door takes, in bytes.
const maxBody = 256 << 10

const signInNote = "X-Troth-Signed-In-As"

var (
	tooLarge  = problem.New(http.StatusRequestEntityTooLarge, "body_too_large", "The body is over 256 KiB. Send less at once.")
	badHost   = problem.New(http.StatusMisdirectedRequest, "host_not_allowed", "This server answers only to localhost. Call it as http://127.0.0.1 or http://localhost.")
	notSigned = problem.New(http.StatusServiceUnavailable, "sign_in_failed", "The development user could not be signed in. Restart, or send a token.")
)

// Door is the public endpoint on a laptop. It lets only this machine's own
// names in, so that no page of another site can reach it by DNS rebinding, and
// adds the conveniences to what next serves.
func Door(next http.Handler, conveniences ...func(http.Handler) http.Handler) http.Handler {
	for _, add := range conveniences {
		next = add(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !local(r.Host) {
			badHost.Write(w)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

func local(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// fromBrowser reports whether a page sent the request: then no convenience is
// for it, since the page may be anybody's.
func fromBrowser(r *http.Request) bool {
	return r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != ""
}

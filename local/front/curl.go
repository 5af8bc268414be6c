package front

import (
	"mime"
	"net/http"
)

// PlainCurl takes the content type that curl -d sends by itself for JSON, so
// that saying something needs no header. A body that is no JSON still fails.
func PlainCurl(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if kind == "application/x-www-form-urlencoded" && !fromBrowser(r) {
			r.Header.Set("Content-Type", "application/json")
		}
		next.ServeHTTP(w, r)
	})
}

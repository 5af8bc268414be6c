package front

import "net/http"

// SignIn signs requests that carry no Authorization header in as one user, so
// that trying the agent needs no token. A header that is there, even an empty
// or a wrong one, is left for the chat function to judge.
func SignIn(user string, token func(*http.Request) (string, error)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, given := r.Header["Authorization"]; given || fromBrowser(r) {
				next.ServeHTTP(w, r)
				return
			}
			t, err := token(r)
			if err != nil {
				notSigned.Write(w)
				return
			}
			r.Header.Set("Authorization", "Bearer "+t)
			w.Header().Set(signInNote, user)
			next.ServeHTTP(w, r)
		})
	}
}

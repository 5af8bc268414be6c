package api

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"troth/agent/identity"
	"troth/agent/problem"
)

// Server is the API. It holds no state but its table's name.
type Server struct {
	store  *Store
	tokens *identity.Verifier
	now    func() time.Time
	newID  func() string
	log    *slog.Logger
}

// New gives the API over a store. Users are whom tokens name.
func New(store *Store, tokens *identity.Verifier, now func() time.Time, newID func() string, log *slog.Logger) http.Handler {
	s := &Server{store: store, tokens: tokens, now: now, newID: newID, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /v1/sessions", s.public(s.searchSessions))
	mux.HandleFunc("GET /v1/sessions/{session_id}", s.public(s.getSession))
	mux.HandleFunc("GET /v1/bookings", s.user("listBookings", s.listBookings))
	mux.HandleFunc("POST /v1/bookings", s.user("bookSession", s.bookSession))
	s.catalogueOperations(mux)
	s.trainingOperations(mux)
	s.placeOperations(mux)
	s.socialOperations(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		s.writeError(w, problem.New(http.StatusNotFound, "not_found", "There is no such page."))
	})
	return mux
}

// answer is what an operation gives: a status and a body, or an error.
type answer struct {
	status int
	body   any
}

func ok(body any) answer { return answer{http.StatusOK, body} }

func (s *Server) public(op func(*http.Request) (answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, err := op(r)
		if err != nil {
			s.writeError(w, err)
			return
		}
		writeJSON(w, a.status, a.body)
	}
}

// user lets an operation run only for the user of a token that was made for
// this very operation.
func (s *Server) user(operation string, op func(r *http.Request, user string) (answer, error)) http.HandlerFunc {
	return s.public(func(r *http.Request) (answer, error) {
		claims, err := s.tokens.Verify(r.Header.Get(identity.Header), operation)
		if err != nil {
			return answer{}, problem.New(http.StatusUnauthorized, "unauthorized", "Who you are could not be verified: "+err.Error()+".")
		}
		return op(r, claims.User)
	})
}

// maxBody is the largest body taken, in bytes.
const maxBody = 64 << 10

func readBody(r *http.Request, into any) error {
	d := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return invalid("The body is not as the API needs it: " + err.Error() + ".")
	}
	return nil
}

package lambda

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxPayload is the largest request or answer of a synchronous invocation.
// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const maxPayload = 6 << 20

func (s *Service) routes() *http.ServeMux {
	const runtime = "/_runtime/{function}/{instance}/2018-06-01/runtime/"
	mux := http.NewServeMux()
	mux.HandleFunc("POST /2015-03-31/functions/{function}/invocations", s.serveInvoke)
	mux.HandleFunc("GET "+runtime+"invocation/next", s.serveNext)
	mux.HandleFunc("POST "+runtime+"invocation/{id}/response", s.serveAnswer(false))
	mux.HandleFunc("POST "+runtime+"invocation/{id}/error", s.serveAnswer(true))
	mux.HandleFunc("POST "+runtime+"init/error", s.serveInitError)
	return mux
}

// serveInvoke is the Invoke API, for synchronous invocations.
// https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
func (s *Service) serveInvoke(w http.ResponseWriter, r *http.Request) {
	if kind := r.Header.Get("X-Amz-Invocation-Type"); kind != "" && kind != "RequestResponse" {
		writeFault(w, &fault{http.StatusBadRequest, "InvalidParameterValueException", "only the invocation type RequestResponse is supported here"})
		return
	}
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPayload))
	if err != nil {
		writeFault(w, &fault{http.StatusRequestEntityTooLarge, "RequestTooLargeException", "the payload is over 6 MB"})
		return
	}
	body, isError, err := s.Invoke(r.Context(), plainName(r.PathValue("function")), payload)
	if err != nil {
		writeFault(w, err)
		return
	}
	if isError {
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
	}
	w.Header().Set("X-Amz-Executed-Version", "$LATEST")
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

// plainName takes the name out of an ARN.
func plainName(name string) string {
	if parts := strings.Split(name, ":"); len(parts) >= 7 && parts[5] == "function" {
		return parts[6]
	}
	return name
}

func writeFault(w http.ResponseWriter, err error) {
	var f *fault
	if !errors.As(err, &f) {
		f = &fault{http.StatusInternalServerError, "ServiceException", err.Error()}
	}
	w.Header().Set("X-Amzn-Errortype", f.kind)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(map[string]string{"Type": "User", "Message": f.message})
}

func (s *Service) instance(r *http.Request) *instance {
	f := s.find(r.PathValue("function"))
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.instances[r.PathValue("instance")]
}

// serveNext is the Runtime API's long poll for work.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
func (s *Service) serveNext(w http.ResponseWriter, r *http.Request) {
	i := s.instance(r)
	if i == nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if !i.ask() {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	var inv *invocation
	select {
	case <-r.Context().Done():
		return
	case inv = <-i.function.queue:
	}
	if !i.take(inv) {
		inv.fail("Runtime.ExitError", "Runtime exited with error: "+i.process.Ended())
		return
	}
	if inv.crash {
		i.process.Kill() // bury tells the caller
		return
	}
	h := w.Header()
	h.Set("Lambda-Runtime-Aws-Request-Id", inv.id)
	h.Set("Lambda-Runtime-Deadline-Ms", strconv.FormatInt(time.Now().Add(i.function.Timeout).UnixMilli(), 10))
	h.Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:"+i.function.Name)
	h.Set("Content-Type", "application/json")
	_, _ = w.Write(inv.payload)
}

// serveAnswer takes a function's answer, or the error it ended with.
func (s *Service) serveAnswer(isError bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPayload))
		i := s.instance(r)
		if i == nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		inv := i.finish(r.PathValue("id"))
		if inv == nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		a := answer{body, isError}
		if err != nil {
			a = answer{document("Function.ResponseSizeTooLarge", inv.id, "the answer is over 6 MB"), true}
		}
		inv.settle(a)
		w.WriteHeader(http.StatusAccepted)
	}
}

// serveInitError takes note of a start that failed; the process then ends,
// which is what callers are told.
func (s *Service) serveInitError(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, maxPayload))
	w.WriteHeader(http.StatusAccepted)
}

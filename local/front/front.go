// Package front is the two ports of the laptop: one that speaks for AWS to the
// functions, and the door, at which people and apps chat.
package front

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// AWS dispatches the calls of the real SDKs: Step Functions and Lambda to ours,
// all else to the emulator.
func AWS(states, lambda http.Handler, emulator string) (http.Handler, error) {
	target, err := url.Parse(emulator)
	if err != nil {
		return nil, fmt.Errorf("reading the emulator's address: %w", err)
	}
	rest := proxy(target)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.Header.Get("X-Amz-Target"), "AWSStepFunctions."):
			states.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/_runtime/"), strings.HasPrefix(r.URL.Path, "/2015-03-31/functions/"):
			lambda.ServeHTTP(w, r)
		default:
			rest.ServeHTTP(w, r)
		}
	}), nil
}

// proxy passes requests on as they are, their Host with them: the emulator
// names its tokens' issuer after it.
func proxy(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
		},
		Transport: &http.Transport{MaxIdleConnsPerHost: 128, IdleConnTimeout: time.Minute},
	}
}

// Listen opens a port on this machine; port 0 is any. A busy port is an error
// that says so.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("port_busy: another program already listens on %s; stop it, or choose another port (make dev PORT=8081)", address)
	}
	if err != nil {
		return nil, fmt.Errorf("bad_address: listening on %s: %w", address, err)
	}
	return l, nil
}

// Serve serves h on l until Close.
func Serve(l net.Listener, h http.Handler) *http.Server {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(l) }()
	return server
}

package main

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
)

// watched calls seen when a text has been written.
type watched struct {
	mu   sync.Mutex
	all  strings.Builder
	mark string
	seen func()
}

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all.Write(b)
	if w.seen != nil && strings.Contains(w.all.String(), w.mark) {
		w.seen()
		w.seen = nil
	}
	return len(b), nil
}

func TestDevGreetsAndStops(t *testing.T) {
	t.Setenv("TROTH_HOME", "../..")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &watched{mark: "Ctrl-C stops everything", seen: cancel}
	if code := run(ctx, []string{"dev", "--app", "counter", "--port", "0"}, out, io.Discard); code != 0 {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{"Troth serves counter at http://127.0.0.1:", "curl -s http://127.0.0.1:", "Record the count 3", "Authorization: Bearer ey", "this is a rehearsal", "Stopped. Nothing is left running."} {
		if !strings.Contains(out.all.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.all.String())
		}
	}
}

package process_test

import (
	"context"
	"io"
	"os"
	"runtime"
	"testing"

	"troth/local/process"
)

func TestAChildDiesWithItsParentHoweverThatDies(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	parent, _, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"keeper"}, Log: w})
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	parent.Kill()
	// The pipe ends when the last process that may write to it has ended.
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Error(err)
	}
}

func TestAChildOutlivesTheThreadThatAskedForIt(t *testing.T) {
	lines := make(chan string, 4)
	started := make(chan *process.Process)
	go func() {
		runtime.LockOSThread() // without unlocking: the thread ends with the goroutine
		p, _, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"serve"}, Lines: func(s string) { lines <- s }})
		if err != nil {
			t.Error(err)
		}
		started <- p
	}()
	p := <-started
	if p == nil {
		return
	}
	defer p.Stop()
	for range 2 {
		if err := p.Write("hello\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-lines:
		case <-p.Done():
			t.Fatalf("it ended: %s", p.Ended())
		}
	}
}

package process_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"troth/local/process"
)

var child string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "child-")
	if err == nil {
		err = process.Build(context.Background(), ".", dir, "./testdata/child")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	child = filepath.Join(dir, "child")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func TestAServerIsWaitedForAndHearsWhatItIsTold(t *testing.T) {
	lines := make(chan string, 4)
	p, url, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"serve"}, Lines: func(s string) { lines <- s }})
	if err != nil || url != "http://127.0.0.1:1" {
		t.Fatalf("url = %q, err %v", url, err)
	}
	if err := p.Write("hello\n"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"warming up", "heard hello"} {
		if got := <-lines; got != want {
			t.Errorf("line = %q, want %q", got, want)
		}
	}
	p.Stop()
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", p.PID())); err == nil {
		t.Error("it is still there")
	}
}

func TestAServerThatDoesNotListen(t *testing.T) {
	_, _, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"end"}})
	if err == nil || !strings.Contains(err.Error(), "ended before it listened: exit status 4") {
		t.Errorf("err = %v", err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = process.Listening(gone, process.Spec{Path: "/bin/cat"})
	if err == nil || !strings.Contains(err.Error(), "did not listen in time") {
		t.Errorf("err = %v", err)
	}
	if _, _, err := process.Listening(context.Background(), process.Spec{Path: "/no/such/program"}); err == nil {
		t.Error("no error for a program that does not exist")
	}
}

func TestAStubbornProcessIsKilled(t *testing.T) {
	p, _, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"stubborn"}, Grace: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	p.Stop()
	if ended := p.Ended(); ended != "signal: killed" {
		t.Errorf("it ended %q", ended)
	}
}

func TestEnvironmentAndLog(t *testing.T) {
	var log bytes.Buffer
	p, url, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"env"}, Env: []string{"SAY=http://x"}, Log: &log})
	if err != nil || url != "http://x" {
		t.Fatalf("url = %q, err %v", url, err)
	}
	if ended := p.Ended(); ended != "exit status 0" || !strings.Contains(log.String(), "a log line") {
		t.Errorf("it ended %q, its log is %q", ended, log.String())
	}
}

func TestBuildTellsWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\nfunc main() { nope() }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := process.Build(context.Background(), dir, filepath.Join(dir, "bin"), ".")
	if err == nil || !strings.HasPrefix(err.Error(), "build_failed: ") || !strings.Contains(err.Error(), "undefined: nope") {
		t.Errorf("err = %v", err)
	}
	t.Setenv("PATH", "")
	if err := process.Build(context.Background(), dir, filepath.Join(dir, "bin"), "."); err == nil || !strings.HasPrefix(err.Error(), "no_go: ") {
		t.Errorf("err = %v", err)
	}
}

func TestAGrandchildDoesNotHoldTheEndUp(t *testing.T) {
	p, grandchild, err := process.Listening(context.Background(), process.Spec{Path: child, Args: []string{"parent"}, Log: &bytes.Buffer{}})
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(grandchild)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(pid, syscall.SIGKILL) }()
	go p.Stop()
	select {
	case <-p.Done():
	case <-time.After(20 * time.Second):
		t.Fatal("the grandchild is waited for")
	}
	if ended := p.Ended(); ended != "signal: terminated" {
		t.Errorf("it ended %q", ended)
	}
}

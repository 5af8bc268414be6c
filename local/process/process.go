// Package process builds the project's programs and runs them as child
// processes that never outlive their parent.
package process

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Spec says what to run.
type Spec struct {
	Path string
	Args []string
	Env  []string
	// Log gets what the process writes to standard error, and what it writes to
	// standard output where Lines is nil.
	Log io.Writer
	// Lines, if not nil, gets the lines of standard output.
	Lines func(string)
	// Grace is how long the process has to end when it is asked to; 0 is 3 s.
	Grace time.Duration
}

// leftOpen is how long a process that has ended is waited for, when a child of
// its own keeps its output open.
const leftOpen = time.Second

// Process is a running child.
type Process struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	done  chan struct{}
	grace time.Duration
}

// Start runs a program. It gets SIGKILL when this process dies, however it dies.
func Start(s Spec) (*Process, error) {
	cmd := exec.Command(s.Path, s.Args...) // #nosec: the paths are our own binaries
	cmd.Env = append(os.Environ(), s.Env...)
	cmd.SysProcAttr = attributes()
	cmd.Stderr = s.Log
	cmd.WaitDelay = leftOpen
	var lines *io.PipeWriter
	if cmd.Stdout = s.Log; s.Lines != nil {
		var r *io.PipeReader
		r, lines = io.Pipe()
		cmd.Stdout = lines
		go scan(r, s.Lines)
	}
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = startOnThread(cmd)
	}
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", s.Path, err)
	}
	p := &Process{cmd: cmd, stdin: stdin, done: make(chan struct{}), grace: s.Grace}
	if p.grace == 0 {
		p.grace = 3 * time.Second
	}
	go func() {
		_ = cmd.Wait() // Ended tells
		if lines != nil {
			lines.Close()
		}
		close(p.done)
	}()
	return p, nil
}

func scan(r io.Reader, line func(string)) {
	for scanner := bufio.NewScanner(r); scanner.Scan(); {
		line(scanner.Text())
	}
	_, _ = io.Copy(io.Discard, r)
}

// Write sends text to the process's standard input.
func (p *Process) Write(text string) error {
	_, err := io.WriteString(p.stdin, text)
	return err
}

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Ended says how the process ended, such as "exit status 1" or "signal:
// killed". It waits until it has.
func (p *Process) Ended() string {
	<-p.done
	return p.cmd.ProcessState.String()
}

// PID is the process's id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Kill ends the process at once.
func (p *Process) Kill() { _ = p.cmd.Process.Kill() }

// Stop asks the process to end, and kills it when it does not.
func (p *Process) Stop() {
	_ = p.stdin.Close()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(p.grace):
		p.Kill()
		<-p.done
	}
}

// Listening starts a server program and waits for the line in which it says
// where it listens. It fails when the program ends or ctx does before that.
func Listening(ctx context.Context, s Spec) (*Process, string, error) {
	const mark = "listening on "
	url := make(chan string, 1)
	lines := s.Lines
	s.Lines = func(line string) {
		if found, ok := strings.CutPrefix(line, mark); ok {
			select {
			case url <- strings.TrimSpace(found):
			default:
			}
			return
		}
		if lines != nil {
			lines(line)
		}
	}
	p, err := Start(s)
	if err != nil {
		return nil, "", err
	}
	select {
	case u := <-url:
		return p, u, nil
	case <-p.Done():
		select {
		case u := <-url: // it did listen, and ended at once
			return p, u, nil
		default:
		}
		return nil, "", fmt.Errorf("%s ended before it listened: %s", s.Path, p.Ended())
	case <-ctx.Done():
		p.Stop()
		return nil, "", fmt.Errorf("%s did not listen in time: %w", s.Path, ctx.Err())
	}
}

package process

import (
	"os/exec"
	"runtime"
	"sync"
)

// A child's death signal is tied to the thread that started it, not to the
// process: when the Go runtime ends that thread, the child dies. So one thread,
// which lives as long as the process, starts them all.
var starter = sync.OnceValue(func() chan func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

func startOnThread(cmd *exec.Cmd) error {
	result := make(chan error)
	starter() <- func() { result <- cmd.Start() }
	return <-result
}

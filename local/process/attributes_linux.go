package process

import "syscall"

// attributes put the child into a group of its own, so that Ctrl-C reaches only
// the parent, which then stops its children in order.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

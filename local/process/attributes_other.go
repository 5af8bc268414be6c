//go:build !linux

package process

import "syscall"

// attributes put the child into a group of its own. Without a death signal, a
// child whose parent is killed ends when its standard input or its runtime API
// is gone.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// Command child does what its first argument says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"troth/local/process"
)

func main() {
	switch os.Args[1] {
	case "serve":
		fmt.Println("warming up")
		fmt.Println("listening on http://127.0.0.1:1")
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println("heard " + lines.Text())
		}
	case "end":
		os.Exit(4)
	case "stubborn":
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		fmt.Println("listening on http://127.0.0.1:2")
		for range asked { // and goes on
			continue
		}
	case "parent":
		grandchild := exec.Command("sleep", "300")
		grandchild.Stderr = os.Stderr
		if err := grandchild.Start(); err != nil {
			panic(err)
		}
		fmt.Println("listening on", grandchild.Process.Pid)
		time.Sleep(time.Hour) // a select of nothing is a deadlock
	case "keeper":
		if _, err := process.Start(process.Spec{Path: os.Args[0], Args: []string{"stubborn"}, Log: os.Stderr}); err != nil {
			panic(err)
		}
		fmt.Println("listening on nothing")
		time.Sleep(time.Hour) // a select of nothing is a deadlock
	case "env":
		fmt.Println("listening on " + os.Getenv("SAY"))
		fmt.Fprintln(os.Stderr, "a log line")
	}
}

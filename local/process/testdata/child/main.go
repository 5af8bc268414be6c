// Command child does what its first argument says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"syscall"
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
	case "env":
		fmt.Println("listening on " + os.Getenv("SAY"))
		fmt.Fprintln(os.Stderr, "a log line")
	}
}

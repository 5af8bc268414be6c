// Command gateway serves an app's API as tools over MCP. In AWS, Amazon Bedrock
// AgentCore Gateway does the same; this one stands in on a laptop, or where
// AgentCore is not to be had.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"troth/agent/tools"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	if err := run(log); err != nil {
		log.Error("the gateway stopped", "error", err.Error())
		os.Exit(1)
	}
}

func run(log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	catalogue, err := tools.Load(os.Getenv("TROTH_APP_DIR"))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", os.Getenv("TROTH_LISTEN"))
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	server := &http.Server{Handler: newGateway(catalogue, os.Getenv("TROTH_API_BASE"), log).handler(), ReadHeaderTimeout: 10 * time.Second}
	fmt.Println("listening on http://" + listener.Addr().String())
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
		return finish(server)
	}
}

// finish lets the calls under way come to their end: one that is cut off leaves
// nobody knowing what it did.
func finish(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), apiTimeout+time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return fmt.Errorf("stopping: %w", err)
	}
	return nil
}

// Command gateway serves an app's API as tools over MCP. In AWS, Amazon Bedrock
// AgentCore Gateway does the same; this one stands in on a laptop, or where
// AgentCore is not to be had.
package main

import (
	"context"
	"errors"
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
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

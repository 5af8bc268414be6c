// Command appapi serves the reference backend of one of the apps here. It is
// the one program that knows apps as code: an app team's own API takes its
// place.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/aws/aws-sdk-go-v2/config"

	"troth/agent/clock"
	"troth/agent/identity"
	"troth/agent/memory"
	"troth/agent/tools"
	coach "troth/apps/coach/api"
	counter "troth/apps/counter/api"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	if err := run(log); err != nil {
		log.Error("the app's API stopped", "error", err.Error())
		os.Exit(1)
	}
}

// backend is an app's API and how to put its data back.
type backend struct {
	handler http.Handler
	reset   func(context.Context) error
}

func run(log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	keys, err := readKeys(os.Getenv("TROTH_API_KEYS"))
	if err != nil {
		return err
	}
	catalogue, err := tools.Load(os.Getenv("TROTH_APP_DIR"))
	if err != nil {
		return err
	}
	b, err := newBackend(ctx, log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", os.Getenv("TROTH_LISTEN"))
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	server := &http.Server{Handler: requireKeys(keys, catalogue, b.handler), ReadHeaderTimeout: 10 * time.Second}
	fmt.Println("listening on http://" + listener.Addr().String())
	go serveOrders(ctx, os.Stdin, os.Stdout, b.reset)
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// serveOrders takes orders from whoever started the program, on standard input:
// "reset" puts the app's data back to the seed. No one can send one over HTTP.
func serveOrders(ctx context.Context, in io.Reader, out io.Writer, reset func(context.Context) error) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if strings.TrimSpace(lines.Text()) != "reset" {
			continue
		}
		if err := reset(ctx); err != nil {
			fmt.Fprintln(out, "reset failed: "+err.Error())
			continue
		}
		fmt.Fprintln(out, "reset done")
	}
}

func newBackend(ctx context.Context, log *slog.Logger) (backend, error) {
	app, table := os.Getenv("TROTH_APP"), os.Getenv("TROTH_APP_TABLE")
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return backend{}, err
	}
	tokens, err := identity.NewVerifier([]byte(os.Getenv("TROTH_VERIFY_KEY")), app, time.Now)
	if err != nil {
		return backend{}, fmt.Errorf("TROTH_VERIFY_KEY: %w", err)
	}
	client := memory.Client(cfg)
	switch app {
	case "coach":
		return newCoach(ctx, coach.NewStore(client, table), tokens, log)
	case "counter":
		reset := func(ctx context.Context) error { return counter.Clear(ctx, client, table) }
		return backend{counter.New(client, table, tokens, log), reset}, counter.Create(ctx, client, table)
	}
	return backend{}, fmt.Errorf("unknown_app: there is no reference backend for %q", app)
}

func newCoach(ctx context.Context, store *coach.Store, tokens *identity.Verifier, log *slog.Logger) (backend, error) {
	now := clock.FromEnv()
	b := backend{coach.New(store, tokens, now, rand.Text, log), func(ctx context.Context) error { return store.Seed(ctx, now()) }}
	if err := store.Create(ctx); err != nil {
		return b, err
	}
	empty, err := store.Empty(ctx)
	if err != nil || !empty {
		return b, err
	}
	return b, b.reset(ctx)
}

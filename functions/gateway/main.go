// Command gateway serves an app's API as tools over MCP. In AWS, Amazon Bedrock
// AgentCore Gateway does the same; this one stands in on a laptop, or where
// AgentCore is not to be had. Like AgentCore's, its callers sign their requests
// and its credentials lie in a vault. Its environment:
//
//	TROTH_APP_DIR        the app's folder
//	TROTH_LISTEN         address and port
//	TROTH_ACCESS_KEYS    who may call: {"access key id": "secret"}
//	TROTH_API_BASE       in place of the specs' servers; may be empty
//	TROTH_SECRET_PREFIX  before the credentials' names in Secrets Manager; may be empty
//	AWS_REGION           of signatures and of Secrets Manager
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"

	"troth/agent/sigv4"
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
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return err
	}
	g, err := fromEnv(os.Getenv, cfg, log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", os.Getenv("TROTH_LISTEN"))
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	server := &http.Server{Handler: g.handler(), ReadHeaderTimeout: 10 * time.Second}
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

// fromEnv makes the gateway of an environment. Signatures and credentials go by
// the system's clock, which those who sign and AWS share.
func fromEnv(env func(string) string, cfg aws.Config, log *slog.Logger) (*gateway, error) {
	catalogue, err := tools.Load(env("TROTH_APP_DIR"))
	if err != nil {
		return nil, err
	}
	keys := map[string]string{}
	if err := json.Unmarshal([]byte(env("TROTH_ACCESS_KEYS")), &keys); err != nil || len(keys) == 0 {
		return nil, errors.New(`bad_access_keys: TROTH_ACCESS_KEYS says who may call: a JSON object with a secret for each access key id`)
	}
	if cfg.Region == "" {
		return nil, errors.New("no_region: AWS_REGION is not set: it is the region that requests are signed for")
	}
	callers := &sigv4.Verifier{Service: sigv4.Gateway, Region: cfg.Region, Keys: keys, Now: time.Now}
	v := newVault(secretsmanager.NewFromConfig(cfg), env("TROTH_SECRET_PREFIX"), time.Now)
	return newGateway(catalogue, env("TROTH_API_BASE"), v, callers, log), nil
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

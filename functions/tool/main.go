// Command tool is the Lambda function that runs one tool call under contract.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/kms"

	"troth/agent/clock"
	"troth/agent/identity"
	"troth/agent/memory"
	"troth/agent/permit"
	"troth/agent/tools"
	"troth/agent/turn"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	h, err := newHandler(os.Getenv, log)
	if err != nil {
		log.Error("the tool function can't start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(h.Handle)
}

type handler struct {
	caller *tools.Caller
	log    *slog.Logger
}

func newHandler(env func(string) string, log *slog.Logger) (*handler, error) {
	catalogue, err := tools.Load(env("TROTH_APP_DIR"))
	if err != nil {
		return nil, err
	}
	policy, err := permit.Load(env("TROTH_APP_DIR"), catalogue)
	if err != nil {
		return nil, err
	}
	limiter, err := newLimiter(env, catalogue, log)
	if err != nil {
		return nil, err
	}
	signer, err := newSigner(env)
	if err != nil {
		return nil, err
	}
	url := env("TROTH_GATEWAY_URL")
	if url == "" {
		return nil, errors.New("TROTH_GATEWAY_URL is not set: it is the MCP endpoint of the gateway")
	}
	gateway := tools.NewMCP(url, http.DefaultTransport)
	return &handler{caller: &tools.Caller{
		Catalogue: catalogue, Gateway: gateway, Signer: signer, Permit: policy, Limiter: limiter, Now: clock.FromEnv(),
	}, log: log}, nil
}

// newLimiter counts calls in the agent's table, where a tool has a rate.
func newLimiter(env func(string) string, catalogue *tools.Catalogue, log *slog.Logger) (tools.Limiter, error) {
	limited := func(t tools.Tool) bool { return t.Rate.Calls > 0 }
	if !slices.ContainsFunc(catalogue.All(), limited) {
		return nil, nil
	}
	if env("TROTH_TABLE") == "" {
		return nil, errors.New("TROTH_TABLE is not set: it is the agent's table, in which the calls of tools with a rate are counted")
	}
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		return nil, fmt.Errorf("TROTH_TABLE: %w", err)
	}
	return memory.New(memory.Client(cfg), env("TROTH_TABLE"), log), nil
}

// startTime is how long reading the signing key's public half may take.
const startTime = 10 * time.Second

// newSigner signs user tokens in KMS, or with a key of a laptop's.
func newSigner(env func(string) string) (*identity.Signer, error) {
	key := env("TROTH_SIGNING_KMS_KEY")
	if key == "" {
		signer, err := identity.NewSigner([]byte(env("TROTH_SIGNING_KEY")), time.Now)
		if err != nil {
			return nil, fmt.Errorf("TROTH_SIGNING_KEY: %w", err)
		}
		return signer, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, fmt.Errorf("TROTH_SIGNING_KMS_KEY: %w", err)
	}
	return identity.NewKMSSigner(ctx, kms.NewFromConfig(cfg), key, time.Now)
}

// Handle runs the call.
func (h *handler) Handle(ctx context.Context, in turn.ToolInput) (turn.ToolResult, error) {
	began := time.Now()
	r := h.caller.Call(ctx, in)
	h.log.Info("tool call", "turn", in.Turn.ID, "execution", in.Execution, "call", r.Call, "tool", r.Tool, "status", r.Status, "code", r.Code, "ms", time.Since(began).Milliseconds())
	return r, nil
}

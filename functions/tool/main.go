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
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/kms"

	"troth/agent/clock"
	"troth/agent/identity"
	"troth/agent/memory"
	"troth/agent/permit"
	"troth/agent/sigv4"
	"troth/agent/tools"
	"troth/agent/turn"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	cfg, err := config.LoadDefaultConfig(context.Background())
	var h *handler
	if err == nil {
		h, err = newHandler(os.Getenv, cfg, log)
	}
	if err != nil {
		log.Error("the tool function can't start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(h.Handle)
}

type handler struct {
	caller  *tools.Caller
	gateway *tools.MCP
	log     *slog.Logger
}

func newHandler(env func(string) string, cfg aws.Config, log *slog.Logger) (*handler, error) {
	catalogue, err := tools.Load(env("TROTH_APP_DIR"))
	if err != nil {
		return nil, err
	}
	policy, err := permit.Load(env("TROTH_APP_DIR"), catalogue)
	if err != nil {
		return nil, err
	}
	limiter, err := newLimiter(env, cfg, catalogue, log)
	if err != nil {
		return nil, err
	}
	signer, err := newSigner(env, cfg)
	if err != nil {
		return nil, err
	}
	url := env("TROTH_GATEWAY_URL")
	switch {
	case url == "":
		return nil, errors.New("TROTH_GATEWAY_URL is not set: it is the MCP endpoint of the gateway")
	case cfg.Region == "":
		return nil, errors.New("AWS_REGION is not set: it is the region of the gateway, for which requests are signed")
	}
	// Signatures go by the system's clock, as AWS does, not by a test's.
	gateway := tools.NewMCP(url, sigv4.NewTransport(http.DefaultTransport, cfg.Credentials, sigv4.Gateway, cfg.Region, time.Now))
	caller := &tools.Caller{Catalogue: catalogue, Gateway: gateway, Signer: signer, Permit: policy, Limiter: limiter, Now: clock.FromEnv()}
	return &handler{caller: caller, gateway: gateway, log: log}, nil
}

// newLimiter counts calls in the agent's table, where a tool has a rate.
func newLimiter(env func(string) string, cfg aws.Config, catalogue *tools.Catalogue, log *slog.Logger) (tools.Limiter, error) {
	limited := func(t tools.Tool) bool { return t.Rate.Calls > 0 }
	if !slices.ContainsFunc(catalogue.All(), limited) {
		return nil, nil
	}
	if env("TROTH_TABLE") == "" {
		return nil, errors.New("TROTH_TABLE is not set: it is the agent's table, in which the calls of tools with a rate are counted")
	}
	return memory.New(memory.Client(cfg), env("TROTH_TABLE"), log), nil
}

// startTime is how long reading the signing key's public half may take.
const startTime = 10 * time.Second

// newSigner signs user tokens in KMS, or with a key of a laptop's.
func newSigner(env func(string) string, cfg aws.Config) (*identity.Signer, error) {
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
	return identity.NewKMSSigner(ctx, kms.NewFromConfig(cfg), key, time.Now)
}

// request is a call; or {"health": true}, which asks whether the gateway lets
// us in and has every tool. A deployment asks that before it takes traffic.
type request struct {
	turn.ToolInput
	Health bool `json:"health"`
}

// Handle runs the call, or the check of the gateway. Only the check has errors:
// whatever becomes of a call is a result.
func (h *handler) Handle(ctx context.Context, in request) (turn.ToolResult, error) {
	if in.Health {
		if err := h.gateway.Check(ctx, h.caller.Catalogue); err != nil {
			h.log.Error("the gateway is not as it must be", "error", err.Error())
			return turn.ToolResult{}, err
		}
		return turn.ToolResult{Status: turn.OK}, nil
	}
	began := time.Now()
	r := h.caller.Call(ctx, in.ToolInput)
	h.log.Info("tool call", "turn", in.Turn.ID, "execution", in.Execution, "call", r.Call, "tool", r.Tool, "status", r.Status, "code", r.Code, "ms", time.Since(began).Milliseconds())
	return r, nil
}

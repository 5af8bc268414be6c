// Command chat is the Lambda function behind the chat endpoint: it verifies who
// speaks, writes the turn's contract, starts its execution and answers with
// what came of it.
package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"troth/agent/app"
	"troth/agent/clock"
	table "troth/agent/memory"
	"troth/agent/tools"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	h, err := newHandler(context.Background(), os.Getenv, log)
	if err != nil {
		log.Error("the chat function can't start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(h.Handle)
}

func newHandler(ctx context.Context, env func(string) string, log *slog.Logger) (*handler, error) {
	a, err := app.Load(env("TROTH_APP_DIR"))
	if err != nil {
		return nil, err
	}
	catalogue, err := tools.Load(env("TROTH_APP_DIR"))
	if err != nil {
		return nil, err
	}
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, err
	}
	return &handler{
		app:       a,
		model:     modelName(a),
		catalogue: catalogue,
		tokens:    newVerifier(ctx, env("TROTH_ISSUER"), env("TROTH_CLIENT_ID")),
		table:     table.New(table.Client(cfg), env("TROTH_TABLE"), log),
		workflow:  sfn.NewFromConfig(cfg),
		machine:   env("TROTH_STATE_MACHINE"),
		patience:  25 * time.Second,
		now:       clock.FromEnv(),
		after:     time.After,
		newID:     rand.Text,
		log:       log,
	}, nil
}

// modelName is the model of app.yaml; without one the turn is a rehearsal.
func modelName(a app.App) string {
	if a.Model == "" {
		return "script"
	}
	return a.Model
}

// executionARN names the execution of a turn.
// https://docs.aws.amazon.com/step-functions/latest/dg/concepts-arns.html
func executionARN(machine, name string) string {
	return strings.Replace(machine, ":stateMachine:", ":execution:", 1) + ":" + name
}

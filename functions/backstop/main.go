// Command backstop is the Lambda function that closes every turn: it judges the
// answer once more, writes the reply that stands, and saves the turn in one
// transaction.
package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"

	"troth/agent/app"
	"troth/agent/clock"
	"troth/agent/memory"
	"troth/agent/reply"
	"troth/checks"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	h, err := newHandler(context.Background(), os.Getenv("TROTH_APP_DIR"), log)
	if err != nil {
		log.Error("the backstop function can't start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(h.Handle)
}

func newHandler(ctx context.Context, dir string, log *slog.Logger) (*handler, error) {
	a, err := app.Load(dir)
	if err != nil {
		return nil, err
	}
	judge, err := checks.ForApp(dir, a.Language)
	if err != nil {
		return nil, err
	}
	wording, err := reply.Load(dir, a.Language)
	if err != nil {
		return nil, err
	}
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, err
	}
	table := memory.New(memory.Client(cfg), os.Getenv("TROTH_TABLE"), log)
	return &handler{judge: judge, wording: wording, screens: a.Screens, table: table, now: clock.FromEnv(), log: log}, nil
}

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
	tokens := newVerifier(ctx, env("TROTH_ISSUER"), env("TROTH_CLIENT_ID"))
	if tokens.seed, err = seedUsers(env(seedUsersVar)); err != nil {
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
		tokens:    tokens,
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

// seedUsersVar names the environment variable that, on a laptop, holds the app's
// folder: its users.yaml gives people the roles and capabilities that groups give
// them in AWS, where it is never set. The laptop's user pool has no groups.
const seedUsersVar = "TROTH_SEED_USERS"

func seedUsers(dir string) (map[string]app.User, error) {
	if dir == "" {
		return nil, nil
	}
	list, err := app.Users(dir)
	if err != nil {
		return nil, err
	}
	users := make(map[string]app.User, len(list))
	for _, u := range list {
		users[u.ID] = u
	}
	return users, nil
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

// Command check is the Lambda function that judges an answer with the rules.
package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"troth/agent/app"
	"troth/agent/turn"
	"troth/checks"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	h, err := newHandler(os.Getenv("TROTH_APP_DIR"), log)
	if err != nil {
		log.Error("the check function can't start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(h.Handle)
}

type handler struct {
	judge *checks.Judge
	log   *slog.Logger
}

func newHandler(dir string, log *slog.Logger) (*handler, error) {
	a, err := app.Load(dir)
	if err != nil {
		return nil, err
	}
	judge, err := checks.ForApp(dir, a.Language)
	if err != nil {
		return nil, err
	}
	return &handler{judge: judge, log: log}, nil
}

// Handle writes the verdict to the last step and says where the turn goes.
func (h *handler) Handle(_ context.Context, s turn.State) (turn.Progress, error) {
	p, err := s.Said.Progress()
	if err != nil {
		return turn.Progress{}, err
	}
	verdict := h.judge.Verdict(s.Turn, p.Steps)
	p.Steps[len(p.Steps)-1].Verdict = &verdict
	p.Next = string(verdict.Decision)
	h.log.Info("verdict", "turn", s.Turn.ID, "execution", s.Execution, "step", len(p.Steps), "decision", p.Next, "findings", rules(verdict))
	return p, nil
}

func rules(v turn.Verdict) []string {
	ids := make([]string, len(v.Findings))
	for i, f := range v.Findings {
		ids[i] = f.Rule
	}
	return ids
}

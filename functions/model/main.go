// Command model is the Lambda function that makes one model step: it joins the
// results of the calls before, asks the model, and says where the turn goes.
package main

import (
	"log/slog"
	"os"
	"path/filepath"

	"github.com/aws/aws-lambda-go/lambda"

	"troth/agent/app"
	"troth/agent/model"
	"troth/agent/model/script"
	"troth/agent/tools"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	h, err := newHandler(os.Getenv("TROTH_APP_DIR"), os.Getenv("TROTH_SCRIPT_FILE"), log)
	if err != nil {
		log.Error("the model function can't start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(h.Handle)
}

func newHandler(dir, forced string, log *slog.Logger) (*handler, error) {
	a, err := app.Load(dir)
	if err != nil {
		return nil, err
	}
	catalogue, err := tools.Load(dir)
	if err != nil {
		return nil, err
	}
	known, err := script.LoadDir(filepath.Join(dir, "scenarios"))
	if err != nil {
		return nil, err
	}
	return &handler{
		app:       a,
		catalogue: catalogue,
		model:     &script.Model{Known: known, Forced: forced},
		prompt:    model.Prompt{Persona: a.Persona, Instructions: a.Instructions, Language: a.Language, Screens: a.Screens},
		log:       log,
	}, nil
}

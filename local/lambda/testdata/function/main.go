// Command function is a Lambda function that does what it is told.
package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/aws/aws-lambda-go/lambda"
)

type order struct {
	Do   string `json:"do"`
	Text string `json:"text"`
}

func main() {
	if os.Getenv("INIT") == "crash" {
		os.Exit(3)
	}
	lambda.Start(handle)
}

func handle(ctx context.Context, o order) (map[string]any, error) {
	switch o.Do {
	case "fail":
		return nil, errors.New(o.Text)
	case "exit":
		os.Exit(1)
	case "panic":
		panic(o.Text)
	case "much":
		o.Text = strings.Repeat("a", 7<<20)
	case "hang":
		select {} // until it is killed
	}
	_, hasDeadline := ctx.Deadline()
	return map[string]any{"text": o.Text, "pid": os.Getpid(), "deadline": hasDeadline, "name": os.Getenv("AWS_LAMBDA_FUNCTION_NAME")}, nil
}

// Command troth runs Troth on a laptop: say something to an app's agent, serve
// it, and run its test conversations.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Chat      chatCmd      `cmd:"" help:"Say something to an app's agent; nothing needs to be running."`
	Dev       devCmd       `cmd:"" help:"Serve an app's agent on this machine until Ctrl-C."`
	Scenarios scenariosCmd `cmd:"" help:"Test conversations."`
	Check     checkCmd     `cmd:"" help:"Judge recorded replies with the rules, and count what they find."`
	Specs     specsCmd     `cmd:"" help:"An app's OpenAPI specs and the policy of its tools."`
	Policy    policyCmd    `cmd:"" help:"Who may call which of an app's tools."`
	API       apiCmd       `cmd:"" help:"Call the app's own API of a running troth dev as a user: what is really there."`
}

// home is where the apps and the module's source are.
type home struct {
	Home string `env:"TROTH_HOME" default:"." help:"Folder that holds apps/ and functions/." type:"existingdir"`
}

// ownAPI is where an app team's own API is, in place of a reference backend.
type ownAPI struct {
	APIURL  string `name:"api-url" env:"TROTH_API_URL" placeholder:"URL" help:"Where the app's own API listens. Without it the reference backend of the app is started."`
	UserKey string `env:"TROTH_USER_KEY" placeholder:"FILE" help:"Private key that user tokens are signed with; made if it is not there, with the public half that the API needs in FILE.pub."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run parses and runs a command line; 0 is success, 1 a failure, 2 a command
// line that can't be understood.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var c cli
	exited, status := false, 0
	parser, err := kong.New(&c,
		kong.Name("troth"),
		kong.Description("An in-app agent that keeps its word."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exited, status = true, code }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&output{stdout: stdout, stderr: stderr}),
	)
	if err != nil {
		fmt.Fprintln(stderr, "troth:", err)
		return 2
	}
	parsed, err := parser.Parse(args)
	if exited {
		return status
	}
	if err != nil {
		fmt.Fprintf(stderr, "troth: usage: %v (see troth --help)\n", err)
		return 2
	}
	return report(parsed.Run(), stderr)
}

// errFailed ends a command that has already said what is wrong.
var errFailed = errors.New("failed")

func report(err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
	default:
		fmt.Fprintln(stderr, "troth:", err)
	}
	return 1
}

type output struct{ stdout, stderr io.Writer }

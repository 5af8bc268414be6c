package stack

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"troth/agent/app"
	"troth/agent/memory"
	"troth/local/aws"
	"troth/local/faults"
	"troth/local/front"
	"troth/local/lambda"
	"troth/local/process"
	"troth/local/states"
)

// Tables of the emulator are the whole process's, so each stack has its own.
func (s *Stack) table(kind string) string { return filepath.Base(s.dir) + "-" + kind }

func (s *Stack) createTable(ctx context.Context) error {
	return memory.New(memory.Client(aws.Config(s.emulator.URL())), s.table("agent"), slog.New(slog.DiscardHandler)).Create(ctx)
}

func (s *Stack) createPool(ctx context.Context) error {
	people := make([]aws.Person, len(s.users))
	for i, u := range s.users {
		people[i] = aws.Person{ID: u.ID, Email: u.Email}
	}
	var err error
	s.pool, err = aws.NewPool(ctx, s.awsURL, s.app.Name, people)
	s.tokens = &tokens{pool: s.pool, now: time.Now}
	return err
}

// environment is what every program of ours gets.
func (s *Stack) environment(more ...string) []string {
	env := append(aws.Environment(s.awsURL, s.emulator.URL()),
		"TROTH_APP="+s.app.Name,
		"TROTH_APP_DIR="+s.app.Dir,
		"TROTH_APP_TABLE="+s.table("app"),
		"TROTH_TABLE="+s.table("agent"),
		"TROTH_LISTEN=127.0.0.1:0",
		"GOGC=400", // memory is plenty here, and collecting it often is dear
	)
	if s.options.Testing {
		env = append(env, "TROTH_CLOCK_FILE="+s.clockFile(), "TROTH_SCRIPT_FILE="+s.scriptFile())
	}
	return append(env, more...)
}

func (s *Stack) clockFile() string  { return filepath.Join(s.dir, "clock") }
func (s *Stack) scriptFile() string { return filepath.Join(s.dir, "script") }

// startServer starts one of the programs that listen, and watches it.
func (s *Stack) startServer(ctx context.Context, name string, lines func(string), env []string) (*process.Process, string, error) {
	p, url, err := process.Listening(ctx, process.Spec{Path: filepath.Join(s.bin, name), Env: env, Log: s.options.Log, Lines: lines})
	if err != nil {
		return nil, "", fmt.Errorf("part_failed: %w (its log: troth dev --logs)", err)
	}
	go func() {
		ended := p.Ended()
		s.broken <- fmt.Errorf("part_failed: %s: %w: %s", name, errEnded, ended)
	}()
	return p, url, nil
}

func (s *Stack) startAPI(ctx context.Context) (err error) {
	if s.options.API != "" {
		s.apiURL = s.options.API
		return nil
	}
	if _, err := os.Stat(filepath.Join(s.app.Dir, "api")); err != nil {
		return &app.Error{Code: "no_api", Text: fmt.Sprintf("%s has no reference backend; say where its API listens with --api-url http://…", s.app.Name)}
	}
	env, err := s.apiEnv()
	if err != nil {
		return err
	}
	s.appapi, s.apiURL, err = s.startServer(ctx, "appapi", func(line string) { s.apiLines <- line }, env)
	return err
}

// startGateway starts the gateway. In tests the API stands behind the faults.
func (s *Stack) startGateway(ctx context.Context) (err error) {
	base := s.apiURL
	if s.options.Testing {
		if base, err = s.startFaults(); err != nil {
			return err
		}
	}
	env, err := s.gatewayEnv(base)
	if err != nil {
		return err
	}
	if s.gateway, s.gatewayURL, err = s.startServer(ctx, "gateway", nil, env); err != nil {
		return err
	}
	return s.checkGateway(ctx)
}

func (s *Stack) startFaults() (string, error) {
	var err error
	if s.faults, err = faults.New(s.apiURL, s.operation); err != nil {
		return "", err
	}
	listener, err := front.Listen("127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.servers = append(s.servers, front.Serve(listener, s.faults))
	return "http://" + listener.Addr().String(), nil
}

// operation names the tool whose call a request is.
func (s *Stack) operation(r *http.Request) string {
	t, _ := s.catalogue.Match(r.Method, r.URL.Path)
	return t.Name
}

// The functions' time limits are below those of the states that call them.
var limits = map[string]time.Duration{
	"chat": 29 * time.Second, "model": 80 * time.Second, "tool": 30 * time.Second, "check": 10 * time.Second, "backstop": 20 * time.Second,
}

func (s *Stack) startFunctions(ctx context.Context) error {
	if err := s.createMachine(ctx); err != nil {
		return err
	}
	more := map[string][]string{
		"chat": {"TROTH_ISSUER=" + s.pool.Issuer, "TROTH_CLIENT_ID=" + s.pool.Client, "TROTH_STATE_MACHINE=" + s.machine, "TROTH_SEED_USERS=" + s.app.Dir},
		"tool": s.toolEnv(),
	}
	for name, limit := range limits {
		err := s.lambda.Create(lambda.Function{Name: name, Binary: filepath.Join(s.bin, name), Env: s.environment(more[name]...), Timeout: limit, Warm: 1})
		if err != nil {
			return fmt.Errorf("part_failed: the function %s: %w", name, err)
		}
	}
	return nil
}

// Definition is the one definition of a turn, wherever it runs.
const Definition = "workflow/turn.asl.json"

func (s *Stack) createMachine(ctx context.Context) error {
	text, err := os.ReadFile(filepath.Join(s.options.Home, Definition))
	if err != nil {
		return fmt.Errorf("bad_definition: %w", err)
	}
	definition, err := states.Substitute(string(text), map[string]string{
		"ModelFunction": "model", "ToolFunction": "tool", "CheckFunction": "check", "BackstopFunction": "backstop",
	})
	if err != nil {
		return fmt.Errorf("bad_definition: %s: %w", Definition, err)
	}
	name, role := s.table("turn"), "arn:aws:iam::"+states.Account+":role/turn"
	out, err := s.workflow.CreateStateMachine(ctx, &sfn.CreateStateMachineInput{Name: &name, Definition: &definition, RoleArn: &role})
	if err != nil {
		return fmt.Errorf("bad_definition: %s: %w", Definition, err)
	}
	s.machine = *out.StateMachineArn
	return nil
}

// openDoor takes the port before anything is started, so that a busy one costs
// nothing.
func (s *Stack) openDoor(context.Context) error {
	address := s.options.Door
	if address == "" {
		address = "127.0.0.1:0"
	}
	var err error
	if s.door, err = front.Listen(address); err != nil {
		return err
	}
	s.doorURL = "http://" + s.door.Addr().String()
	return nil
}

func (s *Stack) serveDoor(context.Context) error {
	invoke := func(ctx context.Context, payload []byte) ([]byte, bool, error) {
		return s.lambda.Invoke(ctx, "chat", payload)
	}
	var conveniences []func(http.Handler) http.Handler
	if s.options.SignIn {
		user, err := s.User(s.options.As)
		if err != nil {
			return err
		}
		signIn := front.SignIn(user.ID, func(r *http.Request) (string, error) { return s.tokens.get(r.Context(), user.ID) })
		conveniences = append(conveniences, signIn, front.PlainCurl)
	}
	s.servers = append(s.servers, front.Serve(s.door, front.Door(front.HTTPAPI(invoke, newID, time.Now), conveniences...)))
	return nil
}

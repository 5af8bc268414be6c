// Package stack is all of Troth on one machine: the emulated services, the
// functions as processes, the app's API, the gateway and the door.
package stack

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"golang.org/x/sync/errgroup"

	"troth/agent/app"
	"troth/agent/permit"
	"troth/agent/tools"
	"troth/local/aws"
	"troth/local/faults"
	"troth/local/front"
	"troth/local/lambda"
	"troth/local/process"
	"troth/local/states"
)

// Options say what to start.
type Options struct {
	// Home is the folder that holds apps/ and functions/.
	Home string
	// App is the app, by its folder's name below apps/.
	App string
	// API is where the app's own API listens, such as http://127.0.0.1:9000; empty
	// starts the reference backend. Its data is then its own: a test conversation
	// does not put it back.
	API string
	// UserKey is the file with the private key that user tokens are signed with,
	// made with its public half beside it (.pub) where there is none; empty for a key
	// of this run alone.
	UserKey string
	// Door is where the chat endpoint listens; empty for any free port.
	Door string
	// SignIn signs requests without a token in as As, or as the first user.
	SignIn bool
	As     string
	// Log gets the functions' logs.
	Log io.Writer
	// Notice is told of what takes long.
	Notice io.Writer
	// Testing puts clock, script and faults into the hands of a test runner,
	// and takes the waiting out of retries.
	Testing bool
}

// Stack is a running system.
type Stack struct {
	options   Options
	app       app.App
	users     []app.User
	catalogue *tools.Catalogue
	policy    *permit.Policy
	dir       string // of files that change under running processes
	bin       string
	clock     atomic.Pointer[time.Time]

	emulator *aws.Emulator
	states   *states.Service
	lambda   *lambda.Service
	pool     *aws.Pool
	tokens   *tokens
	workflow *sfn.Client
	machine  string
	faults   *faults.Proxy
	secrets  secrets

	door               net.Listener
	awsURL, doorURL    string
	apiURL, gatewayURL string
	appapi, gateway    *process.Process
	apiLines           chan string
	servers            []*http.Server
	broken             chan error
	announced          string // the file that tells others of this system
	client             *http.Client
}

// startTime is how long the parts may take to start.
const startTime = 60 * time.Second

// Start starts everything. On an error nothing is left running.
func Start(ctx context.Context, o Options) (*Stack, error) {
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &Stack{options: o, broken: make(chan error, 8), apiLines: make(chan string, 8), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	for _, step := range []func(context.Context) error{s.load, s.openDoor, s.build, s.startAWS, s.startParts, s.startFunctions, s.serveDoor} {
		if err := step(ctx); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// load reads the app.
func (s *Stack) load(context.Context) error {
	home, err := filepath.Abs(s.options.Home)
	if err != nil {
		return err
	}
	s.options.Home = home
	if len(app.List(filepath.Join(home, "apps"))) == 0 {
		return &app.Error{Code: "bad_home", Text: fmt.Sprintf("there is no app in %s/apps; run troth in the project's folder, or name it with --home", home)}
	}
	dir, err := app.Find(filepath.Join(home, "apps"), s.options.App)
	if err != nil {
		return err
	}
	if s.app, err = app.Load(dir); err != nil {
		return err
	}
	if s.app.Model != "" && s.app.Model != "script" {
		return &app.Error{Code: "unknown_model", Text: fmt.Sprintf("%s/app.yaml asks for the model %q; leave model empty to rehearse", dir, s.app.Model)}
	}
	if s.users, err = app.Users(dir); err != nil {
		return err
	}
	if s.catalogue, err = tools.Load(dir); err != nil {
		return err
	}
	if s.policy, err = permit.Load(dir, s.catalogue); err != nil {
		return err
	}
	_, err = s.User(s.options.As)
	return err
}

// build makes the functions' binaries, unless they lie beside this program.
func (s *Stack) build(ctx context.Context) error {
	var err error
	if s.dir, err = os.MkdirTemp("", "troth-"); err != nil {
		return err
	}
	if exe, err := os.Executable(); err == nil && built(filepath.Dir(exe)) {
		s.bin = filepath.Dir(exe)
		return nil
	}
	s.bin = filepath.Join(s.options.Home, "bin")
	if s.options.Notice != nil && !built(s.bin) {
		fmt.Fprintln(s.options.Notice, "Building the functions; this takes a while the first time.")
	}
	return process.Build(ctx, s.options.Home, s.bin, "./functions/...")
}

// programs are the binaries of a system.
var programs = []string{"chat", "model", "tool", "check", "backstop", "gateway", "appapi"}

func built(dir string) bool {
	for _, name := range programs {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// startAWS starts what speaks for AWS, on one port.
func (s *Stack) startAWS(ctx context.Context) error {
	listener, err := front.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	s.awsURL = "http://" + address
	s.emulator = aws.Start()
	s.lambda = lambda.New(lambda.Options{Address: address, Log: s.options.Log})
	s.states = states.New(s.statesOptions())
	handler, err := front.AWS(s.states, s.lambda, s.emulator.URL())
	if err != nil {
		return err
	}
	s.servers = append(s.servers, front.Serve(listener, handler))
	s.workflow = sfn.NewFromConfig(aws.Config(s.awsURL))
	return nil
}

func (s *Stack) statesOptions() states.Options {
	o := states.Options{Invoker: invoker{s.lambda}}
	if s.options.Testing {
		o.Now = s.now
		o.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	}
	return o
}

// startParts starts, side by side, what does not need each other.
func (s *Stack) startParts(ctx context.Context) error {
	var err error
	if s.secrets, err = newSecrets(s.catalogue.Groups(), s.options.UserKey); err != nil {
		return err
	}
	group, together := errgroup.WithContext(ctx)
	group.Go(func() error { return s.createTable(together) })
	group.Go(func() error { return s.createPool(together) })
	group.Go(func() error { return s.storeSecrets(together) })
	group.Go(func() error { return s.startAPI(together) })
	if err := group.Wait(); err != nil {
		return err
	}
	return s.startGateway(ctx)
}

// URL is the chat endpoint.
func (s *Stack) URL() string { return s.doorURL }

// Broken tells when a part that must run has ended by itself.
func (s *Stack) Broken() <-chan error { return s.broken }

// Close stops everything and waits until it has stopped.
func (s *Stack) Close() {
	if s.door != nil {
		_ = s.door.Close()
	}
	for i := len(s.servers) - 1; i > 0; i-- { // the AWS port last: functions use it
		_ = s.servers[i].Close()
	}
	if s.states != nil {
		s.states.Close()
	}
	if s.lambda != nil {
		s.lambda.Close()
	}
	for _, p := range []*process.Process{s.gateway, s.appapi} {
		if p != nil {
			p.Stop()
		}
	}
	if len(s.servers) > 0 {
		_ = s.servers[0].Close()
	}
	if s.emulator != nil {
		s.emulator.Close()
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
	if s.announced != "" {
		_ = os.Remove(s.announced)
	}
}

// User gives a user of the seed data; the first one when no id is named.
func (s *Stack) User(id string) (app.User, error) {
	if id == "" {
		return s.users[0], nil
	}
	known := make([]string, len(s.users))
	for i, u := range s.users {
		if u.ID == id {
			return u, nil
		}
		known[i] = u.ID
	}
	return app.User{}, &app.Error{Code: "unknown_user", Text: fmt.Sprintf("the app %s has no user %q; known: %v", s.app.Name, id, known)}
}

func newID() string { return rand.Text() }

var errEnded = errors.New("ended by itself")

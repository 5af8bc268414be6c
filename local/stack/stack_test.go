package stack_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"troth/local/stack"
)

func start(t *testing.T, o stack.Options) *stack.Stack {
	t.Helper()
	o.Home = "../.."
	if o.App == "" {
		o.App = "coach"
	}
	s, err := stack.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

type answer struct {
	status int
	kind   string
	body   map[string]any
}

func call(t *testing.T, method, url string, header map[string]string, body string) answer {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range header {
		if name == "Host" {
			r.Host = v
		}
		r.Header.Set(name, v)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: got.StatusCode, kind: got.Header.Get("Content-Type")}
	if err := json.Unmarshal(text, &a.body); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

const form = "application/x-www-form-urlencoded" // what curl -d sends

func TestADevelopersCurlIsAnswered(t *testing.T) {
	s := start(t, stack.Options{SignIn: true})
	a := call(t, http.MethodPost, s.URL()+"/v1/chat", map[string]string{"Content-Type": form}, `{"message":"Book me the yoga class on Saturday"}`)
	if a.status != http.StatusOK || !strings.Contains(a.body["reply"].(string), "Yoga Flow") {
		t.Fatalf("answer = %+v", a)
	}
	for _, field := range []string{"reply", "cards", "receipts", "suggestions", "turn", "conversation"} {
		if _, has := a.body[field]; !has {
			t.Errorf("the answer lacks %s", field)
		}
	}
	if a.body["receipts"].([]any)[0].(map[string]any)["tool"] != "bookSession" {
		t.Errorf("receipts = %v", a.body["receipts"])
	}
	again := call(t, http.MethodGet, s.URL()+"/v1/turns/"+a.body["turn"].(string), nil, "")
	if again.status != http.StatusOK || again.body["reply"] != a.body["reply"] {
		t.Errorf("the turn asked for again is %+v", again)
	}
	if health := call(t, http.MethodGet, s.URL()+"/v1/health", nil, ""); health.body["status"] != "ok" {
		t.Errorf("health = %+v", health)
	}
}

func TestTheDoorKeepsStrangersOut(t *testing.T) {
	s := start(t, stack.Options{SignIn: true})
	ok, long := `{"message":"Hello"}`, `{"message":"`+strings.Repeat("a", 300<<10)+`"}`
	cases := map[string]struct {
		header map[string]string
		body   string
		status int
		code   string
	}{
		"a page of another site":       {map[string]string{"Origin": "https://evil.example", "Content-Type": "application/json"}, ok, 401, "missing_token"},
		"a form of another site":       {map[string]string{"Origin": "https://evil.example", "Content-Type": form}, ok, 401, "missing_token"},
		"another host's name":          {map[string]string{"Host": "evil.example", "Content-Type": form}, ok, 421, "host_not_allowed"},
		"an empty Authorization":       {map[string]string{"Authorization": "", "Content-Type": form}, ok, 401, "missing_token"},
		"a bad token":                  {map[string]string{"Authorization": "Bearer x", "Content-Type": form}, ok, 401, "bad_token"},
		"a body over 256 KiB":          {map[string]string{"Content-Type": form}, long, 413, "body_too_large"},
		"malformed JSON":               {map[string]string{"Content-Type": form}, `{"message":`, 400, "bad_json"},
		"an unknown field":             {map[string]string{"Content-Type": form}, `{"mesage":"Hello"}`, 400, "unknown_field"},
		"an empty message":             {map[string]string{"Content-Type": form}, `{"message":""}`, 400, "empty_message"},
		"an over-long message":         {map[string]string{"Content-Type": form}, `{"message":"` + strings.Repeat("a", 5000) + `"}`, 413, "message_too_long"},
		"a wrong content type":         {map[string]string{"Content-Type": "text/xml"}, ok, 415, "wrong_content_type"},
		"a form that is really a form": {map[string]string{"Content-Type": form}, "message=Hello", 400, "bad_json"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a := call(t, http.MethodPost, s.URL()+"/v1/chat", c.header, c.body)
			if a.status != c.status || a.body["code"] != c.code || a.kind != "application/problem+json" {
				t.Errorf("answer = %+v, want %d %s", a, c.status, c.code)
			}
		})
	}
}

func TestWithoutSignInEveryRequestNeedsAToken(t *testing.T) {
	s := start(t, stack.Options{})
	body, kind := `{"message":"What am I booked for?"}`, "application/json"
	if a := call(t, http.MethodPost, s.URL()+"/v1/chat", map[string]string{"Content-Type": kind}, body); a.status != 401 || a.body["code"] != "missing_token" {
		t.Errorf("without a token: %+v", a)
	}
	token, err := s.Token("tom")
	if err != nil {
		t.Fatal(err)
	}
	if a := call(t, http.MethodPost, s.URL()+"/v1/chat", map[string]string{"Content-Type": kind, "Authorization": "Bearer " + token}, body); a.status != 200 {
		t.Errorf("with a token: %+v", a)
	}
}

func TestARehearsalSaysWhatItIs(t *testing.T) {
	s := start(t, stack.Options{})
	reply, err := s.Ask(context.Background(), "maya", "What is the meaning of life?")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(reply.Text, "rehearsal") || len(reply.Suggestions) == 0 || reply.Overridden {
		t.Errorf("reply = %+v", reply)
	}
}

func TestTheConversationIsRemembered(t *testing.T) {
	s := start(t, stack.Options{})
	first, _, err := s.Say(context.Background(), "maya", "", "I want to do pilates on Wednesday")
	if err != nil {
		t.Fatal(err)
	}
	_, closed, err := s.Say(context.Background(), "maya", first.Conversation, "The morning one")
	if err != nil {
		t.Fatal(err)
	}
	if h := closed.Turn.History; len(h) != 1 || h[0].User != "I want to do pilates on Wednesday" || closed.Turn.Head != 1 {
		t.Errorf("history = %+v, head %d", h, closed.Turn.Head)
	}
	_, foreign, err := s.Say(context.Background(), "tom", first.Conversation, "The morning one")
	if err != nil {
		t.Fatal(err)
	}
	if len(foreign.Turn.History) != 0 {
		t.Errorf("another user sees %+v", foreign.Turn.History)
	}
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	cases := map[string]struct {
		options stack.Options
		want    string
	}{
		"an unknown app":  {stack.Options{Home: "../..", App: "nope"}, "unknown_app: "},
		"a path as app":   {stack.Options{Home: "../..", App: "../apps/coach"}, "unknown_app: "},
		"an unknown user": {stack.Options{Home: "../..", App: "coach", As: "nobody"}, "unknown_user: "},
		"a busy port":     {stack.Options{Home: "../..", App: "coach", Door: busy.Addr().String()}, "port_busy: another program already listens on " + busy.Addr().String()},
		"no home":         {stack.Options{Home: "/no/such/folder", App: "coach"}, "bad_home: "},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, err := stack.Start(context.Background(), c.options)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("err = %v, want %s", err, c.want)
			}
		})
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	before := children(t)
	s, err := stack.Start(context.Background(), stack.Options{Home: "../..", App: "counter"})
	if err != nil {
		t.Fatal(err)
	}
	if len(children(t)) <= len(before) {
		t.Error("no process was started")
	}
	s.Close()
	if after := children(t); len(after) > len(before) {
		t.Errorf("processes %v are left", after)
	}
	if _, err := net.DialTimeout("tcp", strings.TrimPrefix(s.URL(), "http://"), time.Second); err == nil {
		t.Error("the door is still open")
	}
}

// children lists this process's own, by the kernel's account.
func children(t *testing.T) []string {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Skip("this needs Linux's /proc")
	}
	var all []string
	for _, task := range tasks {
		text, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if err == nil {
			all = append(all, strings.Fields(string(text))...)
		}
	}
	return all
}

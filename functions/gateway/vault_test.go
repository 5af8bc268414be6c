package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"
	"github.com/sivchari/kumo"

	"troth/agent/credential"
	"troth/agent/turn"
)

// aVault is a vault over the emulator's Secrets Manager, with the shop's keys
// in it. The emulator's store is the whole process's, so each has its prefix.
func aVault(t testing.TB, now func() time.Time) (v *vault, rotate func(name, value string)) {
	t.Helper()
	emulator := kumo.NewServer()
	t.Cleanup(emulator.Close)
	client := secretsmanager.New(secretsmanager.Options{Region: region, BaseEndpoint: aws.String(emulator.URL), Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")})
	prefix := fmt.Sprintf("test-%d/", chains.Add(1))
	for _, name := range []string{"shop/public", "shop/user"} {
		if _, err := client.CreateSecret(context.Background(), &secretsmanager.CreateSecretInput{Name: aws.String(prefix + name), SecretString: aws.String(keyText(t, planted))}); err != nil {
			t.Fatal(err)
		}
	}
	return newVault(client, prefix, now), func(name, value string) {
		t.Helper()
		if _, err := client.PutSecretValue(context.Background(), &secretsmanager.PutSecretValueInput{SecretId: aws.String(prefix + name), SecretString: &value}); err != nil {
			t.Fatal(err)
		}
	}
}

func keyText(t testing.TB, value string) string {
	t.Helper()
	text, err := credential.Key("X-Api-Key", value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// counting counts how often a secret is read.
type counting struct {
	secrets
	reads atomic.Int64
	err   error
}

func (c *counting) GetSecretValue(ctx context.Context, in *secretsmanager.GetSecretValueInput, o ...func(*secretsmanager.Options)) (*secretsmanager.GetSecretValueOutput, error) {
	c.reads.Add(1)
	if c.err != nil {
		return nil, c.err
	}
	return c.secrets.GetSecretValue(ctx, in, o...)
}

// hand is a clock that the test sets.
type hand struct{ at atomic.Int64 }

func (h *hand) now() time.Time       { return noon().Add(time.Duration(h.at.Load())) }
func (h *hand) pass(d time.Duration) { h.at.Add(int64(d)) }
func value(c credential.Credential) string {
	h := http.Header{}
	c.Apply(h)
	return h.Get("X-Api-Key")
}

func TestACredentialIsKeptForAWhile(t *testing.T) {
	clock := &hand{}
	v, rotate := aVault(t, clock.now)
	count := &counting{secrets: v.secrets}
	v.secrets = count
	steps := []struct {
		name  string
		pass  time.Duration
		value string // that is put into Secrets Manager before; empty for none
		want  string
		reads int64
	}{
		{"it is read lazily", 0, "", planted, 1},
		{"it is kept", credentialLife - time.Second, "second", planted, 1},
		{"not for ever", time.Second, "", "second", 2},
		{"and kept again", time.Minute, "third", "second", 2},
	}
	if count.reads.Load() != 0 {
		t.Error("it was read before it was needed")
	}
	for _, s := range steps {
		clock.pass(s.pass)
		if s.value != "" {
			rotate("shop/user", keyText(t, s.value))
		}
		c, err := v.get(t.Context(), "shop/user")
		if err != nil || value(c) != s.want || count.reads.Load() != s.reads {
			t.Errorf("%s: %q after %d reads, %v; want %q after %d", s.name, value(c), count.reads.Load(), err, s.want, s.reads)
		}
	}
}

func TestManyWhoNeedItReadItOnce(t *testing.T) {
	v, _ := aVault(t, noon)
	count := &counting{secrets: v.secrets}
	v.secrets = count
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			if c, err := v.get(t.Context(), "shop/user"); err != nil || value(c) != planted {
				t.Errorf("%q, %v", value(c), err)
			}
		})
	}
	all.Wait()
	if count.reads.Load() != 1 {
		t.Errorf("it was read %d times", count.reads.Load())
	}
}

func TestARefusedCredentialIsRenewedOnce(t *testing.T) {
	clock := &hand{}
	var valid atomic.Pointer[string]
	var asked atomic.Int64
	now := "second"
	valid.Store(&now)
	c := newChain(t, anAPI(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("X-Api-Key") != *valid.Load() {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, "who are you?")
			return
		}
		_, _ = fmt.Fprintf(w, `{"number":1,"thing_id":"t1","echo":%q}`, body)
	}))
	c.gateway.vault.now = clock.now
	count := &counting{secrets: c.gateway.vault.secrets}
	c.gateway.vault.secrets = count
	order := func() turn.ToolResult {
		return c.call(t.Context(), "maya", "orderThing", map[string]any{"thing_id": "t1", "day": "2026-12-05"})
	}
	steps := []struct {
		name         string
		pass         time.Duration
		rotate       string
		want         string
		asked, reads int64
	}{
		{"wrong from the start", 0, "", "error http_401", 1, 1},
		{"a new one is not looked for at once", time.Second, "", "error http_401", 1, 0},
		{"looked for, and there is none", credentialRest, "", "error http_401", 1, 1},
		{"looked for, and found", credentialRest, "second", "ok ", 2, 1},
		{"and kept", time.Second, "third", "ok ", 1, 0},
	}
	for _, s := range steps {
		clock.pass(s.pass)
		if s.rotate != "" {
			c.rotate("shop/user", keyText(t, s.rotate))
		}
		wasAsked, wasRead := asked.Load(), count.reads.Load()
		r := order()
		if got := string(r.Status) + " " + r.Code; got != s.want || asked.Load()-wasAsked != s.asked || count.reads.Load()-wasRead != s.reads {
			t.Errorf("%s: %s, asked %d times, read %d times; want %s, %d, %d", s.name, got, asked.Load()-wasAsked, count.reads.Load()-wasRead, s.want, s.asked, s.reads)
		}
		if r.Code == "http_401" && r.Text != "who are you?" {
			t.Errorf("%s: the API's words became %q", s.name, r.Text)
		}
	}
}

func TestWithoutItsCredentialACallIsNotSent(t *testing.T) {
	cases := map[string]struct {
		stored string
		err    error
		want   string
	}{
		"no JSON":         {planted, nil, "the secret must be JSON"},
		"no type":         {`{"value":"` + planted + `"}`, nil, "the secret's type"},
		"Secrets Manager": {"", errors.New("throttled"), "throttled"},
	}
	for name, s := range cases {
		t.Run(name, func(t *testing.T) {
			c := newChain(t, anAPI(t, func(http.ResponseWriter, *http.Request) { t.Error("the API was asked") }))
			if s.stored != "" {
				c.rotate("shop/user", s.stored)
			}
			c.gateway.vault.secrets = &counting{secrets: c.gateway.vault.secrets, err: s.err}
			r := c.call(t.Context(), "maya", "cancelOrder", map[string]any{"number": 1})
			notes := strings.Join(r.Notes, " ")
			if r.Status != turn.Error || r.Code != "not_sent" || !strings.Contains(notes, codeCredential) || !strings.Contains(notes, s.want) {
				t.Errorf("result = %+v", r)
			}
			if seen := fmt.Sprintf("%+v", r) + c.log.String(); strings.Contains(seen, planted) {
				t.Errorf("the credential was shown: %s", seen)
			}
		})
	}
}

func TestASecretThatIsNotThere(t *testing.T) {
	v, _ := aVault(t, noon)
	_, err := v.get(t.Context(), "shop/other")
	if err == nil || !strings.Contains(err.Error(), codeCredential) || !strings.Contains(err.Error(), "shop/other") {
		t.Errorf("err = %v", err)
	}
	if c, err := v.get(t.Context(), ""); err != nil || value(c) != "" {
		t.Errorf("a group without credential: %v", err)
	}
}

// The planted key is looked for in everything that leaves the gateway, however
// the API misbehaves.
func TestTheCredentialIsSeenNowhere(t *testing.T) {
	apis := map[string]http.HandlerFunc{
		"a success": answer(200, `{"number":1}`),
		"an API that repeats its request": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_ = r.Header.Write(w)
		},
		"a success that repeats it": func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, `{"number":1,"key":%q}`, r.Header.Get("X-Api-Key"))
		},
		"a 401":     answer(401, "no"),
		"no answer": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"a redirect that repeats it": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/x?key="+r.Header.Get("X-Api-Key"), http.StatusFound)
		},
		"too much": answer(200, strings.Repeat("x", maxAnswer+1)),
	}
	for name, api := range apis {
		t.Run(name, func(t *testing.T) {
			var arrived atomic.Bool
			c := newChain(t, anAPI(t, func(w http.ResponseWriter, r *http.Request) {
				arrived.Store(r.Header.Get("X-Api-Key") == planted)
				api(w, r)
			}))
			r := c.call(t.Context(), "maya", "cancelOrder", map[string]any{"number": 1})
			if !arrived.Load() {
				t.Error("the credential did not arrive")
			}
			seen := fmt.Sprintf("%+v %s %v %s", r, r.Data, r.Records, c.log.String()) + fmt.Sprintf("%+v %#v", c.gateway, c.gateway.vault.entry("shop/user").credential)
			if strings.Contains(seen, planted) {
				t.Errorf("it is in %s", seen)
			}
		})
	}
}

package stack

import (
	"context"
	"sync"
	"time"

	"troth/local/aws"
)

// tokenLife is how long a token is used again: well below the hour for which
// it is good.
const tokenLife = 30 * time.Minute

// tokens signs users in when they are first needed, and again in time.
type tokens struct {
	pool *aws.Pool
	now  func() time.Time

	mu    sync.Mutex
	known map[string]signedIn
}

type signedIn struct {
	token string
	at    time.Time
}

func (t *tokens) get(ctx context.Context, user string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k, ok := t.known[user]; ok && t.now().Sub(k.at) < tokenLife {
		return k.token, nil
	}
	token, err := t.pool.Token(ctx, user)
	if err != nil {
		return "", err
	}
	if t.known == nil {
		t.known = map[string]signedIn{}
	}
	t.known[user] = signedIn{token, t.now()}
	return token, nil
}

// Token signs a user in and gives their ID token.
func (s *Stack) Token(user string) (string, error) {
	return s.tokens.get(context.Background(), user)
}

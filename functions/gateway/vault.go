package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"

	"troth/agent/credential"
)

const (
	// credentialLife is how long a credential is used before it is read again.
	credentialLife = 5 * time.Minute
	// credentialRest is how long a credential that was just read is not read
	// again: an API also answers 401 to a user's token, and who sends bad ones
	// must not make us read all the time.
	credentialRest = 10 * time.Second
	// secretTimeout is how long reading one may take, the SDK's retries included.
	secretTimeout = 5 * time.Second
)

// codeCredential begins every error of the vault.
const codeCredential = "credential_unavailable"

// secrets is the part of AWS Secrets Manager's client that the vault needs.
type secrets interface {
	GetSecretValue(context.Context, *secretsmanager.GetSecretValueInput, ...func(*secretsmanager.Options)) (*secretsmanager.GetSecretValueOutput, error)
}

// vault reads the groups' credentials when they are first needed, and keeps
// them for a while. It is safe for concurrent use.
type vault struct {
	secrets secrets
	prefix  string // of the secrets' names
	now     func() time.Time

	mu      sync.Mutex
	entries map[string]*entry
}

// entry is one credential; while it is read, those who need it wait.
type entry struct {
	mu         sync.Mutex
	credential credential.Credential
	at         time.Time // when it was read; zero when it never was
}

func newVault(s secrets, prefix string, now func() time.Time) *vault {
	return &vault{secrets: s, prefix: prefix, now: now, entries: map[string]*entry{}}
}

// get gives the credential called name. No name needs none.
func (v *vault) get(ctx context.Context, name string) (credential.Credential, error) {
	if name == "" {
		return credential.Credential{}, nil
	}
	e := v.entry(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.at.IsZero() && v.now().Sub(e.at) < credentialLife {
		return e.credential, nil
	}
	return e.credential, v.read(ctx, name, e)
}

// renew gives the credential that takes the place of one which an API has
// refused; ok is false when there is no other.
func (v *vault) renew(ctx context.Context, name string, refused credential.Credential) (c credential.Credential, ok bool, err error) {
	if name == "" {
		return c, false, nil
	}
	e := v.entry(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.credential.Equal(refused) && v.now().Sub(e.at) >= credentialRest {
		if err := v.read(ctx, name, e); err != nil {
			return c, false, err
		}
	}
	return e.credential, !e.credential.Equal(refused), nil
}

func (v *vault) entry(name string) *entry {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.entries[name] == nil {
		v.entries[name] = &entry{}
	}
	return v.entries[name]
}

var errNoText = errors.New("the secret holds no text")

func (v *vault) read(ctx context.Context, name string, e *entry) error {
	ctx, cancel := context.WithTimeout(ctx, secretTimeout)
	defer cancel()
	id := v.prefix + name
	out, err := v.secrets.GetSecretValue(ctx, &secretsmanager.GetSecretValueInput{SecretId: &id})
	if err == nil && out.SecretString == nil {
		err = errNoText
	}
	if err != nil {
		return fmt.Errorf("%s: reading the secret %s: %w", codeCredential, id, err)
	}
	read, err := credential.Parse(*out.SecretString)
	if err != nil {
		return fmt.Errorf("%s: the secret %s: %w", codeCredential, id, err)
	}
	e.credential, e.at = read, v.now()
	return nil
}

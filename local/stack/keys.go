package stack

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"troth/agent/identity"
)

// keys sign and verify for whom a tool call is.
type keys struct{ private, public string }

// userKeys gives the keys of a file, made where there is none, or new ones where no
// file is named.
func userKeys(file string) (keys, error) {
	if file == "" {
		return newKeys()
	}
	private, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return makeKeys(file)
	case err != nil:
		return keys{}, fmt.Errorf("bad_user_key: %w", err)
	}
	public, err := identity.PublicKey(private)
	if err != nil {
		return keys{}, fmt.Errorf("bad_user_key: %s: %w", file, err)
	}
	return keys{string(private), string(public)}, nil
}

func newKeys() (keys, error) {
	private, public, err := identity.NewKey()
	return keys{string(private), string(public)}, err
}

// makeKeys writes a new pair: the private half for us alone, the public one for the
// app's API.
func makeKeys(file string) (keys, error) {
	k, err := newKeys()
	if err == nil {
		err = os.WriteFile(file, []byte(k.private), 0o600)
	}
	if err == nil {
		err = os.WriteFile(file+".pub", []byte(k.public), 0o644)
	}
	if err != nil {
		return keys{}, fmt.Errorf("bad_user_key: %w", err)
	}
	return k, nil
}

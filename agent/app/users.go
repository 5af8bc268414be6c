package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
)

// User is a person of an app's seed data, who can be signed in on a laptop.
type User struct {
	ID    string `yaml:"id"`
	Name  string `yaml:"name"`
	Email string `yaml:"email"`
	Zone  string `yaml:"zone"`
	// Roles and Capabilities are what policies ask for.
	Roles        []string `yaml:"roles"`
	Capabilities []string `yaml:"capabilities"`
}

// Users reads users.yaml of the app in dir. An app without the file has a
// single user called "dev".
func Users(dir string) ([]User, error) {
	path := filepath.Join(dir, "users.yaml")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return []User{{ID: "dev", Name: "Dev", Email: "dev@example.com"}}, nil
	}
	if err != nil {
		return nil, &Error{"bad_app", err.Error()}
	}
	var file struct {
		Users []User `yaml:"users"`
	}
	if err := yaml.UnmarshalWithOptions(text, &file, yaml.Strict()); err != nil {
		return nil, &Error{"bad_app", fmt.Sprintf("%s: %s", path, yaml.FormatError(err, false, true))}
	}
	if len(file.Users) == 0 {
		return nil, &Error{"bad_app", path + ": it lists no user"}
	}
	return file.Users, nil
}

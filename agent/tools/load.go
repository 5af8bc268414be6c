package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// file is tools.yaml as it is written.
type file struct {
	Groups map[string]groupPolicy `yaml:"groups"`
	Tools  map[string]toolPolicy  `yaml:"tools"`
}

type groupPolicy struct {
	Spec       string `yaml:"spec"`
	Credential string `yaml:"credential"`
	Identity   string `yaml:"identity"`
}

// Load makes the catalogue of the app in dir. Only the operations that
// tools.yaml names become tools: an API is never offered by accident. Errors
// begin with bad_tools and name the file and what to change.
func Load(dir string) (*Catalogue, error) {
	path := filepath.Join(dir, "tools.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("bad_tools: %w", err)
	}
	var f file
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("bad_tools: %s: %s", path, yaml.FormatError(err, false, true))
	}
	groups, operations, err := loadGroups(dir, f.Groups)
	if err != nil {
		return nil, fmt.Errorf("bad_tools: %s: %w", path, err)
	}
	tools := make(map[string]Tool, len(f.Tools))
	for _, name := range sortedNames(f.Tools) {
		policy := f.Tools[name]
		o, ok := operations[name]
		if !ok {
			return nil, fmt.Errorf("bad_tools: %s: tools.%s: no operation of the specs has this operationId; there are %s", path, name, strings.Join(sortedNames(operations), ", "))
		}
		t, err := newTool(name, policy, o)
		if err != nil {
			return nil, fmt.Errorf("bad_tools: %s: tools.%s: %w", path, name, err)
		}
		tools[name] = t
	}
	return newCatalogue(groups, tools), nil
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// loadGroups reads the specs of all groups.
func loadGroups(dir string, policies map[string]groupPolicy) ([]Group, map[string]operation, error) {
	var groups []Group
	all := map[string]operation{}
	for _, name := range sortedNames(policies) {
		p := policies[name]
		if p.Identity != "user" && p.Identity != "none" {
			return nil, nil, fmt.Errorf("groups.%s.identity is %q; it is user or none", name, p.Identity)
		}
		if p.Spec == "" {
			return nil, nil, fmt.Errorf("groups.%s needs spec: the OpenAPI document, from the app's folder", name)
		}
		g := Group{Name: name, Spec: filepath.Join(dir, p.Spec), Credential: p.Credential, Identity: p.Identity == "user"}
		operations, err := readSpec(g)
		if err != nil {
			return nil, nil, fmt.Errorf("groups.%s: %w", name, err)
		}
		for id, o := range operations {
			if other, twice := all[id]; twice {
				o.unfit = fmt.Errorf("the operationId is in the groups %s and %s; it may be in one", other.group.Name, name)
			}
			all[id] = o
		}
		groups = append(groups, g)
	}
	return groups, all, nil
}

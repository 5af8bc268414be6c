package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const oneOperation = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get: {operationId: a, responses: {'200': {description: A.}}}\n    put: {responses: {'200': {description: B.}}}\n"

func TestSpecsCheck(t *testing.T) {
	cases := map[string]struct {
		policy string
		args   []string
		code   int
		want   string
	}{
		"a warning":           {"{a: {effect: read}}", nil, 0, "s.yaml:6: warning: no_operation_id: PUT /a"},
		"warnings that count": {"{a: {effect: read}}", []string{"--strict"}, 1, "0 problems, 1 warning"},
		"a problem":           {"{b: {effect: read}}", nil, 1, "tools.yaml:3: error: no_operation: b:"},
		"a file that is none": {"{", nil, 1, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"tools.yaml": "groups: {g: {spec: s.yaml, identity: none}}\ntools:\n  " + c.policy, "s.yaml": oneOperation} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var stdout, stderr bytes.Buffer
			code := run(context.Background(), append([]string{"specs", "check", dir}, c.args...), &stdout, &stderr)
			if code != c.code || !strings.Contains(stdout.String(), c.want) {
				t.Errorf("code %d, printed %q, %q; want %d, %q", code, stdout.String(), stderr.String(), c.code, c.want)
			}
		})
	}
}

func TestSpecsCheckAsJSON(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{"tools.yaml": "groups: {g: {spec: s.yaml, identity: none}}\ntools: {a: {effect: read}}", "s.yaml": oneOperation} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), []string{"specs", "check", "--json", dir}, &stdout, &stderr)
	var got struct {
		Problems []struct {
			Line    int
			Code    string
			Warning bool
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil || code != 0 || len(got.Problems) != 1 || got.Problems[0].Line != 6 || !got.Problems[0].Warning {
		t.Errorf("code %d, %s, %+v, err %v", code, stdout.String(), got, err)
	}
}

package conformance_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// verdict is what the driver answers: the outcome of a run, or whether a
// definition is valid.
type verdict struct {
	Output json.RawMessage
	Error  string
	Cause  string
	Valid  bool
	Errors string
}

// ask puts requests to the driver, all to one Node process.
func ask(t *testing.T, requests []any) []verdict {
	t.Helper()
	needNode(t)
	var in, errs bytes.Buffer
	for _, r := range requests {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	node := exec.Command("node", "driver.cjs")
	node.Stdin, node.Stderr = &in, &errs
	out, err := node.Output()
	if err != nil {
		t.Fatalf("running driver.cjs: %v\n%s", err, errs.String())
	}
	answers := verdicts(t, out)
	if len(answers) != len(requests) {
		t.Fatalf("the driver answered %d of %d requests\n%s", len(answers), len(requests), errs.String())
	}
	return answers
}

func verdicts(t *testing.T, out []byte) []verdict {
	t.Helper()
	var all []verdict
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v verdict
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("the driver said %q: %v", lines.Text(), err)
		}
		all = append(all, v)
	}
	return all
}

// needNode leaves the test out where the packages are not installed, unless
// TROTH_REQUIRE_NODE is 1.
func needNode(t *testing.T) {
	t.Helper()
	_, noNode := exec.LookPath("node")
	_, noPackages := os.Stat("node_modules")
	if noNode == nil && noPackages == nil {
		return
	}
	const how = "Node or its packages are missing: npm ci --prefix local/states/conformance"
	if os.Getenv("TROTH_REQUIRE_NODE") == "1" {
		t.Fatal(how)
	}
	t.Skip(how)
}

package turn_test

import (
	"os/exec"
	"strings"
	"testing"
)

// floors says which packages of ours a folder's packages may import: arrows go
// down only.
var floors = map[string][]string{
	"troth/agent/turn":       {},
	"troth/agent/problem":    {},
	"troth/agent/clock":      {},
	"troth/agent/identity":   {},
	"troth/agent/values":     {},
	"troth/agent/credential": {},
	"troth/agent/sigv4":      {"troth/agent/problem"},
	"troth/agent/memory":     {"troth/agent/turn"},
	"troth/agent/model":      {"troth/agent/turn"},
	"troth/agent/reply":      {"troth/agent/turn"},
	"troth/agent/app":        {"troth/agent/turn"},
	"troth/agent/ground":     {"troth/agent/turn", "troth/agent/values"},
	"troth/agent/tools":      {"troth/agent/turn", "troth/agent/identity", "troth/agent/ground"},
	"troth/agent/permit":     {"troth/agent/turn", "troth/agent/app", "troth/agent/tools"},
	"troth/checks":           {"troth/agent/turn", "troth/agent/values"},
	"troth/checks/lexicon":   {},
	"troth/checks/claims":    {"troth/checks/lexicon"},
	"troth/scenarios":        {"troth/agent/turn", "troth/agent/model"},
	"troth/functions":        {"troth/agent", "troth/checks"},
	// The one program that knows apps as code.
	"troth/functions/appapi": {"troth/agent", "troth/apps"},
	"troth/apps":             {"troth/agent/identity", "troth/agent/problem"},
	"troth/local":            {"troth/agent", "troth/scenarios"},
	"troth/cmd":              {"troth/agent", "troth/checks", "troth/local", "troth/scenarios"},
}

func TestArrowsGoDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "troth/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		home := floorOf(names[0])
		if home == "" {
			t.Errorf("%s stands on no floor: add it", names[0])
		}
		for _, imported := range names[1:] {
			if strings.HasPrefix(imported, "troth/") && !within(imported, append(floors[home], home)) {
				t.Errorf("%s imports %s, which is not below it", names[0], imported)
			}
		}
	}
}

// floorOf is the longest entry of floors that the package lies in.
func floorOf(name string) string {
	best := ""
	for floor := range floors {
		if within(name, []string{floor}) && len(floor) > len(best) {
			best = floor
		}
	}
	return best
}

func within(name string, folders []string) bool {
	for _, f := range folders {
		if name == f || strings.HasPrefix(name, f+"/") {
			return true
		}
	}
	return false
}

package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build compiles packages of the module in dir to binaries in out. What is up
// to date is not compiled again.
func Build(ctx context.Context, dir, out string, packages ...string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("making %s: %w", out, err)
	}
	if _, err := exec.LookPath("go"); err != nil {
		return fmt.Errorf("no_go: the functions are not built and Go is not installed; install Go (https://go.dev/dl/), or run make build where it is")
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"build", "-o", out + string(filepath.Separator)}, packages...)...) // #nosec: our own packages
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build_failed: building the functions: %w\n%s", err, strings.TrimSpace(string(text)))
	}
	return nil
}

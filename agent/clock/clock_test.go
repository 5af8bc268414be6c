package clock_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"troth/agent/clock"
)

func TestFromEnvReadsTheFileAtEveryCall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clock")
	t.Setenv(clock.FileVar, path)
	now := clock.FromEnv()
	for _, text := range []string{"2026-03-04T10:00:00Z\n", "2026-03-05T00:00:01+01:00"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want, _ := time.Parse(time.RFC3339, text[:len("2026-03-04T10:00:00Z")])
		if want.IsZero() {
			want, _ = time.Parse(time.RFC3339, text)
		}
		if got := now(); !got.Equal(want) {
			t.Errorf("file says %q: now() = %v", text, got)
		}
	}
}

func TestFromEnvFallsBackToTheSystemClock(t *testing.T) {
	for name, text := range map[string]string{"nonsense": "soon", "empty": ""} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "clock")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv(clock.FileVar, path)
			before := time.Now()
			if got := clock.FromEnv()(); got.Before(before) {
				t.Errorf("now() = %v, before the call", got)
			}
		})
	}
}

// Package clock is where the functions read the time. Everything above takes a
// func() time.Time, so that tests and replays decide what "now" is.
package clock

import (
	"os"
	"strings"
	"time"
)

// FileVar names the environment variable that, on a laptop, holds the path of a
// file whose RFC 3339 text is taken for the time. It is never set in AWS.
const FileVar = "TROTH_CLOCK_FILE"

// FromEnv gives the system's clock, or the one of the file that FileVar names.
// The file is read at every call, so that a test conversation can move time
// under running processes; while it can't be read or parsed, the system's clock
// stands in.
func FromEnv() func() time.Time {
	path := os.Getenv(FileVar)
	if path == "" {
		return time.Now
	}
	return func() time.Time {
		if at, ok := read(path); ok {
			return at
		}
		return time.Now()
	}
}

func read(path string) (time.Time, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(string(text)))
	return at, err == nil
}

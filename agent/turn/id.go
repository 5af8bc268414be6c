package turn

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// NewID derives a turn's id from who sent what message where. The same message
// sent again is the same turn, and so the same execution: the id is a valid
// Step Functions execution name (80 characters at most, letters and digits).
func NewID(app, user, conversation, message string) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{app, user, conversation, message}, "\x00")))
	return "turn-" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16]))
}

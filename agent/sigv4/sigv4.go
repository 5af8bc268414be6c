// Package sigv4 signs HTTP requests with AWS Signature Version 4, and checks
// such signatures where AWS does not do it for us.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
package sigv4

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Gateway is the name by which requests to a gateway are signed, as Amazon
// Bedrock AgentCore Gateway asks for it.
// https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/gateway-inbound-auth.html
const Gateway = "bedrock-agentcore"

// Skew is how far the time of a signature may be from the clock of who checks
// it.
const Skew = 5 * time.Minute

const (
	algorithm  = "AWS4-HMAC-SHA256"
	terminator = "aws4_request"
	dateHeader = "X-Amz-Date"
	hashHeader = "X-Amz-Content-Sha256"
	dateFormat = "20060102T150405Z"
	dayFormat  = "20060102"
)

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func sum(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// signature signs a string for a scope with the key that is derived for it.
func signature(secret string, s scope, toSign string) []byte {
	key := sum([]byte("AWS4"+secret), s.day)
	for _, part := range []string{s.region, s.service, terminator} {
		key = sum(key, part)
	}
	return sum(key, toSign)
}

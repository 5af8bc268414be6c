package stack

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"

	"troth/agent/credential"
	"troth/agent/sigv4"
	"troth/agent/tools"
	"troth/local/aws"
)

// secrets are made anew for each system, and live no longer than it.
type secrets struct {
	// private and public sign and verify for whom a tool call is.
	private, public string
	// accessKey and accessSecret are the tool function's own, so that no other
	// part may call the gateway: its IAM role, so to speak.
	accessKey, accessSecret string
	// apiKeys are what the app's API asks of each group, as they are stored.
	apiKeys map[string]string
}

// apiKeyHeader carries a group's API key.
const apiKeyHeader = "X-Api-Key"

func newSecrets(groups []tools.Group, userKey string) (secrets, error) {
	users, err := userKeys(userKey)
	if err != nil {
		return secrets{}, err
	}
	s := secrets{private: users.private, public: users.public, accessKey: "AKIA" + rand.Text()[:16], accessSecret: rand.Text(), apiKeys: map[string]string{}}
	named := map[string]string{} // groups may share a credential
	for _, g := range groups {
		if g.Credential == "" {
			continue
		}
		if named[g.Credential] == "" {
			if named[g.Credential], err = credential.Key(apiKeyHeader, rand.Text()); err != nil {
				return secrets{}, err
			}
		}
		s.apiKeys[g.Name] = named[g.Credential]
	}
	return s, nil
}

// secretPrefix begins the names of this system's secrets: the emulator's store
// is the whole process's.
func (s *Stack) secretPrefix() string { return filepath.Base(s.dir) + "/" }

// storeSecrets puts the groups' credentials where the gateway reads them.
func (s *Stack) storeSecrets(ctx context.Context) error {
	stored := map[string]bool{}
	for _, g := range s.catalogue.Groups() {
		if g.Credential == "" || stored[g.Credential] {
			continue
		}
		stored[g.Credential] = true
		if err := aws.CreateSecret(ctx, s.emulator.URL(), s.secretPrefix()+g.Credential, s.secrets.apiKeys[g.Name]); err != nil {
			return err
		}
	}
	return nil
}

// gatewayEnv says to the gateway who may call it, and where its credentials are.
func (s *Stack) gatewayEnv(base string) ([]string, error) {
	keys, err := json.Marshal(map[string]string{s.secrets.accessKey: s.secrets.accessSecret})
	return s.environment("TROTH_API_BASE="+base, "TROTH_ACCESS_KEYS="+string(keys), "TROTH_SECRET_PREFIX="+s.secretPrefix()), err
}

// apiEnv says to the app's API whose word it takes.
func (s *Stack) apiEnv() ([]string, error) {
	keys, err := json.Marshal(s.secrets.apiKeys)
	return s.environment("TROTH_VERIFY_KEY="+s.secrets.public, "TROTH_API_KEYS="+string(keys)), err
}

// toolEnv gives the tool function its keys, in place of those that all have.
func (s *Stack) toolEnv() []string {
	return []string{
		"TROTH_GATEWAY_URL=" + s.gatewayURL + "/mcp",
		"TROTH_SIGNING_KEY=" + s.secrets.private,
		"AWS_ACCESS_KEY_ID=" + s.secrets.accessKey,
		"AWS_SECRET_ACCESS_KEY=" + s.secrets.accessSecret,
	}
}

// newGatewayClient gives a client of the gateway that signs as the tool function.
func (s *Stack) newGatewayClient() *tools.MCP {
	keys := credentials.NewStaticCredentialsProvider(s.secrets.accessKey, s.secrets.accessSecret, "")
	return tools.NewMCP(s.gatewayURL+"/mcp", sigv4.NewTransport(http.DefaultTransport, keys, sigv4.Gateway, aws.Region, time.Now))
}

// checkGateway makes sure that the gateway lets us in and has every tool.
func (s *Stack) checkGateway(ctx context.Context) error {
	client := s.newGatewayClient()
	defer client.Close()
	return client.Check(ctx, s.catalogue)
}

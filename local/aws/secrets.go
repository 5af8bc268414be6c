package aws

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"
)

// CreateSecret stores a text in the Secrets Manager at endpoint.
func CreateSecret(ctx context.Context, endpoint, name, text string) error {
	client := secretsmanager.NewFromConfig(Config(endpoint))
	if _, err := client.CreateSecret(ctx, &secretsmanager.CreateSecretInput{Name: &name, SecretString: &text}); err != nil {
		return fmt.Errorf("storing the secret %s: %w", name, err)
	}
	return nil
}

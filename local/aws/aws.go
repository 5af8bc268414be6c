// Package aws is the part of AWS that an embedded emulator gives on a laptop:
// DynamoDB for data, Cognito for tokens and Secrets Manager for credentials. It is spoken to with the real SDK.
package aws

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/sivchari/kumo"
)

// Region and the keys are those of everything on the laptop.
const (
	Region = "us-east-1"
	Key    = "local"
)

// Emulator is the embedded emulator. There is one store a process: two of them
// share their data.
type Emulator struct {
	server *kumo.Server
}

// Start starts the emulator on a port of its own.
func Start() *Emulator { return &Emulator{server: kumo.NewServer()} }

// URL is where it listens.
func (e *Emulator) URL() string { return e.server.URL }

// Close stops it; its data is gone.
func (e *Emulator) Close() { e.server.Close() }

// Config is the SDK's configuration for an endpoint on the laptop.
func Config(endpoint string) aws.Config {
	return aws.Config{
		Region:       Region,
		BaseEndpoint: aws.String(endpoint),
		Credentials:  credentials.NewStaticCredentialsProvider(Key, Key, ""),
	}
}

// Environment is what a function process needs in order to speak to AWS at
// endpoint. DynamoDB, which is asked most, is reached without the way through
// the front.
func Environment(endpoint, dynamo string) []string {
	return append(hidden(),
		"AWS_ENDPOINT_URL="+endpoint,
		"AWS_ENDPOINT_URL_DYNAMODB="+dynamo,
		"AWS_REGION="+Region,
		"AWS_ACCESS_KEY_ID="+Key,
		"AWS_SECRET_ACCESS_KEY="+Key,
		"AWS_EC2_METADATA_DISABLED=true",
	)
}

// Person is someone who can sign in.
type Person struct {
	ID, Email string
}

// password is every local user's: whoever runs the emulator is whoever they say.
const password = "Local-only-1"

// Pool is a user pool with a client that may sign in with a password.
type Pool struct {
	cognito *cognitoidentityprovider.Client
	// Issuer and Client are what tokens are checked against.
	Issuer, Client string
}

// NewPool makes a pool with people in it. The issuer follows the endpoint, so
// everyone must speak to the emulator through the same one.
func NewPool(ctx context.Context, endpoint, name string, people []Person) (*Pool, error) {
	client := cognitoidentityprovider.NewFromConfig(Config(endpoint))
	pool, err := client.CreateUserPool(ctx, &cognitoidentityprovider.CreateUserPoolInput{PoolName: &name})
	if err != nil {
		return nil, fmt.Errorf("making the user pool: %w", err)
	}
	app, err := client.CreateUserPoolClient(ctx, &cognitoidentityprovider.CreateUserPoolClientInput{
		UserPoolId: pool.UserPool.Id, ClientName: &name,
		ExplicitAuthFlows: []types.ExplicitAuthFlowsType{types.ExplicitAuthFlowsTypeAllowUserPasswordAuth},
	})
	if err != nil {
		return nil, fmt.Errorf("making the pool's client: %w", err)
	}
	p := &Pool{cognito: client, Issuer: endpoint + "/" + *pool.UserPool.Id, Client: *app.UserPoolClient.ClientId}
	for _, person := range people {
		if err := p.add(ctx, *pool.UserPool.Id, person); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Pool) add(ctx context.Context, pool string, person Person) error {
	_, err := p.cognito.AdminCreateUser(ctx, &cognitoidentityprovider.AdminCreateUserInput{
		UserPoolId: &pool, Username: &person.ID,
		UserAttributes: []types.AttributeType{{Name: aws.String("email"), Value: &person.Email}},
	})
	if err == nil {
		_, err = p.cognito.AdminSetUserPassword(ctx, &cognitoidentityprovider.AdminSetUserPasswordInput{
			UserPoolId: &pool, Username: &person.ID, Password: aws.String(password), Permanent: true,
		})
	}
	if err != nil {
		return fmt.Errorf("adding the user %s: %w", person.ID, err)
	}
	return nil
}

// Token signs a user in and gives the ID token, which is good for an hour.
func (p *Pool) Token(ctx context.Context, user string) (string, error) {
	out, err := p.cognito.InitiateAuth(ctx, &cognitoidentityprovider.InitiateAuthInput{
		AuthFlow: types.AuthFlowTypeUserPasswordAuth, ClientId: &p.Client,
		AuthParameters: map[string]string{"USERNAME": user, "PASSWORD": password},
	})
	if err != nil {
		return "", fmt.Errorf("signing %s in: %w", user, err)
	}
	return *out.AuthenticationResult.IdToken, nil
}

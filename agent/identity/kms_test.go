package identity_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"
	"github.com/go-jose/go-jose/v4"
	"github.com/sivchari/kumo"

	"troth/agent/identity"
)

// keyOf makes a key in an emulated KMS.
func keyOf(t *testing.T, spec types.KeySpec) (*kms.Client, string) {
	t.Helper()
	emulator := kumo.NewServer()
	t.Cleanup(emulator.Close)
	client := kms.New(kms.Options{Region: "us-east-1", BaseEndpoint: aws.String(emulator.URL), Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")})
	made, err := client.CreateKey(context.Background(), &kms.CreateKeyInput{KeySpec: spec, KeyUsage: types.KeyUsageTypeSignVerify})
	if err != nil {
		t.Fatal(err)
	}
	return client, *made.KeyMetadata.KeyId
}

func TestATokenThatKMSSigned(t *testing.T) {
	client, key := keyOf(t, types.KeySpecEccNistP256)
	signer, err := identity.NewKMSSigner(context.Background(), client, key, at(noon))
	if err != nil {
		t.Fatal(err)
	}
	public, err := identity.KMSPublicKey(context.Background(), client, key)
	if err != nil {
		t.Fatal(err)
	}
	var jwk jose.JSONWebKey
	if err := json.Unmarshal(public, &jwk); err != nil || !jwk.IsPublic() {
		t.Fatalf("public half %s, err %v", public, err)
	}
	verifier, err := identity.NewVerifier(public, "coach", at(noon))
	if err != nil {
		t.Fatal(err)
	}
	claims := identity.Claims{User: "maya", App: "coach", Tool: "bookSession"}
	for range 20 { // numbers are of different lengths
		token, err := signer.Sign(claims)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := verifier.Verify(token, "bookSession"); err != nil || got != claims {
			t.Fatalf("claims %+v, err %v", got, err)
		}
		if _, err := verifier.Verify(token, "cancelBooking"); err == nil {
			t.Fatal("it passes for another tool")
		}
	}
}

func TestKeysThatCanNotSign(t *testing.T) {
	client, key := keyOf(t, types.KeySpecRsa2048)
	for name, id := range map[string]string{"is no ECC_NIST_P256 key": key, "reading the public half": "none"} {
		if _, err := identity.NewKMSSigner(context.Background(), client, id, at(noon)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("key %s: err = %v, want %q", id, err, name)
		}
	}
}

package aws

import "os"

// hidden takes back what a developer's shell and files say of the real AWS: a
// profile that is not there or an endpoint variant keeps the SDK from starting,
// and some settings lead past the laptop.
// https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html
func hidden() []string {
	return []string{
		"AWS_CONFIG_FILE=" + os.DevNull,
		"AWS_SHARED_CREDENTIALS_FILE=" + os.DevNull,
		"AWS_PROFILE=",
		"AWS_DEFAULT_PROFILE=",
		"AWS_SESSION_TOKEN=",
		"AWS_USE_FIPS_ENDPOINT=",
		"AWS_USE_DUALSTACK_ENDPOINT=",
		"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=",
		"AWS_ENDPOINT_URL_SFN=",
	}
}

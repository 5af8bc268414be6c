package states_test

import (
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// plainBodies keeps net/http from using the WriteTo of a request's body. The
// SDK closes the body as soon as the response begins; WriteTo of a closed body
// is then an error, and net/http answers it by closing the connection under a
// response that is still being read. A server in the same process is quick
// enough for that to happen, now and then.
type plainBodies struct{ aws.HTTPClient }

func (p plainBodies) Do(r *http.Request) (*http.Response, error) {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = struct{ io.ReadCloser }{r.Body}
	}
	return p.HTTPClient.Do(r)
}

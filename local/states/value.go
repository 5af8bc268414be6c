package states

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// value is JSON data on its way through a machine: decoded, and its text once
// somebody has asked for it. A value is never changed; states make new ones.
type value struct {
	v    any
	text string
}

// parseValue decodes JSON; numbers keep their digits.
func parseValue(text string) (value, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return value{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return value{}, errors.New("there is more after the JSON value")
	}
	return value{v: v, text: text}, nil
}

// of makes a value of decoded data.
func of(v any) value { return value{v: v} }

// String is the value's JSON text, without HTML escapes, as the service has it.
func (v *value) String() string {
	if v.text == "" {
		v.text = encode(v.v)
	}
	return v.text
}

func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// maxPayload is the largest input, output or result of a state, in bytes.
// https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
const maxPayload = 256 << 10

func tooLarge(state string, v *value) *failure {
	if len(v.String()) <= maxPayload {
		return nil
	}
	return fail(errDataLimit, "The state/task '%s' returned a result with a size exceeding the maximum number of bytes service limit.", state)
}

package states

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
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

// String is the value's JSON text.
func (v *value) String() string {
	if v.text == "" {
		v.text = encode(v.v)
	}
	return v.text
}

// encode writes JSON with sorted keys and without HTML escapes. Every state's
// output is written into the history, so this is the engine's busiest code:
// it knows the few types that decoding makes, and needs no reflection.
func encode(v any) string {
	return string(appendJSON(make([]byte, 0, 1024), v))
}

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		return appendObject(b, v)
	case []any:
		return appendList(b, v)
	case string:
		return appendString(b, v)
	case json.Number:
		return append(b, v...)
	case bool:
		return strconv.AppendBool(b, v)
	}
	return append(b, "null"...)
}

func appendObject(b []byte, object map[string]any) []byte {
	b = append(b, '{')
	for i, key := range sortedKeys(object) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, key), ':')
		b = appendJSON(b, object[key])
	}
	return append(b, '}')
}

func appendList(b []byte, list []any) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, v)
	}
	return append(b, ']')
}

const hex = "0123456789abcdef"

// appendString quotes what JSON must have quoted (RFC 8259, section 7). Decoded
// strings are valid UTF-8.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[start:]...), '"')
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

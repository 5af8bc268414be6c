package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"

	"troth/agent/problem"
	"troth/agent/turn"
)

// maxBody is the largest body taken, in bytes: the turn must fit into the state
// machine's payload of 256 KiB.
const maxBody = 256 << 10

// request is the body of POST /v1/chat.
type request struct {
	Message string `json:"message"`
	// Conversation continues one; empty begins a new one.
	Conversation string `json:"conversation"`
	// MessageID is the client's own id: sent again, it is the same turn.
	MessageID string         `json:"message_id"`
	Location  *turn.Location `json:"location"`
	TimeZone  string         `json:"time_zone"`
	Locale    string         `json:"locale"`
}

var (
	idPattern     = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	localePattern = regexp.MustCompile(`^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$`)
)

// readRequest reads and checks the body. maxChars caps the message.
func readRequest(e events.APIGatewayV2HTTPRequest, maxChars int) (request, *problem.Problem) {
	if kind, _, err := mime.ParseMediaType(e.Headers["content-type"]); err != nil || kind != "application/json" {
		return request{}, newProblem(http.StatusUnsupportedMediaType, "wrong_content_type", "Send the body as JSON, with the header Content-Type: application/json.")
	}
	body, p := readBody(e)
	if p != nil {
		return request{}, p
	}
	r, p := decode(body)
	if p != nil {
		return request{}, p
	}
	r.Message = strings.TrimSpace(r.Message)
	return r, r.check(maxChars)
}

func readBody(e events.APIGatewayV2HTTPRequest) ([]byte, *problem.Problem) {
	body := []byte(e.Body)
	if e.IsBase64Encoded {
		decoded, err := base64.StdEncoding.DecodeString(e.Body)
		if err != nil {
			return nil, newProblem(http.StatusBadRequest, "bad_body", "The body could not be decoded. Send it as JSON text.")
		}
		body = decoded
	}
	if len(body) > maxBody {
		return nil, newProblem(http.StatusRequestEntityTooLarge, "body_too_large", "The body has %d bytes; at most %d are taken. Send less at once.", len(body), maxBody)
	}
	if !utf8.Valid(body) {
		return nil, newProblem(http.StatusBadRequest, "bad_json", "The body is not UTF-8 text. Send it as JSON in UTF-8.")
	}
	return body, nil
}

func decode(body []byte) (request, *problem.Problem) {
	var r request
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return request{}, decodeProblem(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return request{}, newProblem(http.StatusBadRequest, "bad_json", "There is more after the JSON object. Send exactly one object.")
	}
	return r, nil
}

func decodeProblem(err error) *problem.Problem {
	var wrong *json.UnmarshalTypeError
	switch text := err.Error(); {
	case errors.As(err, &wrong) && wrong.Field != "":
		return newProblem(http.StatusBadRequest, "invalid_field", "The field %s can't be a %s. It takes a %s.", wrong.Field, wrong.Value, plainType(wrong.Type.String()))
	case strings.HasPrefix(text, "json: unknown field "):
		return newProblem(http.StatusBadRequest, "unknown_field", "There is no field %s. The fields are message, conversation, message_id, location, time_zone and locale.", strings.TrimPrefix(text, "json: unknown field "))
	}
	return newProblem(http.StatusBadRequest, "bad_json", `The body is not a JSON object: %s. Send something like {"message": "Hello"}.`, strings.TrimPrefix(err.Error(), "json: "))
}

func plainType(goType string) string {
	switch goType {
	case "float64":
		return "number"
	case "string":
		return "string"
	}
	return "JSON object"
}

func (r request) check(maxChars int) *problem.Problem {
	switch chars := utf8.RuneCountInString(r.Message); {
	case chars == 0:
		return newProblem(http.StatusBadRequest, "empty_message", "The message is empty. Say something in the field message.")
	case chars > maxChars:
		return newProblem(http.StatusRequestEntityTooLarge, "message_too_long", "The message has %d characters; at most %d are taken. Say it shorter, or in several messages.", chars, maxChars)
	case r.Conversation != "" && !idPattern.MatchString(r.Conversation):
		return newProblem(http.StatusBadRequest, "invalid_field", "The field conversation takes 1 to 64 letters, digits, - or _. Leave it out to begin a new conversation.")
	case r.MessageID != "" && !idPattern.MatchString(r.MessageID):
		return newProblem(http.StatusBadRequest, "invalid_field", "The field message_id takes 1 to 64 letters, digits, - or _.")
	case r.Locale != "" && !localePattern.MatchString(r.Locale):
		return newProblem(http.StatusBadRequest, "invalid_field", "The field locale takes a language tag such as en-GB.")
	}
	return r.checkPlace()
}

func (r request) checkPlace() *problem.Problem {
	if l := r.Location; l != nil && (l.Lat < -90 || l.Lat > 90 || l.Lon < -180 || l.Lon > 180) {
		return newProblem(http.StatusBadRequest, "invalid_field", "The field location takes lat from -90 to 90 and lon from -180 to 180, in degrees.")
	}
	if _, err := time.LoadLocation(r.TimeZone); err != nil || r.TimeZone == "Local" {
		return newProblem(http.StatusBadRequest, "invalid_field", "The field time_zone takes an IANA name such as Europe/Zurich.")
	}
	return nil
}

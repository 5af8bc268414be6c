package permit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strconv"

	"github.com/cedar-policy/cedar-go"
)

// parse reads policies, with their places in the text.
func parse(path string, text []byte) ([]*cedar.Policy, error) {
	decoder := cedar.NewDecoder(bytes.NewReader(text))
	var list []*cedar.Policy
	for {
		var policy cedar.Policy
		err := decoder.Decode(&policy)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, misread(path, list, err)
		}
		list = append(list, &policy)
	}
	if len(list) == 0 {
		return nil, &Error{File: path, Line: 1, Column: 1, Text: "there is no policy in it, so nothing would be allowed; write one, or remove the file for the built-in policies"}
	}
	return list, nil
}

// place is how the parser writes where something is.
var place = regexp.MustCompile(`(?:parse error at )?<input>:(\d+):(\d+):? ?`)

// misread gives a parser's error its place. A few have none; they are in the policy
// after the last good one.
func misread(path string, good []*cedar.Policy, err error) *Error {
	e := &Error{File: path, Line: 1, Column: 1, Text: err.Error()}
	if found := place.FindStringSubmatch(e.Text); found != nil {
		e.Line, _ = strconv.Atoi(found[1])
		e.Column, _ = strconv.Atoi(found[2])
		e.Text = "it is no Cedar policy: at " + place.ReplaceAllString(e.Text, "")
		return e
	}
	e.Text = "it is no Cedar policy: " + e.Text
	if len(good) > 0 {
		last := good[len(good)-1].Position()
		e.Line, e.Column, e.Text = last.Line, last.Column, e.Text+" (in the policy after this one)"
	}
	return e
}

// withoutConditions is the policy for whom, what and where alone.
func withoutConditions(policy *cedar.Policy) (*cedar.Policy, error) {
	text, err := policy.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	delete(fields, "conditions")
	if text, err = json.Marshal(fields); err != nil {
		return nil, err
	}
	var scope cedar.Policy
	return &scope, scope.UnmarshalJSON(text)
}

package states

import (
	"encoding/json"
	"fmt"
	"strings"
)

// compileFlow checks where a state leads.
func compileFlow(s *state, r raw, at string) error {
	switch r.Type {
	case "Choice", "Succeed", "Fail":
		return nil
	}
	if (r.Next != "") == r.End {
		return fmt.Errorf("a %s state has exactly one of Next and End at %s", r.Type, at)
	}
	return nil
}

// compileData reads the fields that shape a state's input and output.
func compileData(s *state, r raw, at string) (err error) {
	if s.input, err = optionalPath(r.InputPath, parsePath, at+"/InputPath"); err != nil {
		return err
	}
	if s.output, err = optionalPath(r.OutputPath, parsePath, at+"/OutputPath"); err != nil {
		return err
	}
	if s.result, err = optionalPath(r.ResultPath, parseReference, at+"/ResultPath"); err != nil {
		return err
	}
	if s.selector, err = optionalTemplate(r.ResultSelector, at+"/ResultSelector"); err != nil {
		return err
	}
	if r.Type == "Map" {
		return nil // its Parameters are an older name of ItemSelector
	}
	s.parameters, err = optionalTemplate(r.Parameters, at+"/Parameters")
	return err
}

// optionalPath reads a path that is $ when absent, and nothing when null.
func optionalPath(text json.RawMessage, parse func(string) (*path, error), at string) (*path, error) {
	if text == nil {
		return parse("$")
	}
	var s *string
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("a path is a string or null at %s", at)
	}
	if s == nil {
		return nil, nil
	}
	p, err := parse(*s)
	if err != nil {
		return nil, fmt.Errorf("%w at %s", err, at)
	}
	return p, nil
}

func optionalTemplate(text json.RawMessage, at string) (template, error) {
	if text == nil {
		return nil, nil
	}
	v, err := parseValue(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w at %s", err, at)
	}
	if _, ok := v.v.(map[string]any); !ok {
		return nil, fmt.Errorf("a payload template is an object at %s", at)
	}
	return compileTemplate(v.v, at)
}

func compileKind(s *state, r raw, at string) error {
	switch r.Type {
	case "Task":
		return compileTask(s, r, at)
	case "Pass":
		return compilePass(s, r, at)
	case "Choice":
		return compileChoice(s, r, at)
	case "Wait":
		return compileWait(s, r, at)
	case "Fail":
		return compileFail(s, r, at)
	case "Map":
		return compileMap(s, r, at)
	}
	return nil
}

// lambdaInvoke is the one resource that is supported.
// https://docs.aws.amazon.com/step-functions/latest/dg/connect-lambda.html
const lambdaInvoke = "arn:aws:states:::lambda:invoke"

func compileTask(s *state, r raw, at string) (err error) {
	if r.Resource != lambdaInvoke {
		return fmt.Errorf("the resource %q is not supported, only %s, at %s/Resource", r.Resource, lambdaInvoke, at)
	}
	if err := checkInvoke(r.Parameters, at); err != nil {
		return err
	}
	if r.TimeoutSeconds != nil {
		if s.timeout = *r.TimeoutSeconds; s.timeout < 1 || s.timeout > maxSeconds {
			return fmt.Errorf("TimeoutSeconds must be from 1 to %d at %s/TimeoutSeconds", maxSeconds, at)
		}
	}
	if r.TimeoutSecondsPath == "" {
		return nil
	}
	if r.TimeoutSeconds != nil {
		return fmt.Errorf("only one of TimeoutSeconds and TimeoutSecondsPath may be given at %s", at)
	}
	if s.timeoutPath, err = parsePath(r.TimeoutSecondsPath); err != nil {
		return fmt.Errorf("%w at %s/TimeoutSecondsPath", err, at)
	}
	return nil
}

func checkInvoke(parameters json.RawMessage, at string) error {
	var p map[string]json.RawMessage
	if json.Unmarshal(parameters, &p) != nil || p["FunctionName"] == nil && p["FunctionName.$"] == nil {
		return fmt.Errorf("lambda:invoke needs the parameter FunctionName at %s/Parameters", at)
	}
	for name := range p {
		switch strings.TrimSuffix(name, ".$") {
		case "FunctionName", "Payload":
		default:
			return fmt.Errorf("the parameter %s of lambda:invoke is not supported at %s/Parameters", name, at)
		}
	}
	return nil
}

func compilePass(s *state, r raw, at string) error {
	if r.Result == nil {
		return nil
	}
	v, err := parseValue(string(r.Result))
	if err != nil {
		return fmt.Errorf("%w at %s/Result", err, at)
	}
	s.pass = &v
	return nil
}

func compileFail(s *state, r raw, at string) (err error) {
	if s.errorText, err = textOrPath(r.Error, r.ErrorPath, "ErrorPath", at); err != nil {
		return err
	}
	s.causeText, err = textOrPath(r.Cause, r.CausePath, "CausePath", at)
	return err
}

// textOrPath gives a text that stands in the definition or is found by a path
// or an intrinsic function.
func textOrPath(text *string, from, field, at string) (func(*data) (string, *failure), error) {
	if text != nil && from != "" {
		return nil, fmt.Errorf("only one of %s and %s may be given at %s", strings.TrimSuffix(field, "Path"), field, at)
	}
	if from == "" {
		fixed := ""
		if text != nil {
			fixed = *text
		}
		return func(*data) (string, *failure) { return fixed, nil }, nil
	}
	t, err := compileDynamic(field, from, at+"/"+field)
	if err != nil {
		return nil, err
	}
	return func(d *data) (string, *failure) {
		v, f := t(d)
		if f != nil {
			return "", f
		}
		if s, ok := v.(string); ok {
			return s, nil
		}
		return "", d.runtime("The field '%s' must be a STRING", field)
	}, nil
}

func compileMap(s *state, r raw, at string) (err error) {
	inner, field := r.ItemProcessor, "ItemProcessor"
	if inner == nil {
		inner, field = r.Iterator, "Iterator"
	}
	switch {
	case inner == nil || r.ItemProcessor != nil && r.Iterator != nil:
		return fmt.Errorf("a Map has exactly one of ItemProcessor and Iterator at %s", at)
	case inner.ProcessorConfig != nil && inner.ProcessorConfig.Mode != "INLINE" && inner.ProcessorConfig.Mode != "":
		return fmt.Errorf("the mode %q is not supported, only INLINE, at %s/%s/ProcessorConfig", inner.ProcessorConfig.Mode, at, field)
	case inner.TimeoutSeconds != nil:
		return fmt.Errorf("the field TimeoutSeconds is not supported at %s/%s", at, field)
	case r.ItemSelector != nil && r.Parameters != nil:
		return fmt.Errorf("only one of ItemSelector and Parameters may be given at %s", at)
	}
	if s.iterator, err = compileMachine(*inner, at+"/"+field); err != nil {
		return err
	}
	if err := compileItems(s, r, at); err != nil {
		return err
	}
	return compileConcurrency(s, r, at)
}

func compileItems(s *state, r raw, at string) (err error) {
	itemsPath := r.ItemsPath
	if itemsPath == "" {
		itemsPath = "$"
	}
	if s.items, err = parsePath(itemsPath); err != nil {
		return fmt.Errorf("%w at %s/ItemsPath", err, at)
	}
	selector, field := r.ItemSelector, "ItemSelector"
	if selector == nil {
		selector, field = r.Parameters, "Parameters"
	}
	s.itemSelector, err = optionalTemplate(selector, at+"/"+field)
	return err
}

func compileConcurrency(s *state, r raw, at string) (err error) {
	if r.MaxConcurrency != nil {
		if s.concurrency = *r.MaxConcurrency; s.concurrency < 0 {
			return fmt.Errorf("MaxConcurrency must not be negative at %s/MaxConcurrency", at)
		}
	}
	if r.MaxConcurrencyPath == "" {
		return nil
	}
	if r.MaxConcurrency != nil {
		return fmt.Errorf("only one of MaxConcurrency and MaxConcurrencyPath may be given at %s", at)
	}
	if s.concPath, err = parsePath(r.MaxConcurrencyPath); err != nil {
		return fmt.Errorf("%w at %s/MaxConcurrencyPath", err, at)
	}
	return nil
}

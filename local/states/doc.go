// Package states is AWS Step Functions for a laptop: it runs a state machine
// written in the Amazon States Language (https://states-language.net/spec.html)
// with JSONPath, speaks the service's API to the real SDK client over HTTP, and
// records the same history events.
//
// It supports Task (lambda:invoke), Choice, Map (inline), Pass, Wait, Succeed
// and Fail. What it does not support it refuses when a machine is created, with
// the state's name and the field: a definition that runs here means the same in
// AWS.
package states

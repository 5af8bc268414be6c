package states

import (
	"strings"
	"testing"
)

const pass = `{"Type":"Pass","End":true}`

func machineOf(state string) string { return `{"StartAt":"S","States":{"S":` + state + `}}` }

func choiceOf(rule string) string {
	return `{"StartAt":"S","States":{"S":{"Type":"Choice","Choices":[` + rule + `]},"E":{"Type":"Succeed"}}}`
}

func taskOf(fields string) string {
	return machineOf(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"f"},"End":true` + fields + `}`)
}

func mapOf(fields string) string {
	return machineOf(`{"Type":"Map","End":true,"ItemProcessor":{"StartAt":"I","States":{"I":` + pass + `}}` + fields + `}`)
}

func TestDefinitionsAreRefusedByStateAndField(t *testing.T) {
	cases := map[string]struct{ definition, says string }{
		"no JSON":                 {`{`, "can't be read"},
		"more after the JSON":     {machineOf(pass) + `x`, "after the JSON value"},
		"no StartAt":              {`{"States":{"S":` + pass + `}}`, "/StartAt"},
		"StartAt nowhere":         {`{"StartAt":"X","States":{"S":` + pass + `}}`, "/StartAt"},
		"StartAt in another case": {`{"startAt":"S","States":{"S":` + pass + `}}`, "startAt"},
		"QueryLanguage":           {`{"QueryLanguage":"JSONata","StartAt":"S","States":{"S":` + pass + `}}`, "QueryLanguage"},
		"QueryLanguage of state":  {machineOf(`{"Type":"Pass","QueryLanguage":"JSONata","End":true}`), "/States/S/QueryLanguage"},
		"Parallel":                {machineOf(`{"Type":"Parallel","Branches":[],"End":true}`), "/States/S/Type"},
		"no state":                {machineOf(`null`), "/States/S"},
		"unknown field":           {machineOf(`{"Type":"Pass","Resultt":1,"End":true}`), "/States/S/Resultt"},
		"field of another type":   {machineOf(`{"Type":"Pass","Retry":[],"End":true}`), "/States/S/Retry"},
		"Next nowhere":            {machineOf(`{"Type":"Pass","Next":"X"}`), "/States/S"},
		"Next and End":            {machineOf(`{"Type":"Pass","Next":"S","End":true}`), "/States/S"},
		"unreachable":             {`{"StartAt":"S","States":{"S":` + pass + `,"T":` + pass + `}}`, "/States/T"},
		"a substitution left":     {machineOf(`{"Type":"Pass","Result":"${Name}","End":true}`), "${Name}"},
		"timeout too long":        {`{"TimeoutSeconds":9999999999,"StartAt":"S","States":{"S":` + pass + `}}`, "/TimeoutSeconds"},
		"bad InputPath":           {machineOf(`{"Type":"Pass","InputPath":"a","End":true}`), "/States/S/InputPath"},
		"bad JSONPath":            {machineOf(`{"Type":"Pass","Parameters":{"v.$":"$.a["},"End":true}`), "/States/S/Parameters/v.$"},
		"ResultPath with a query": {machineOf(`{"Type":"Pass","ResultPath":"$.a[*]","End":true}`), "/States/S/ResultPath"},
		"ResultPath in context":   {machineOf(`{"Type":"Pass","ResultPath":"$$.a","End":true}`), "/States/S/ResultPath"},
		"Parameters no object":    {machineOf(`{"Type":"Pass","Parameters":[1],"End":true}`), "/States/S/Parameters"},
		"a field twice":           {machineOf(`{"Type":"Pass","Parameters":{"v":1,"v.$":"$.a"},"End":true}`), "/States/S/Parameters"},
		"path is a number":        {machineOf(`{"Type":"Pass","Parameters":{"v.$":1},"End":true}`), "v.$"},
		"unknown function":        {machineOf(`{"Type":"Pass","Parameters":{"v.$":"States.UUID()"},"End":true}`), "States.UUID"},
		"function of no argument": {machineOf(`{"Type":"Pass","Parameters":{"v.$":"States.MathAdd(1)"},"End":true}`), "1 arguments"},
		"double quotes":           {machineOf(`{"Type":"Pass","Parameters":{"v.$":"States.Array(\"a\")"},"End":true}`), "no argument"},
		"another resource":        {machineOf(`{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage","End":true}`), "/States/S/Resource"},
		"HeartbeatSeconds":        {taskOf(`,"HeartbeatSeconds":1`), "/States/S/HeartbeatSeconds"},
		"two timeouts":            {taskOf(`,"TimeoutSeconds":1,"TimeoutSecondsPath":"$.a"`), "/States/S"},
		"InvocationType":          {machineOf(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"f","InvocationType":"Event"},"End":true}`), "InvocationType"},
		"empty ErrorEquals":       {taskOf(`,"Retry":[{"ErrorEquals":[]}]`), "/States/S/Retry[0]"},
		"States.ALL not last":     {taskOf(`,"Retry":[{"ErrorEquals":["States.ALL"]},{"ErrorEquals":["A"]}]`), "/States/S/Retry[0]"},
		"errorEquals":             {taskOf(`,"Retry":[{"errorEquals":["A"]}]`), "errorEquals"},
		"BackoffRate below 1":     {taskOf(`,"Retry":[{"ErrorEquals":["A"],"BackoffRate":0.5}]`), "BackoffRate"},
		"MaxDelay below interval": {taskOf(`,"Retry":[{"ErrorEquals":["A"],"IntervalSeconds":5,"MaxDelaySeconds":5}]`), "MaxDelaySeconds"},
		"JitterStrategy":          {taskOf(`,"Retry":[{"ErrorEquals":["A"],"JitterStrategy":"SOME"}]`), "JitterStrategy"},
		"Catch nowhere":           {taskOf(`,"Catch":[{"ErrorEquals":["A"],"Next":"X"}]`), "Catch[0].Next"},
		"Catch without Next":      {taskOf(`,"Catch":[{"ErrorEquals":["A"]}]`), "/States/S/Catch[0]"},
		"no Choices":              {machineOf(`{"Type":"Choice","Choices":[]}`), "/States/S"},
		"rule without Next":       {choiceOf(`{"Variable":"$.a","IsNull":true}`), "/States/S/Choices[0]"},
		"rule of two":             {choiceOf(`{"Variable":"$.a","IsNull":true,"IsString":true,"Next":"E"}`), "/States/S/Choices[0]"},
		"unknown comparison":      {choiceOf(`{"Variable":"$.a","StringIs":"x","Next":"E"}`), "StringIs"},
		"StringMatchesPath":       {choiceOf(`{"Variable":"$.a","StringMatchesPath":"$.b","Next":"E"}`), "StringMatchesPath"},
		"operand of wrong type":   {choiceOf(`{"Variable":"$.a","NumericEquals":"1","Next":"E"}`), "NumericEquals"},
		"operand no time":         {choiceOf(`{"Variable":"$.a","TimestampEquals":"today","Next":"E"}`), "TimestampEquals"},
		"And beside Or":           {choiceOf(`{"And":[{"Variable":"$.a","IsNull":true}],"Or":[],"Next":"E"}`), "And"},
		"nested rule is bad":      {choiceOf(`{"Not":{"Variable":"a","IsNull":true},"Next":"E"}`), "/Choices[0]/Not"},
		"Wait without a length":   {machineOf(`{"Type":"Wait","End":true}`), "/States/S"},
		"Wait of two lengths":     {machineOf(`{"Type":"Wait","Seconds":1,"SecondsPath":"$.a","End":true}`), "/States/S"},
		"Wait below 0":            {machineOf(`{"Type":"Wait","Seconds":-1,"End":true}`), "/States/S/Seconds"},
		"Wait until never":        {machineOf(`{"Type":"Wait","Timestamp":"tomorrow","End":true}`), "/States/S/Timestamp"},
		"Error and ErrorPath":     {machineOf(`{"Type":"Fail","Error":"E","ErrorPath":"$.e"}`), "ErrorPath"},
		"distributed Map":         {machineOf(`{"Type":"Map","End":true,"ItemProcessor":{"ProcessorConfig":{"Mode":"DISTRIBUTED"},"StartAt":"I","States":{"I":` + pass + `}}}`), "DISTRIBUTED"},
		"Map of nothing":          {machineOf(`{"Type":"Map","End":true}`), "/States/S"},
		"Map with ItemReader":     {mapOf(`,"ItemReader":{}`), "/States/S/ItemReader"},
		"Map below 0":             {mapOf(`,"MaxConcurrency":-1`), "/States/S/MaxConcurrency"},
		"Map of two widths":       {mapOf(`,"MaxConcurrency":1,"MaxConcurrencyPath":"$.a"`), "/States/S"},
		"Map of two selectors":    {mapOf(`,"ItemSelector":{},"Parameters":{}`), "/States/S"},
		"inside a Map":            {machineOf(`{"Type":"Map","End":true,"ItemProcessor":{"StartAt":"I","States":{"I":{"Type":"Pass"}}}}`), "/States/S/ItemProcessor/States/I"},
		"a long name":             {`{"StartAt":"S","States":{"` + strings.Repeat("x", 81) + `":` + pass + `}}`, "80 characters"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if _, err := parseMachine(c.definition); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want something with %q", c.definition, err, c.says)
			}
		})
	}
}

func TestSubstitute(t *testing.T) {
	got, err := Substitute(`"${A}-${B}-${A}"`, map[string]string{"A": "1", "B": "2"})
	if err != nil || got != `"1-2-1"` {
		t.Errorf("got %s, %v", got, err)
	}
	if _, err := Substitute(`${A} ${B}`, map[string]string{"A": "1"}); err == nil || !strings.Contains(err.Error(), "${B}") {
		t.Errorf("a leftover gives %v", err)
	}
}

func FuzzParseMachine(f *testing.F) {
	for _, d := range []string{machineOf(pass), taskOf(`,"Retry":[{"ErrorEquals":["A"]}]`), mapOf(`,"ItemsPath":"$.a[*]"`), choiceOf(`{"Not":{"Variable":"$.a","StringMatches":"a*"},"Next":"E"}`)} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, definition string) {
		m, err := parseMachine(definition)
		if err == nil && m.states[m.startAt] == nil {
			t.Errorf("%q was taken without a first state", definition)
		}
	})
}

func FuzzIntrinsic(f *testing.F) {
	for _, call := range []string{"States.MathAdd($.n, 1)", `States.Format('{} \'x\' \\', $['a'])`, "States.Array(States.Array(), null, -1.5e3)", "States.StringSplit($.s, ',')", "States.Base64Decode('/w==')", "States.ArrayRange(1, 9, 2)"} {
		f.Add(call)
	}
	f.Fuzz(func(t *testing.T, call string) {
		compiled, err := compileIntrinsic(call, "/")
		if err != nil {
			return
		}
		v, failed := compiled(&data{input: map[string]any{"n": number(1), "s": "a,b"}, context: func() map[string]any { return nil }})
		if failed != nil {
			return
		}
		if text := encode(v); !sameText(text) {
			t.Errorf("%q gives %s, which is no JSON", call, text)
		}
	})
}

func sameText(text string) bool {
	v, err := parseValue(text)
	return err == nil && encode(v.v) == text
}

package states

import (
	"context"
	"time"
)

// visit is one stay in a state.
type visit struct {
	*runner
	state   *state
	raw     value // the input as it came
	branch  *branch
	event   int64
	entered time.Time
	retries int
}

// tries runs the state until it succeeds, a Catch takes the failure, or nothing
// does.
func (v *visit) tries(ctx context.Context) (value, string, *failure) {
	used := make([]int, len(v.state.retry))
	for {
		out, next, f := v.once(ctx)
		if f == nil {
			return out, next, nil
		}
		if ctx.Err() != nil {
			return value{}, "", f
		}
		pause, again := v.retry(f, used)
		if !again {
			return v.caught(f)
		}
		if v.service.sleep(ctx, pause) != nil {
			return value{}, "", f
		}
		v.retries++
	}
}

// retry finds the first retrier that takes the failure, and how long it waits.
func (v *visit) retry(f *failure, used []int) (time.Duration, bool) {
	for i, r := range v.state.retry {
		if !f.matches(r.errors) {
			continue
		}
		if used[i] >= r.attempts {
			return 0, false
		}
		used[i]++
		return r.delay(used[i]-1, v.service.draw), true
	}
	return 0, false
}

// caught finds the first catcher that takes the failure. The error output goes
// into the state's raw input.
func (v *visit) caught(f *failure) (value, string, *failure) {
	for _, c := range v.state.catch {
		if !f.matches(c.errors) {
			continue
		}
		out, err := merge(c.result, v.raw, map[string]any{"Error": f.Error, "Cause": f.Cause})
		if err != nil {
			return value{}, "", v.data().runtime("%v", err)
		}
		return out, c.next, tooLarge(v.state.name, &out)
	}
	return value{}, "", f
}

// merge puts a result into data at a path; a nil path drops the result.
func merge(at *path, raw value, result any) (value, error) {
	if at == nil {
		return raw, nil
	}
	v, err := at.put(raw.v, result)
	return of(v), err
}

func (v *visit) data() *data {
	return &data{state: v.state.name, event: v.event, input: v.raw.v, context: v.context}
}

// context is the context object.
// https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html
func (v *visit) context() map[string]any {
	x := v.execution
	c := map[string]any{
		"Execution":    map[string]any{"Id": x.arn, "Name": x.name, "Input": x.parsed, "StartTime": iso(x.start), "RoleArn": roleARN},
		"StateMachine": map[string]any{"Id": x.machineARN, "Name": x.machineName},
		"State":        map[string]any{"Name": v.state.name, "EnteredTime": iso(v.entered), "RetryCount": number(int64(v.retries))},
	}
	if i := v.branch.item; i != nil {
		c["Map"] = map[string]any{"Item": map[string]any{"Index": number(int64(i.index)), "Value": i.value}}
	}
	return c
}

func iso(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// once runs the state a single time.
func (v *visit) once(ctx context.Context) (value, string, *failure) {
	d := v.data()
	if v.state.kind == "Fail" {
		return v.fails(d)
	}
	input, f := selected(d, v.state.input, "InputPath")
	if f != nil {
		return value{}, "", f
	}
	d.input = input
	if v.state.kind == "Choice" {
		return v.choose(d)
	}
	result, f := v.work(ctx, d)
	if f != nil {
		return value{}, "", f
	}
	out, f := v.shape(d, result)
	return out, v.state.next, f
}

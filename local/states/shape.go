package states

import (
	"context"
)

// selected applies InputPath or OutputPath; null gives an empty object.
func selected(d *data, p *path, field string) (any, *failure) {
	if p == nil {
		return map[string]any{}, nil
	}
	return d.need(p, field)
}

// work is what the state does with its effective input.
func (v *visit) work(ctx context.Context, d *data) (any, *failure) {
	if t := v.state.parameters; t != nil {
		input, f := t(d)
		if f != nil {
			return nil, f
		}
		d.input = input
	}
	switch v.state.kind {
	case "Task":
		return v.task(ctx, d)
	case "Map":
		return v.iterate(ctx, d)
	case "Wait":
		return d.input, v.waits(ctx, d)
	case "Pass":
		if v.state.pass != nil {
			return v.state.pass.v, nil
		}
	}
	return d.input, nil
}

// shape applies ResultSelector, ResultPath and OutputPath.
func (v *visit) shape(d *data, result any) (value, *failure) {
	d.input = result
	if t := v.state.selector; t != nil {
		selected, f := t(d)
		if f != nil {
			return value{}, f
		}
		result = selected
	}
	out := of(result)
	if v.state.kind != "Wait" && v.state.kind != "Succeed" {
		var err error
		if out, err = merge(v.state.result, v.raw, result); err != nil {
			return value{}, fail(errResultPathFail, "%v", err)
		}
	}
	return v.cut(d, out)
}

func (v *visit) cut(d *data, out value) (value, *failure) {
	if p := v.state.output; p == nil || len(p.keys) > 0 || p.query != nil || p.context {
		d.input = out.v
		cut, f := selected(d, p, "OutputPath")
		if f != nil {
			return value{}, f
		}
		out = of(cut)
	}
	return out, tooLarge(v.state.name, &out)
}

func (v *visit) choose(d *data) (value, string, *failure) {
	for _, c := range v.state.choices {
		fits, f := c.rule(d)
		if f != nil {
			return value{}, "", f
		}
		if fits {
			out, f := v.cut(d, of(d.input))
			return out, c.next, f
		}
	}
	if v.state.fallback == "" {
		return value{}, "", fail(errNoChoice, "An error occurred while executing the state '%s' (entered at the event id #%d). Failed to transition out of the state. The state's choices do not match.", v.state.name, v.event)
	}
	out, f := v.cut(d, of(d.input))
	return out, v.state.fallback, f
}

func (v *visit) fails(d *data) (value, string, *failure) {
	name, f := v.state.errorText(d)
	if f != nil {
		return value{}, "", f
	}
	cause, f := v.state.causeText(d)
	if f != nil {
		return value{}, "", f
	}
	return value{}, "", &failure{Error: name, Cause: cause}
}

func (v *visit) waits(ctx context.Context, d *data) *failure {
	length, f := v.state.wait.length(d, v.execution.now())
	if f != nil {
		return f
	}
	if err := v.service.sleep(ctx, length); err != nil {
		return fail(errTimeout, "%v", err)
	}
	return nil
}

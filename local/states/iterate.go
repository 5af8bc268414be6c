package states

import (
	"context"
	"sync"
)

// unlimited is how many iterations run at once when the definition sets no
// limit, as in the service.
const unlimited = 40

// iterate runs the Map's inner machine for each item. The results have the
// items' order. The first iteration that fails ends the others.
func (v *visit) iterate(ctx context.Context, d *data) (any, *failure) {
	items, width, f := v.items(d)
	if f != nil {
		return nil, f
	}
	if _, f := v.execution.record(v.branch, "MapStateStarted", "mapStateStartedEventDetails", lengthDetails{len(items)}); f != nil {
		return nil, f
	}
	started := v.branch.last
	results := make([]any, len(items))
	branches := make([]branch, len(items))
	f = inParallel(ctx, len(items), width, func(ctx context.Context, i int) *failure {
		branches[i] = branch{last: started, item: &item{index: i, value: items[i]}}
		out, f := v.iteration(ctx, d, &branches[i])
		results[i] = out.v
		return f
	})
	for i := range branches {
		v.branch.last = max(v.branch.last, branches[i].last)
	}
	kind := "MapStateSucceeded"
	switch {
	case ctx.Err() != nil:
		kind = "MapStateAborted"
	case f != nil:
		kind = "MapStateFailed"
	}
	if _, limit := v.execution.record(v.branch, kind, "", nil); limit != nil {
		return nil, limit
	}
	return results, f
}

func (v *visit) items(d *data) ([]any, int, *failure) {
	found, f := d.need(v.state.items, "ItemsPath")
	if f != nil {
		return nil, 0, f
	}
	items, ok := found.([]any)
	if !ok {
		return nil, 0, d.runtime("Reference path \"%s\" must point to array.", v.state.items.text)
	}
	width := int64(v.state.concurrency)
	if p := v.state.concPath; p != nil {
		n, f := d.need(p, "MaxConcurrencyPath")
		if f != nil {
			return nil, 0, f
		}
		var err error
		if width, err = integer(n); err != nil || width < 0 {
			return nil, 0, d.runtime("The MaxConcurrencyPath parameter does not reference a non-negative integer: %s == %s", p.text, encode(n))
		}
	}
	if width == 0 {
		width = unlimited
	}
	return items, int(width), nil
}

// iteration runs the inner machine for one item, in a branch of its own.
func (v *visit) iteration(ctx context.Context, d *data, b *branch) (value, *failure) {
	details := iterationDetails{Name: v.state.name, Index: b.item.index}
	if _, f := v.execution.record(b, "MapIterationStarted", "mapIterationStartedEventDetails", details); f != nil {
		return value{}, f
	}
	input, f := v.itemInput(d, b)
	var out value
	if f == nil {
		out, f = v.machine(ctx, v.state.iterator, input, b)
	}
	kind, field := "MapIterationSucceeded", "mapIterationSucceededEventDetails"
	switch {
	case f != nil && ctx.Err() != nil:
		kind, field = "MapIterationAborted", "mapIterationAbortedEventDetails"
	case f != nil:
		kind, field = "MapIterationFailed", "mapIterationFailedEventDetails"
	}
	if _, limit := v.execution.record(b, kind, field, details); limit != nil {
		return value{}, limit
	}
	return out, f
}

func (v *visit) itemInput(d *data, b *branch) (value, *failure) {
	if v.state.itemSelector == nil {
		return of(b.item.value), nil
	}
	within := *v
	within.branch = b
	input, f := v.state.itemSelector(&data{state: d.state, event: d.event, input: d.input, context: within.context})
	return of(input), f
}

// inParallel runs work for 0 to n-1, at most width at once, begun in order. The
// first failure cancels the rest and is given back; so is the end of ctx.
func inParallel(ctx context.Context, n, width int, work func(context.Context, int) *failure) *failure {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var first *failure
	var once sync.Once
	var group sync.WaitGroup
	places := make(chan struct{}, width)
	for i := range n {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-places }()
			if f := work(ctx, i); f != nil {
				once.Do(func() { first = f; cancel() })
			}
		})
	}
	group.Wait()
	if first == nil && ctx.Err() != nil {
		return fail(errTimeout, "%v", context.Cause(ctx))
	}
	return first
}

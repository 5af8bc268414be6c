package apprules

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"troth/agent/turn"
)

// facts gives expressions their variables. Lists are made when a rule first
// asks for them, and JSON is read when a rule first looks into it.
type facts struct {
	view View
	made map[string]ref.Val

	// Of the rule at hand: the calls whose data it looked at, and its quote.
	ctx   context.Context
	read  []string
	quote cel.Program
	said  ref.Val
	wrong error
}

// begin forgets the rule before.
func (f *facts) begin(ctx context.Context, quote cel.Program) {
	f.ctx, f.quote, f.read, f.said, f.wrong = ctx, quote, nil, nil, nil
}

// Parent is nil: there is nothing beside the view.
func (f *facts) Parent() cel.Activation { return nil }

// ResolveName gives a variable's value.
func (f *facts) ResolveName(name string) (any, bool) {
	switch name {
	case "reply":
		return f.view.Reply, true
	case "user":
		return f.view.User, true
	case "goal":
		return f.view.Goal, true
	case "language":
		return f.view.Language, true
	case "now":
		return types.Timestamp{Time: f.view.Now}, true
	case "quote":
		return f.quoted(), true
	case "claims", "calls", "results", "receipts":
		return f.list(name), true
	}
	return nil, false
}

func (f *facts) list(name string) ref.Val {
	if list, ok := f.made[name]; ok {
		return list
	}
	list := types.NewRefValList(types.DefaultTypeAdapter, f.values(name))
	if f.made == nil {
		f.made = map[string]ref.Val{}
	}
	f.made[name] = list
	return list
}

func (f *facts) values(name string) []ref.Val {
	switch name {
	case "claims":
		return objectsOf(claimType, f.view.Claims, func(c *Claim) any { return c })
	case "calls":
		return objectsOf(callType, f.view.Calls, func(c *turn.ToolCall) any { return c })
	case "results":
		return objectsOf(resultType, f.view.Results, func(r *turn.ToolResult) any { return &result{ToolResult: r, facts: f} })
	}
	return objectsOf(receiptType, f.view.Receipts, func(r *turn.Receipt) any { return &receipt{Receipt: r, facts: f} })
}

func objectsOf[T any](kind *types.Type, items []T, value func(*T) any) []ref.Val {
	list := make([]ref.Val, len(items))
	for i := range items {
		list[i] = object{kind, value(&items[i])}
	}
	return list
}

// looked notes that the rule at hand looked at the data of a call.
func (f *facts) looked(call string) {
	if call != "" && !slices.Contains(f.read, call) {
		f.read = append(f.read, call)
	}
}

// quoted evaluates the rule's quote, once.
func (f *facts) quoted() ref.Val {
	if f.said != nil {
		return f.said
	}
	f.said = types.String("")
	if f.quote == nil {
		return f.said
	}
	out, _, err := f.quote.ContextEval(f.ctx, f)
	if err != nil {
		f.wrong = fmt.Errorf("quote: %w", err)
		f.said = types.WrapErr(f.wrong)
		return f.said
	}
	f.said = out
	return out
}

// words is the rule's quote as text.
func (f *facts) words() (string, error) {
	said := f.quoted()
	if f.wrong != nil {
		return "", f.wrong
	}
	text, ok := said.(types.String)
	if !ok {
		return "", errors.New("quote: it is no text")
	}
	return string(text), nil
}

// result is a tool result whose data is read on demand.
type result struct {
	*turn.ToolResult
	facts  *facts
	parsed any
	err    error
	done   bool
}

// data is the result's JSON; null where there is none.
func (r *result) data() (any, error) {
	r.facts.looked(r.Call)
	if r.done {
		return r.parsed, r.err
	}
	r.done, r.parsed = true, types.NullValue
	if len(r.Data) == 0 {
		return r.parsed, nil
	}
	var v any
	if err := json.Unmarshal(r.Data, &v); err != nil {
		r.err = fmt.Errorf("the data of %s (%s) is no JSON: %w", r.Tool, r.Call, err)
		return nil, r.err
	}
	r.parsed = types.DefaultTypeAdapter.NativeToValue(v)
	return r.parsed, nil
}

type receipt struct {
	*turn.Receipt
	facts *facts
}

// record is the receipt's; an empty one where the write answered with none.
func (r *receipt) record() object {
	r.facts.looked(r.Call)
	if r.Record == nil {
		return object{recordType, &turn.Record{}}
	}
	return object{recordType, r.Record}
}

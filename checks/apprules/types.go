package apprules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"troth/agent/turn"
)

// The types of what rules look at. Their fields are declared, so that a
// misspelled one is an error at load and costs no reflection at run time.
var (
	claimType   = cel.ObjectType("Claim")
	callType    = cel.ObjectType("Call")
	resultType  = cel.ObjectType("Result")
	receiptType = cel.ObjectType("Receipt")
	recordType  = cel.ObjectType("Record")

	textsType = cel.ListType(cel.StringType)
	dataType  = cel.MapType(cel.StringType, cel.DynType)
)

// fields are those of each type, by name.
var fields = map[string]map[string]*types.FieldType{
	"Claim": {
		"class":  field(cel.StringType, func(c *Claim) any { return c.Class }),
		"manner": field(cel.StringType, func(c *Claim) any { return c.Manner }),
		"time":   field(cel.StringType, func(c *Claim) any { return c.Time }),
		"object": field(cel.StringType, func(c *Claim) any { return c.Object }),
		"quote":  field(cel.StringType, func(c *Claim) any { return c.Quote }),
	},
	"Call": {
		"id":     field(cel.StringType, func(c *turn.ToolCall) any { return c.ID }),
		"tool":   field(cel.StringType, func(c *turn.ToolCall) any { return c.Tool }),
		"effect": field(cel.StringType, func(c *turn.ToolCall) any { return string(c.Effect) }),
		"does":   field(cel.StringType, func(c *turn.ToolCall) any { return c.Does }),
		"nouns":  field(textsType, func(c *turn.ToolCall) any { return texts(c.Nouns) }),
		"args":   field(dataType, func(c *turn.ToolCall) any { return data(c.Args) }),
	},
	"Result": {
		"call":   field(cel.StringType, func(r *result) any { return r.Call }),
		"tool":   field(cel.StringType, func(r *result) any { return r.Tool }),
		"status": field(cel.StringType, func(r *result) any { return string(r.Status) }),
		"code":   field(cel.StringType, func(r *result) any { return r.Code }),
		"text":   field(cel.StringType, func(r *result) any { return r.Text }),
		"data":   fallible(cel.DynType, (*result).data),
	},
	"Receipt": {
		"call":   field(cel.StringType, func(r *receipt) any { return r.Call }),
		"tool":   field(cel.StringType, func(r *receipt) any { return r.Tool }),
		"does":   field(cel.StringType, func(r *receipt) any { return r.Does }),
		"nouns":  field(textsType, func(r *receipt) any { return texts(r.Nouns) }),
		"text":   field(cel.StringType, func(r *receipt) any { return r.Text }),
		"record": field(recordType, func(r *receipt) any { return r.record() }),
	},
	"Record": {
		"type": field(cel.StringType, func(r *turn.Record) any { return r.Type }),
		"id":   field(cel.StringType, func(r *turn.Record) any { return r.ID }),
		"data": field(dataType, func(r *turn.Record) any { return data(r.Data) }),
	},
}

func texts(list []string) any {
	return types.DefaultTypeAdapter.NativeToValue(slices.Clip(list))
}

func data(m map[string]any) any {
	if m == nil {
		m = map[string]any{}
	}
	return types.DefaultTypeAdapter.NativeToValue(m)
}

func field[T any](kind *types.Type, get func(T) any) *types.FieldType {
	return fallible(kind, func(v T) (any, error) { return get(v), nil })
}

func fallible[T any](kind *types.Type, get func(T) (any, error)) *types.FieldType {
	from := func(target any) (any, error) {
		v, ok := target.(T)
		if !ok {
			return nil, fmt.Errorf("a %T has no such field", target)
		}
		return get(v)
	}
	isSet := func(target any) bool {
		v, err := from(target)
		return err == nil && !empty(v)
	}
	return &types.FieldType{Type: kind, GetFrom: from, IsSet: isSet}
}

// empty reports what has() takes for absent.
func empty(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case types.Null:
		return true
	case object:
		r, ok := v.value.(*turn.Record)
		return ok && r.ID == "" && r.Data == nil
	}
	return false
}

// fieldNames lists the fields of a type, for error messages.
func fieldNames(kind string) []string {
	names := make([]string, 0, len(fields[kind]))
	for name := range fields[kind] {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// provider adds our types to CEL's own. No rule may make one: there is nothing
// to use it for.
type provider struct{ types.Provider }

func (p provider) FindStructType(name string) (*types.Type, bool) {
	if _, ok := fields[name]; ok {
		return types.NewTypeTypeWithParam(cel.ObjectType(name)), true
	}
	return p.Provider.FindStructType(name)
}

func (p provider) FindStructFieldNames(name string) ([]string, bool) {
	if _, ok := fields[name]; ok {
		return fieldNames(name), true
	}
	return p.Provider.FindStructFieldNames(name)
}

func (p provider) FindStructFieldType(name, of string) (*types.FieldType, bool) {
	if known, ok := fields[name]; ok {
		f, ok := known[of]
		return f, ok
	}
	return p.Provider.FindStructFieldType(name, of)
}

func (p provider) NewValue(name string, values map[string]ref.Val) ref.Val {
	if _, ok := fields[name]; ok {
		return types.NewErr("a rule can't make a %s", name)
	}
	return p.Provider.NewValue(name, values)
}

// object is a value of one of our types.
type object struct {
	kind  *types.Type
	value any
}

func (o object) ConvertToNative(to reflect.Type) (any, error) {
	return nil, fmt.Errorf("a %s can't become a %s", o.kind.TypeName(), strings.TrimPrefix(to.String(), "*"))
}

func (o object) ConvertToType(to ref.Type) ref.Val {
	if to == types.TypeType {
		return o.kind
	}
	return types.NewErr("a %s can't become a %s", o.kind.TypeName(), to.TypeName())
}

// Equal compares identity: two results are never the same one.
func (o object) Equal(other ref.Val) ref.Val {
	p, ok := other.(object)
	return types.Bool(ok && p.value == o.value)
}

func (o object) Type() ref.Type { return o.kind }

func (o object) Value() any { return o.value }

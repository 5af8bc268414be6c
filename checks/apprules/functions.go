package apprules

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// functionOptions declares what rules can call beside CEL's own:
//
//	says(text, phrases)   whether text has any of the phrases, by whole words
//	said(text, phrases)   the first of them as text has it, or ""
//	sentences(text)       the sentences of text
//	clauses(text)         its sentences, cut at commas and the like too
//	sentences(text, phrases), clauses(text, phrases)
//	                      those of them that have any of the phrases
//	first(texts)          the first text, or "" when there is none
//	amounts(text)         the amounts of money in text
//	at(text)              the time that a tool result has in a field
//	objects(data, field)  the objects anywhere in data that have the field
func functionOptions() []cel.EnvOption {
	times := func(v ref.Val) ref.Val {
		t, err := at(string(v.(types.String)))
		if err != nil {
			return types.WrapErr(err)
		}
		return types.Timestamp{Time: t}
	}
	return []cel.EnvOption{
		phrases("says", cel.BoolType, withPhrases["says"]),
		phrases("said", cel.StringType, withPhrases["said"]),
		unary("sentences", cel.StringType, textsType, cutting(sentences)),
		unary("clauses", cel.StringType, textsType, cutting(clauses)),
		phrases("sentences", textsType, withPhrases["sentences"]),
		phrases("clauses", textsType, withPhrases["clauses"]),
		unary("first", textsType, cel.StringType, first),
		unary("amounts", cel.StringType, cel.ListType(cel.DoubleType), func(v ref.Val) ref.Val {
			return types.DefaultTypeAdapter.NativeToValue(amounts(string(v.(types.String))))
		}),
		unary("at", cel.StringType, cel.TimestampType, times),
		cel.Function("objects", cel.Overload("objects_dyn_string", []*cel.Type{cel.DynType, cel.StringType}, cel.ListType(dataType),
			cel.BinaryBinding(func(v, key ref.Val) ref.Val {
				if o, wrong := v.(object); wrong {
					return types.NewErr("objects looks into data, not into a %s; name its field", o.kind.TypeName())
				}
				return types.DefaultTypeAdapter.NativeToValue(objects(v.Value(), string(key.(types.String)), []any{}))
			}))),
	}
}

func unary(name string, from, to *cel.Type, run func(ref.Val) ref.Val) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_"+from.TypeName(), []*cel.Type{from}, to, cel.UnaryBinding(run)))
}

func cutting(cut func(string) []string) func(ref.Val) ref.Val {
	return func(v ref.Val) ref.Val {
		return types.NewStringList(types.DefaultTypeAdapter, cut(string(v.(types.String))))
	}
}

// phrases declares a function of a text and phrases, which may be one text.
func phrases(name string, to *cel.Type, run func(string, *matcher) ref.Val) cel.EnvOption {
	binding := cel.BinaryBinding(func(text, list ref.Val) ref.Val {
		all, err := phraseList(list)
		if err != nil {
			return err
		}
		return run(string(text.(types.String)), newMatcher(all))
	})
	return cel.Function(name,
		cel.Overload(name+"_string_list", []*cel.Type{cel.StringType, textsType}, to, binding),
		cel.Overload(name+"_string_string", []*cel.Type{cel.StringType, cel.StringType}, to, binding))
}

// withPhrases are the functions of a text and phrases.
var withPhrases = map[string]func(string, *matcher) ref.Val{
	"says":      says,
	"said":      said,
	"sentences": having(sentences),
	"clauses":   having(clauses),
}

// having keeps the parts of a text that have a phrase. Most texts have none, and
// are not even cut.
func having(cut func(string) []string) func(string, *matcher) ref.Val {
	return func(text string, m *matcher) ref.Val {
		var kept []string
		if _, _, any := m.find(text); any {
			for _, part := range cut(text) {
				if _, _, found := m.find(part); found {
					kept = append(kept, part)
				}
			}
		}
		return types.NewStringList(types.DefaultTypeAdapter, kept)
	}
}

func says(text string, m *matcher) ref.Val {
	_, _, found := m.find(text)
	return types.Bool(found)
}

func said(text string, m *matcher) ref.Val {
	start, end, _ := m.find(text)
	return types.String(text[start:end])
}

func first(v ref.Val) ref.Val {
	list := v.(traits.Lister)
	if list.Size() == types.IntZero {
		return types.String("")
	}
	return list.Get(types.IntZero)
}

// phraseList reads the phrases of a call; the error is a CEL one.
func phraseList(v ref.Val) ([]string, ref.Val) {
	if one, ok := v.(types.String); ok {
		return []string{string(one)}, nil
	}
	var all []string
	for it := v.(traits.Lister).Iterator(); it.HasNext() == types.True; {
		item := it.Next()
		text, ok := item.(types.String)
		if !ok {
			return nil, types.NewErr("a phrase must be a text, and one is %s", item.Type().TypeName())
		}
		all = append(all, string(text))
	}
	return all, nil
}

// prepare makes the matcher of phrases that are written out in the rule once,
// at load, where a phrase of no use is an error.
func prepare(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	call, ok := i.(interpreter.InterpretableCall)
	if !ok {
		return i, nil
	}
	run, ok := withPhrases[call.Function()]
	if !ok || len(call.Args()) != 2 {
		return i, nil
	}
	list, ok := call.Args()[1].(interpreter.InterpretableConst)
	if !ok {
		return i, nil
	}
	all, wrong := phraseList(list.Value())
	if wrong != nil {
		return i, nil // a dyn list: an error when it runs
	}
	if err := phraseError(all); err != nil {
		return nil, err
	}
	m := newMatcher(all)
	return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(), func(args ...ref.Val) ref.Val {
		text, ok := args[0].(types.String)
		if !ok {
			return types.MaybeNoSuchOverloadErr(args[0])
		}
		return run(string(text), m)
	}), nil
}

// costs charges functions for the length of what they read or make.
type costs struct{}

// CallCost gives the cost of our own functions, and of CEL's that can make long
// texts; nil leaves it to CEL.
func (costs) CallCost(function, _ string, args []ref.Val, out ref.Val) *uint64 {
	var cost uint64 = 1
	switch function {
	case "says", "said", "sentences", "clauses", "amounts":
		cost += size(args[0]) / 10
	case "objects":
		cost += 20 + size(out)
	case "replace", "join", "format", "split", "quote", "reverse":
		for _, a := range args {
			cost += size(a) / 10
		}
		cost += size(out) / 10
	default:
		return nil
	}
	return &cost
}

func size(v ref.Val) uint64 {
	if s, ok := v.(types.String); ok {
		return uint64(len(s))
	}
	if sized, ok := v.(traits.Sizer); ok {
		if n, ok := sized.Size().(types.Int); ok && n > 0 {
			return uint64(n)
		}
	}
	return 0
}

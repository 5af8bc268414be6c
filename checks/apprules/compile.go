package apprules

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/ext"
)

// What one evaluation may cost, in CEL's units (about one an operation, and one
// for ten bytes of text), and how many characters an expression may have.
const (
	maxCost  = 100_000
	maxChars = 20_000
)

// variables are what every rule sees; quote is seen only by a rule that has one.
var variables = []struct {
	name string
	kind *cel.Type
}{
	{"reply", cel.StringType}, {"user", cel.StringType}, {"goal", cel.StringType},
	{"language", cel.StringType}, {"now", cel.TimestampType},
	{"claims", cel.ListType(claimType)}, {"calls", cel.ListType(callType)},
	{"results", cel.ListType(resultType)}, {"receipts", cel.ListType(receiptType)},
}

// environment is the same for every app; making one takes a millisecond.
var environment = sync.OnceValues(func() (*cel.Env, error) {
	options := []cel.EnvOption{
		cel.OptionalTypes(), ext.Strings(), ext.Bindings(),
		cel.CrossTypeNumericComparisons(true), cel.ParserExpressionSizeLimit(maxChars),
	}
	options = append(options, addTypes)
	for _, v := range variables {
		options = append(options, cel.Variable(v.name, v.kind))
	}
	return cel.NewEnv(append(options, functionOptions()...)...)
})

// addTypes adds our types to those that the environment knows by then.
func addTypes(e *cel.Env) (*cel.Env, error) {
	return cel.CustomTypeProvider(provider{e.CELTypeProvider()})(e)
}

// flaw is a mistake in an expression. Line and column count from 1; they are 0
// where the flaw is of the whole.
type flaw struct {
	line, column int
	text         string
}

// compile makes a program of an expression that must give a want. With quote,
// it may use the variable quote.
func compile(text string, want *cel.Type, quote bool) (cel.Program, []flaw) {
	env, err := environment()
	if err == nil && quote {
		env, err = env.Extend(cel.Variable("quote", cel.StringType))
	}
	if err != nil {
		return nil, []flaw{{text: err.Error()}}
	}
	ast, issues := env.Compile(text)
	if issues.Err() != nil {
		return nil, flaws(issues, quote)
	}
	if got := ast.OutputType(); !got.IsExactType(want) {
		return nil, []flaw{{text: fmt.Sprintf("it gives a %s; it must give a %s", got, want)}}
	}
	program, err := env.Program(ast,
		cel.EvalOptions(cel.OptOptimize), cel.CustomDecoratorV2(prepare),
		cel.CostTracking(costs{}), cel.CostLimit(maxCost), cel.InterruptCheckFrequency(100))
	if err != nil {
		return nil, []flaw{{text: err.Error()}}
	}
	return program, nil
}

func flaws(issues *cel.Issues, quote bool) []flaw {
	var list []flaw
	for _, e := range issues.Errors() {
		list = append(list, flaw{e.Location.Line(), e.Location.Column() + 1, advise(e.Message, quote)})
	}
	return list
}

var (
	unknownName  = regexp.MustCompile(`^undeclared reference to '([^']*)'`)
	unknownField = regexp.MustCompile(`^undefined field '([^']*)'`)
)

// advise words CEL's message and says what can be done.
func advise(message string, quote bool) string {
	if m := unknownName.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("there is no variable or function %s; the variables are %s, and the functions says, said, sentences, clauses, first, amounts, at, objects and CEL's own", m[1], variableNames(quote))
	}
	if m := unknownField.FindStringSubmatch(message); m != nil {
		var known []string
		for _, kind := range []string{"Claim", "Call", "Result", "Receipt", "Record"} {
			known = append(known, kind+" "+strings.Join(fieldNames(kind), ", "))
		}
		return fmt.Sprintf("there is no field %s; the fields are: %s", m[1], strings.Join(known, "; "))
	}
	return strings.ReplaceAll(strings.TrimPrefix(message, "Syntax error: "), "\n", " ")
}

func variableNames(quote bool) string {
	names := make([]string, len(variables))
	for i, v := range variables {
		names[i] = v.name
	}
	if quote {
		names = append(names, "quote")
	}
	return strings.Join(names, ", ")
}

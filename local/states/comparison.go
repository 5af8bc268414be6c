package states

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// tests ask what kind of thing a value is; the operand says which answer fits.
var tests = map[string]func(v any) bool{
	"IsNull":    func(v any) bool { return v == nil },
	"IsNumeric": func(v any) bool { _, ok := v.(json.Number); return ok },
	"IsString":  func(v any) bool { _, ok := v.(string); return ok },
	"IsBoolean": func(v any) bool { _, ok := v.(bool); return ok },
	"IsTimestamp": func(v any) bool {
		_, ok := timestamp(v)
		return ok
	},
	"IsPresent": func(any) bool { return true },
}

func compileTest(p *path, operator string, test func(any) bool, operand any, at string) (rule, error) {
	want, ok := operand.(bool)
	if !ok {
		return nil, fmt.Errorf("%s takes true or false at %s", operator, at)
	}
	return func(d *data) (bool, *failure) {
		v, found := d.lookup(p)
		if !found && operator != "IsPresent" {
			return false, d.invalidPath(p)
		}
		return (found && test(v)) == want, nil
	}, nil
}

func (d *data) invalidPath(p *path) *failure {
	return d.runtime("Invalid path '%s': The choice state's condition path references an invalid value.", p.text)
}

// compileOperator reads a comparison such as StringEquals or NumericLessThanPath.
func compileOperator(p *path, operator string, operand any, at string) (rule, error) {
	name, fromPath := strings.CutSuffix(operator, "Path")
	compare, ok := operators[name]
	if !ok {
		return nil, fmt.Errorf("the comparison %s is not supported at %s/%s", operator, at, operator)
	}
	if !fromPath {
		if !compare.takes(operand) {
			return nil, fmt.Errorf("%s does not take %s at %s/%s", operator, encode(operand), at, operator)
		}
		return operatorRule(p, compare, func(*data) (any, *failure) { return operand, nil }), nil
	}
	text, _ := operand.(string)
	other, err := parsePath(text)
	if err != nil || name == "StringMatches" {
		return nil, fmt.Errorf("%s takes a JSONPath at %s/%s", operator, at, operator)
	}
	return operatorRule(p, compare, func(d *data) (any, *failure) {
		v, found := d.lookup(other)
		if !found {
			return nil, d.invalidPath(other)
		}
		return v, nil
	}), nil
}

func operatorRule(p *path, c comparison, operand func(*data) (any, *failure)) rule {
	return func(d *data) (bool, *failure) {
		v, found := d.lookup(p)
		if !found {
			return false, d.invalidPath(p)
		}
		other, f := operand(d)
		if f != nil {
			return false, f
		}
		// A value of another type does not fit; it is no error.
		return c.takes(v) && c.takes(other) && c.fits(v, other), nil
	}
}

// comparison is an operator: which values it takes, and when two of them fit.
type comparison struct {
	takes func(any) bool
	fits  func(v, operand any) bool
}

var operators = buildOperators()

func buildOperators() map[string]comparison {
	all := map[string]comparison{
		"BooleanEquals": {tests["IsBoolean"], func(v, o any) bool { return v == o }},
		"StringMatches": {tests["IsString"], func(v, o any) bool { return wildcard(o.(string)).MatchString(v.(string)) }},
	}
	orders := map[string]func(int) bool{
		"Equals":            func(c int) bool { return c == 0 },
		"LessThan":          func(c int) bool { return c < 0 },
		"GreaterThan":       func(c int) bool { return c > 0 },
		"LessThanEquals":    func(c int) bool { return c <= 0 },
		"GreaterThanEquals": func(c int) bool { return c >= 0 },
	}
	for name, fits := range orders {
		all["String"+name] = comparison{tests["IsString"], func(v, o any) bool { return fits(strings.Compare(v.(string), o.(string))) }}
		all["Numeric"+name] = comparison{tests["IsNumeric"], func(v, o any) bool { return fits(compareNumbers(v, o)) }}
		all["Timestamp"+name] = comparison{tests["IsTimestamp"], func(v, o any) bool {
			a, _ := timestamp(v)
			b, _ := timestamp(o)
			return fits(a.Compare(b))
		}}
	}
	return all
}

func compareNumbers(a, b any) int {
	x, _ := a.(json.Number).Float64()
	y, _ := b.(json.Number).Float64()
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func timestamp(v any) (time.Time, bool) {
	text, ok := v.(string)
	if !ok {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	return t, err == nil
}

// wildcard makes a pattern of StringMatches: * is any text, \* is a star.
func wildcard(pattern string) *regexp.Regexp {
	var b strings.Builder
	plain := false
	for _, c := range pattern {
		switch {
		case plain:
			b.WriteString(regexp.QuoteMeta(string(c)))
			plain = false
		case c == '\\':
			plain = true
		case c == '*':
			b.WriteString(".*")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	return regexp.MustCompile(`(?s)^` + b.String() + `$`)
}

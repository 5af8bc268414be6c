package states

import (
	"encoding/json"
	"fmt"
)

// choice is a rule of a Choice state with where it leads.
type choice struct {
	rule rule
	next string
}

// rule reports whether data fits.
type rule func(d *data) (bool, *failure)

func compileChoice(s *state, r raw, at string) error {
	if len(r.Choices) == 0 {
		return fmt.Errorf("Choices must not be empty at %s", at)
	}
	s.fallback = r.Default
	for i, c := range r.Choices {
		where := fmt.Sprintf("%s/Choices[%d]", at, i)
		var next string
		if err := json.Unmarshal(c["Next"], &next); err != nil || next == "" {
			return fmt.Errorf("Next is missing at %s", where)
		}
		delete(c, "Next")
		compiled, err := compileRule(c, where)
		if err != nil {
			return err
		}
		s.choices = append(s.choices, choice{rule: compiled, next: next})
	}
	return nil
}

func compileRule(c map[string]json.RawMessage, at string) (rule, error) {
	delete(c, "Comment")
	switch {
	case c["And"] != nil:
		return compileAll(c, "And", at)
	case c["Or"] != nil:
		return compileAll(c, "Or", at)
	case c["Not"] != nil:
		return compileNot(c, at)
	}
	return compileComparison(c, at)
}

func compileAll(c map[string]json.RawMessage, operator, at string) (rule, error) {
	var inner []map[string]json.RawMessage
	if err := json.Unmarshal(c[operator], &inner); err != nil || len(inner) == 0 || len(c) != 1 {
		return nil, fmt.Errorf("%s takes a list of rules, alone, at %s", operator, at)
	}
	rules := make([]rule, len(inner))
	for i := range inner {
		var err error
		if rules[i], err = compileRule(inner[i], fmt.Sprintf("%s/%s[%d]", at, operator, i)); err != nil {
			return nil, err
		}
	}
	decisive := operator == "Or"
	return func(d *data) (bool, *failure) {
		for _, r := range rules {
			if fits, f := r(d); f != nil || fits == decisive {
				return fits, f
			}
		}
		return !decisive, nil
	}, nil
}

func compileNot(c map[string]json.RawMessage, at string) (rule, error) {
	var inner map[string]json.RawMessage
	if err := json.Unmarshal(c["Not"], &inner); err != nil || len(c) != 1 {
		return nil, fmt.Errorf("Not takes a rule, alone, at %s", at)
	}
	r, err := compileRule(inner, at+"/Not")
	if err != nil {
		return nil, err
	}
	return func(d *data) (bool, *failure) {
		fits, f := r(d)
		return !fits, f
	}, nil
}

func compileComparison(c map[string]json.RawMessage, at string) (rule, error) {
	var variable string
	if err := json.Unmarshal(c["Variable"], &variable); err != nil || len(c) != 2 {
		return nil, fmt.Errorf("a rule has Variable and one comparison at %s", at)
	}
	p, err := parsePath(variable)
	if err != nil {
		return nil, fmt.Errorf("%w at %s/Variable", err, at)
	}
	delete(c, "Variable")
	for operator, operand := range c {
		v, err := parseValue(string(operand))
		if err != nil {
			return nil, fmt.Errorf("%w at %s/%s", err, at, operator)
		}
		if test, ok := tests[operator]; ok {
			return compileTest(p, operator, test, v.v, at)
		}
		return compileOperator(p, operator, v.v, at)
	}
	return nil, fmt.Errorf("the comparison is missing at %s", at)
}

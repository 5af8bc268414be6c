package tools

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// WidenStep is one way to widen a search that found nothing. Just one of Drop,
// Scale and Set names an argument.
type WidenStep struct {
	// Drop leaves an argument out.
	Drop string `yaml:"drop"`
	// Scale multiplies a number by By.
	Scale string  `yaml:"scale"`
	By    float64 `yaml:"by"`
	// Set puts To in the place of an argument.
	Set string `yaml:"set"`
	To  any    `yaml:"to"`
}

// maxWiden is how many more searches one call may make.
const maxWiden = 4

func widenFlaws(p toolPolicy, o operation) []flaw {
	if len(p.Widen) > maxWiden {
		return []flaw{{"widen", "bad_widen", fmt.Sprintf("widen has %d steps; %d are the most", len(p.Widen), maxWiden)}}
	}
	var flaws []flaw
	for i, step := range p.Widen {
		at := fmt.Sprintf("widen[%d]", i)
		if why := step.wrong(o); why != "" {
			flaws = append(flaws, flaw{at, "bad_widen", at + ": " + why})
		}
	}
	return flaws
}

// wrong tells what is wrong with a step; nothing where it is right.
func (s WidenStep) wrong(o operation) string {
	name := s.Drop + s.Scale + s.Set
	switch {
	case name == "" || name != s.Drop && name != s.Scale && name != s.Set:
		return "it is one of drop, scale or set"
	case s.Scale != "" && s.By <= 0:
		return "scale needs by, a number over 0"
	case s.Set != "" && s.To == nil:
		return "set needs to"
	case s.Drop != "" && o.http.Required[name]:
		return "the API insists on " + name
	}
	why, _ := o.lacks(name)
	return why
}

// widened gives arguments with a step taken, and says in plain words how. It
// reports false where the step changes nothing.
func (s WidenStep) widened(args map[string]any) (map[string]any, string, bool) {
	wider := make(map[string]any, len(args))
	for name, v := range args {
		wider[name] = v
	}
	switch {
	case s.Drop != "":
		v, has := args[s.Drop]
		delete(wider, s.Drop)
		return wider, fmt.Sprintf("any %s, not only %s", words(s.Drop), text(v)), has
	case s.Set != "":
		wider[s.Set] = s.To
		return wider, fmt.Sprintf("%s %s", words(s.Set), text(s.To)), text(args[s.Set]) != text(s.To)
	}
	n, ok := numeric(args[s.Scale])
	if !ok {
		return args, "", false
	}
	wider[s.Scale] = n * s.By
	return wider, fmt.Sprintf("%s %s, not %s", words(s.Scale), text(n*s.By), text(n)), true
}

func numeric(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case json.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		return f, err == nil
	}
	return 0, false
}

// words writes an argument's name as people read it: radius_km is "radius km".
func words(name string) string { return strings.NewReplacer("_", " ", "-", " ").Replace(name) }

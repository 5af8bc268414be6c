package states

import (
	"fmt"
	"strings"
)

// An intrinsic function call: a name and arguments that are strings, numbers,
// booleans, null, paths or calls.
// https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html

// maxNesting is how deep calls may stand within calls.
const maxNesting = 10

// compileIntrinsic reads a call such as States.MathAdd($.n, 1).
func compileIntrinsic(text, at string) (template, error) {
	p := &callParser{text: text}
	t, err := p.call(1)
	if err == nil && strings.TrimSpace(p.rest()) != "" {
		err = fmt.Errorf("there is %q after the call", p.rest())
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no intrinsic function call at %s: %w", text, at, err)
	}
	return t, nil
}

type callParser struct {
	text string
	pos  int
}

func (p *callParser) rest() string { return p.text[p.pos:] }

func (p *callParser) space() {
	p.pos += len(p.rest()) - len(strings.TrimLeft(p.rest(), " \t\n"))
}

func (p *callParser) take(b byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == b {
		p.pos++
		return true
	}
	return false
}

func (p *callParser) call(depth int) (template, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("more than %d calls within one another", maxNesting)
	}
	p.space()
	open := strings.IndexByte(p.rest(), '(')
	if open < 0 {
		return nil, fmt.Errorf("expected a call at %q", p.rest())
	}
	name := strings.TrimSpace(p.rest()[:open])
	f, ok := intrinsics[name]
	if !ok {
		return nil, fmt.Errorf("the intrinsic function %q is not supported", name)
	}
	p.pos += open + 1
	args, err := p.arguments(depth)
	if err != nil {
		return nil, err
	}
	if len(args) < f.min || f.max >= 0 && len(args) > f.max {
		return nil, fmt.Errorf("%s does not take %d arguments", name, len(args))
	}
	return invoke(name, f, args), nil
}

func (p *callParser) arguments(depth int) ([]template, error) {
	var args []template
	if p.take(')') {
		return args, nil
	}
	for {
		arg, err := p.argument(depth)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
		if p.take(')') {
			return args, nil
		}
		if !p.take(',') {
			return nil, fmt.Errorf("expected , or ) at %q", p.rest())
		}
	}
}

func (p *callParser) argument(depth int) (template, error) {
	p.space()
	rest := p.rest()
	switch {
	case rest == "":
		return nil, fmt.Errorf("an argument is missing")
	case rest[0] == '\'':
		return p.quoted()
	case rest[0] == '$':
		return p.path()
	case strings.HasPrefix(rest, "States."):
		return p.call(depth + 1)
	}
	return p.literal()
}

// quoted reads a string in single quotes; a backslash makes the character after
// it plain.
func (p *callParser) quoted() (template, error) {
	var b strings.Builder
	for i := p.pos + 1; i < len(p.text); i++ {
		switch c := p.text[i]; c {
		case '\\':
			if i++; i < len(p.text) {
				if next := p.text[i]; next != '\'' && next != '\\' {
					b.WriteByte('\\') // \{ and \} are States.Format's
				}
				b.WriteByte(p.text[i])
			}
		case '\'':
			p.pos = i + 1
			text := b.String()
			return func(*data) (any, *failure) { return text, nil }, nil
		default:
			b.WriteByte(c)
		}
	}
	return nil, fmt.Errorf("a string is not closed at %q", p.rest())
}

// path reads a path up to the comma or parenthesis that ends the argument.
func (p *callParser) path() (template, error) {
	depth, end := 0, p.pos
	for ; end < len(p.text); end++ {
		c := p.text[end]
		if depth == 0 && (c == ',' || c == ')') {
			break
		}
		switch c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		}
	}
	parsed, err := parsePath(strings.TrimSpace(p.text[p.pos:end]))
	if err != nil {
		return nil, err
	}
	p.pos = end
	return func(d *data) (any, *failure) {
		v, ok := d.lookup(parsed)
		if !ok {
			return nil, d.runtime("The JsonPath argument for the field '%s' could not be found in the input '%s'", parsed.text, encode(d.input))
		}
		return v, nil
	}, nil
}

// literal reads a number, true, false or null.
func (p *callParser) literal() (template, error) {
	end := p.pos + strings.IndexAny(p.rest()+")", ",) ")
	v, err := parseValue(p.text[p.pos:end])
	if err != nil || strings.ContainsAny(v.text, `"[{`) {
		return nil, fmt.Errorf("%q is no argument", p.text[p.pos:end])
	}
	p.pos = end
	return func(*data) (any, *failure) { return v.v, nil }, nil
}

func invoke(name string, f intrinsic, args []template) template {
	return func(d *data) (any, *failure) {
		values := make([]any, len(args))
		for i, arg := range args {
			v, failed := arg(d)
			if failed != nil {
				return nil, failed
			}
			values[i] = v
		}
		v, err := f.run(values)
		if err != nil {
			return nil, fail(errIntrinsic, "An error occurred while executing the state '%s' (entered at the event id #%d). The function '%s' failed: %v", d.state, d.event, name, err)
		}
		return v, nil
	}
}

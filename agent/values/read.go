package values

import (
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Read lists the values of the text in the order said; their spans don't overlap.
// now is the time of the message, for "today" and "tomorrow"; with a zero one they
// are no values.
func (r *Reader) Read(text string, now time.Time) []Value {
	toks := tokens.Get().(*[]token)
	if cap(*toks) < len(text)/6 {
		*toks = make([]token, 0, len(text)/3)
	}
	s := scan{reader: r, text: text, now: now, toks: (*toks)[:0]}
	s.cut()
	for i := 0; i < len(s.toks); {
		i += s.value(i)
	}
	if cap(s.toks) <= mostKept {
		*toks = s.toks
	}
	tokens.Put(toks)
	return s.found
}

// tokens lends room for tokens; room for more than mostKept is not kept.
var tokens = sync.Pool{New: func() any { return new([]token) }}

const mostKept = 1 << 14

// fewValues is how many values most replies have at most.
const fewValues = 12

// token is a number ("1,003.22", "9:30"), a word, an address or a single mark.
type token struct {
	start, end int
	number     bool
	mark       rune
	known      word
	upper      bool
}

type scan struct {
	reader *Reader
	text   string
	now    time.Time
	toks   []token
	found  []Value
}

// cut cuts the text into tokens.
func (s *scan) cut() {
	for i := 0; i < len(s.text); {
		b := s.text[i]
		switch {
		case isDigit(b):
			i = s.cutNumber(i)
		case b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '*' || b == '"' || b == '`':
			i++
		default:
			i = s.cutWord(i)
		}
	}
}

// cutNumber takes digits with the points, commas and colons between them.
func (s *scan) cutNumber(i int) int {
	end := i
	for end < len(s.text) {
		b := s.text[end]
		if isDigit(b) || (b == '.' || b == ',' || b == ':') && end+1 < len(s.text) && isDigit(s.text[end+1]) {
			end++
			continue
		}
		break
	}
	s.toks = append(s.toks, token{start: i, end: end, number: true})
	return end
}

func (s *scan) cutWord(i int) int {
	r, size := utf8.DecodeRuneInString(s.text[i:])
	if !unicode.IsLetter(r) {
		s.toks = append(s.toks, token{start: i, end: i + size, mark: r})
		return i + size
	}
	end := i
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '_' && !(r == '.' && end == i+1 && dotted(s.text, i)) {
			if unicode.IsDigit(r) && !s.digitsPart(i, end) {
				end += size // "ses_12", "HAT001": no number is in an id
				continue
			}
			break
		}
		end += size
	}
	t := token{start: i, end: end, upper: unicode.IsUpper(r)}
	t.known = s.known(s.text[i:end])
	s.toks = append(s.toks, t)
	return end
}

// dotted reports whether "a.m." or "p.m." begins at i.
func dotted(text string, i int) bool {
	return i+3 < len(text) && (text[i+2]|0x20) == 'm' && text[i+3] == '.'
}

// digitsPart reports whether digits after the letters of [start, end) are a value
// of their own: after a currency code ("USD12") or the T of RFC 3339.
func (s *scan) digitsPart(start, end int) bool {
	part := s.text[start:end]
	return part == "T" || s.known(part).part == money
}

// known looks a word up, in lower case and without points, on the stack.
func (s *scan) known(text string) word {
	first := text[0] | 0x20 - 'a'
	if len(text) > longestWord || first >= 26 || !s.reader.begins[first][len(text)] && text[len(text)-1] != '.' && (len(text) != 3 || text[1] != '.') {
		return word{}
	}
	var lower [longestWord]byte
	n := 0
	for i := range len(text) {
		b := text[i]
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		if b != '.' {
			lower[n] = b
			n++
		}
	}
	return s.reader.words[string(lower[:n])]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func (s *scan) at(i int) token {
	if i < 0 || i >= len(s.toks) {
		return token{}
	}
	return s.toks[i]
}

func (s *scan) is(i int, p part) bool { return s.at(i).known.part == p }

// touches reports whether no space is between token i and the one before.
func (s *scan) touches(i int) bool {
	return i > 0 && i < len(s.toks) && s.toks[i-1].end == s.toks[i].start
}

func (s *scan) add(v Value, from, to int) int {
	v.Span = [2]int{s.toks[from].start, s.toks[to-1].end}
	if s.found == nil {
		s.found = make([]Value, 0, fewValues)
	}
	s.found = append(s.found, v)
	return to - from
}

// value reads the value at token i, if there is one, and returns how many tokens
// are done with.
func (s *scan) value(i int) int {
	if s.plain(i) {
		return 1
	}
	if n := s.address(i); n > 0 {
		return n
	}
	if n := s.phone(i); n > 0 {
		return n
	}
	if v, n := s.date(i); n > 0 {
		return s.add(v, i, i+n)
	}
	t := s.toks[i]
	switch {
	case t.known.part == day && !s.now.IsZero():
		d := s.now.AddDate(0, 0, int(t.known.value))
		v := Value{Kind: Date, Year: d.Year(), Month: int(d.Month()), Day: d.Day(), Weekday: -1, Relative: true}
		n := s.besideDay(i)
		if n > 1 {
			v.Weekday = int(s.toks[i+n-1].known.value)
		}
		return s.add(v, i, i+n)
	case t.known.part == weekday && t.known.full:
		return s.add(Value{Kind: Weekday, Weekday: int(t.known.value)}, i, i+1)
	}
	if v, n := s.clockAt(i); n > 0 {
		return s.add(v, i, i+n)
	}
	if v, n := s.amount(i); n > 0 {
		return s.add(v, i, i+n)
	}
	return 1
}

// plain reports whether no value can begin at token i: most words are so.
func (s *scan) plain(i int) bool {
	t := &s.toks[i]
	if t.number || t.known.part != 0 || t.mark > ')' || t.mark == '$' || t.mark == '(' && s.at(i+1).number {
		return t.mark == ',' || t.mark == ':' || t.mark == '.' || t.mark == '{' || t.mark == '}'
	}
	if t.mark != 0 || i+1 == len(s.toks) {
		return true
	}
	switch s.toks[i+1].mark {
	case '@', '.', '-', '+', ':':
		return s.toks[i+1].start != t.end
	}
	return !t.upper || t.end-t.start > 1 // the T of RFC 3339
}

// besideDay is 2 or 3 where a weekday says which day "today" is: "today, Friday",
// "today is Friday"; else 1.
func (s *scan) besideDay(i int) int {
	between := s.at(i + 1)
	joined := between.mark == '(' || between.mark == ',' || between.end > between.start && s.text[between.start:between.end] == "is"
	if joined && s.is(i+2, weekday) && s.at(i+2).known.full {
		return 3
	}
	return 1
}

// address reads a link or an address for mail, up to the next space.
func (s *scan) address(i int) int {
	start := s.toks[i].start
	if s.toks[i].mark != 0 || s.toks[i].number && !s.touches(i+1) {
		return 0
	}
	next := s.at(i + 1)
	link := next.mark == ':' && strings.HasPrefix(s.text[next.start:], "://")
	if !link && (!s.touches(i+1) || next.mark != '@' && next.mark != '.' && next.mark != '-' && next.mark != '+') {
		return 0
	}
	end := i
	at := false
	for end < len(s.toks) && (end == i || s.touches(end)) && !closes(s.toks[end].mark) && end-i < maxAddress {
		at = at || s.toks[end].mark == '@'
		end++
	}
	for end > i && (s.toks[end-1].mark == '.' || s.toks[end-1].mark == '!' || s.toks[end-1].mark == '?' || s.toks[end-1].mark == ':') {
		end--
	}
	if !link && !at {
		return 0
	}
	kind := Email
	if link {
		kind = Link
	}
	text := strings.ToLower(strings.TrimSuffix(s.text[start:s.toks[end-1].end], "/"))
	return s.add(Value{Kind: kind, Text: text}, i, end)
}

// maxAddress is how long an address may be, in tokens: no text makes the reader
// look far ahead again and again.
const maxAddress = 60

func closes(mark rune) bool { return strings.ContainsRune(")]>,;|\"<", mark) && mark != 0 }

// phone reads a number to call: "+41 44 123 45 67", "(555) 014-2233", "079 123 45
// 67". It begins with +, a nought or a bracket, and has eight digits or more.
func (s *scan) phone(i int) int {
	first := i
	marked := s.at(i).mark == '+' || s.at(i).mark == '('
	if marked {
		first++
	}
	if !s.at(first).number || !marked && s.text[s.at(first).start] != '0' || s.at(i).mark == '+' && !s.touches(first) {
		return 0
	}
	end := first
	digits := make([]byte, 0, mostDigits)
	for end-i < maxPhone && s.dials(end, end > first) {
		if t := s.toks[end]; t.number {
			if strings.ContainsAny(s.text[t.start:t.end], ":,.") || len(digits)+t.end-t.start > mostDigits {
				return 0
			}
			digits = append(digits, s.text[t.start:t.end]...)
		}
		end++
	}
	if len(digits) < localDigits {
		return 0
	}
	return s.add(Value{Kind: Phone, Text: string(digits)}, i, end)
}

// dials reports whether token i goes on a number to call: digits right after those
// before or one space on, or a mark before digits.
func (s *scan) dials(i int, on bool) bool {
	t := s.at(i)
	if on && t.start-s.toks[i-1].end > 1 {
		return false
	}
	return t.number || (t.mark == '-' || t.mark == '(' || t.mark == ')' || t.mark == '/') && s.at(i+1).number
}

// maxPhone is how long a number to call may be, in tokens; mostDigits is what E.164
// allows.
const (
	maxPhone   = 16
	mostDigits = 15
)

package values

import "strings"

// clockAt reads a time of day: "9am", "9:30 pm", "21:00", "noon", and the
// partial-time of RFC 3339.
func (s *scan) clockAt(i int) (Value, int) {
	if s.is(i, clock) {
		return Value{Kind: Clock, Minute: int(s.toks[i].known.value)}, 1
	}
	from := i
	if s.at(i).end-s.at(i).start == 1 && s.at(i).upper && s.text[s.at(i).start] == 'T' && s.touches(i+1) && s.touches(i) {
		i++
	}
	hours, rest, colon := strings.Cut(s.number(i), ":")
	hour, minute := atoi(hours), 0
	if colon {
		minutes, _, _ := strings.Cut(rest, ":") // seconds are not told
		if minute = atoi(minutes); len(minutes) != 2 {
			return Value{}, 0
		}
	}
	half := s.is(i+1, am) || s.is(i+1, pm)
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 || !half && !colon {
		return Value{}, 0
	}
	v := Value{Kind: Clock, Minute: hour*60 + minute}
	if from != i {
		return v, i + 1 + s.offset(i+1) - from
	}
	if !half {
		v.Half = hour >= 1 && hour <= 12 && len(hours) == 1
		return v, i + 1 - from
	}
	v.Minute = hour%12*60 + minute
	if s.is(i+1, pm) {
		v.Minute += 720
	}
	return v, i + 2 - from
}

// offset is how many tokens the time-offset of RFC 3339 takes up at i. A time is
// compared by the clock of its own offset, as people read it.
func (s *scan) offset(i int) int {
	if (s.at(i).mark == '+' || s.at(i).mark == '-') && s.touches(i+1) && strings.Contains(s.number(i+1), ":") {
		return 2
	}
	return 0
}

// amount reads money, a percentage or another number.
func (s *scan) amount(i int) (Value, int) {
	sign := strings.ContainsRune("$€£¥", s.at(i).mark) && s.at(i).mark != 0
	if (sign || s.is(i, money)) && s.at(i+1).number {
		if a, ok := amountOf(s.number(i + 1)); ok {
			return Value{Kind: Money, Amount: a}, 2
		}
	}
	a, ok := amountOf(s.number(i))
	if s.is(i, number) {
		a, ok = s.toks[i].known.value*Unit, true
	}
	if !ok || s.is(i+1, ordinal) && s.touches(i+1) || s.numbering(i) {
		return Value{}, 0
	}
	switch {
	case s.at(i+1).mark == '%' || s.is(i+1, percent):
		return Value{Kind: Percent, Amount: a}, 2
	case s.is(i+1, money) || strings.ContainsRune("€£$", s.at(i+1).mark) && s.at(i+1).mark != 0 && s.touches(i+1):
		return Value{Kind: Money, Amount: a}, 2
	case s.unit(i + 1):
		return s.measure(i, i+1, a)
	case s.at(i+1).mark == '-' && s.touches(i+1) && s.touches(i+2) && s.unit(i+2):
		return s.measure(i, i+2, a) // "a 45-minute class"
	}
	return Value{Kind: Number, Amount: a}, 1
}

func (s *scan) unit(i int) bool { return s.is(i, distance) || s.is(i, duration) }

// measure reads a number with its unit at token k, also "1 h 30 min".
func (s *scan) measure(i, k int, said int64) (Value, int) {
	unit := s.toks[k].known
	v := Value{Kind: Distance, Said: said, Amount: said * unit.value / 1000}
	if unit.part == distance {
		return v, k + 1 - i
	}
	v.Kind = Duration
	if more, ok := amountOf(s.number(k + 1)); ok && s.is(k+2, duration) && s.toks[k+2].known.value < unit.value {
		v.Amount += more * s.toks[k+2].known.value / 1000
		v.Said = v.Amount
		return v, k + 3 - i
	}
	return v, k + 1 - i
}

// numbering reports whether the number begins a line as an item's: "1. ", "2) ".
func (s *scan) numbering(i int) bool {
	mark := s.at(i + 1).mark
	return (mark == '.' || mark == ')') && s.touches(i+1) && s.firstInLine(s.toks[i].start)
}

// firstInLine reports whether only marks of lists and headings come before start.
func (s *scan) firstInLine(start int) bool {
	before := strings.TrimRight(s.text[max(0, start-indent):start], " #*")
	return strings.HasSuffix(before, "\n") || before == "" && start <= indent
}

// indent is how deep an item may be indented, in bytes.
const indent = 16

// amountOf gives a number in ten-thousandths. Commas group digits by three; a
// comma before one or two digits at the end is the point of other countries. Only
// numbers under a million million are amounts.
func amountOf(text string) (int64, bool) {
	if text == "" || strings.Contains(text, ":") || len(text) > 16 {
		return 0, false
	}
	if i := strings.LastIndexByte(text, ','); i >= 0 && len(text)-i-1 < 3 && !strings.Contains(text, ".") {
		text = text[:i] + "." + text[i+1:]
	}
	whole, rest, _ := strings.Cut(strings.ReplaceAll(text, ",", ""), ".")
	if len(whole) > 12 || strings.Contains(rest, ".") {
		return 0, false
	}
	n := int64(0)
	for i := range len(whole) {
		n = n*10 + int64(whole[i]-'0')
	}
	for i := range 4 {
		n *= 10
		if i < len(rest) {
			n += int64(rest[i] - '0')
		}
	}
	return n, true
}

package values

import "strings"

// date reads a date with its weekday, if one stands beside it, and gives how many
// tokens it takes up; 0 where there is none.
func (s *scan) date(i int) (Value, int) {
	if s.is(i, weekday) {
		k := i + 1
		for s.at(k).mark == ',' || s.at(k).mark == '.' || s.at(k).mark == '(' || s.at(k).mark == '|' {
			k++
		}
		if v, n := s.bareDate(k); n > 0 {
			v.Weekday = int(s.toks[i].known.value)
			return v, k + n - i
		}
		return Value{}, 0
	}
	v, n := s.bareDate(i)
	if n == 0 {
		return v, 0
	}
	for k := i + n; k <= i+n+1; k++ { // "5 December (Saturday)", "2026-12-05 Sat"
		if s.is(k, weekday) && (s.at(k).upper) {
			v.Weekday = int(s.toks[k].known.value)
			return v, k + 1 - i
		}
		if m := s.at(k).mark; m != '(' && m != ',' && m != '|' {
			break
		}
	}
	return v, n
}

func (s *scan) bareDate(i int) (Value, int) {
	v, n := Value{}, 0
	if s.at(i).number {
		if v, n = s.isoDate(i); n == 0 {
			v, n = s.slashed(i)
		}
		if n == 0 {
			v, n = s.dayMonth(i)
		}
	} else {
		v, n = s.monthDay(i)
	}
	if v.Month < 1 || v.Month > 12 || v.Day < 1 || v.Day > 31 {
		return Value{}, 0
	}
	return v, n
}

// isoDate reads the full-date of RFC 3339: 2026-12-05.
func (s *scan) isoDate(i int) (Value, int) {
	if !s.joined(i, '-') || s.at(i).end-s.at(i).start != 4 {
		return Value{}, 0
	}
	return Value{Kind: Date, Year: s.int(i), Month: s.int(i + 2), Day: s.int(i + 4), Weekday: -1}, 5
}

// slashed reads 12/05/2026, which may be either way round, and 05.12.2026 is cut
// as one number.
func (s *scan) slashed(i int) (Value, int) {
	if s.joined(i, '/') {
		a, b, y := s.int(i), s.int(i+2), s.int(i+4)
		if y < 100 {
			y += 2000
		}
		v := Value{Kind: Date, Year: y, Month: a, Day: b, Weekday: -1, Swapped: b <= 12 && a != b}
		if a > 12 {
			v = v.swap()
			v.Swapped = false
		}
		return v, 5
	}
	if t := s.at(i); t.end-t.start < 8 || t.end-t.start > 10 {
		return Value{}, 0
	}
	if parts := strings.Split(s.number(i), "."); len(parts) == 3 && len(parts[2]) == 4 {
		return Value{Kind: Date, Day: atoi(parts[0]), Month: atoi(parts[1]), Year: atoi(parts[2]), Weekday: -1}, 1
	}
	return Value{}, 0
}

// joined reports whether three numbers with the mark between begin at i.
func (s *scan) joined(i int, mark rune) bool {
	for k := i; k < i+5; k++ {
		t := s.at(k)
		if k > i && !s.touches(k) || (k-i)%2 == 0 && !t.number || (k-i)%2 == 1 && t.mark != mark {
			return false
		}
	}
	return true
}

// dayMonth reads "5 December 2026", "5th of December".
func (s *scan) dayMonth(i int) (Value, int) {
	if !s.dayNumber(i) {
		return Value{}, 0
	}
	k := i + 1
	if s.is(k, ordinal) && s.touches(k) {
		k++
	}
	if s.is(k, of) {
		k++
	}
	if !s.month(k) {
		return Value{}, 0
	}
	v := Value{Kind: Date, Day: s.int(i), Month: int(s.toks[k].known.value), Weekday: -1}
	return s.withYear(v, i, k+1)
}

// monthDay reads "December 5th, 2026".
func (s *scan) monthDay(i int) (Value, int) {
	k := i + 1
	if s.at(k).mark == '.' {
		k++
	}
	if !s.month(i) || !s.dayNumber(k) {
		return Value{}, 0
	}
	v := Value{Kind: Date, Day: s.int(k), Month: int(s.toks[i].known.value), Weekday: -1}
	k++
	if s.is(k, ordinal) && s.touches(k) {
		k++
	}
	return s.withYear(v, i, k)
}

// month: "may" and "march" are other words too, so a month has its capital.
func (s *scan) month(i int) bool { return s.is(i, month) && s.at(i).upper }

func (s *scan) dayNumber(i int) bool {
	return s.at(i).number && s.at(i).end-s.at(i).start <= 2
}

// withYear takes up the year of a date that has one, after a comma or not.
func (s *scan) withYear(v Value, from, k int) (Value, int) {
	year := k
	if s.at(year).mark == ',' {
		year++
	}
	if y := s.number(year); len(y) == 4 && (strings.HasPrefix(y, "20") || strings.HasPrefix(y, "19")) {
		v.Year = atoi(y)
		k = year + 1
	}
	return v, k - from
}

// number is the text of a number's token, or empty.
func (s *scan) number(i int) string {
	if !s.at(i).number {
		return ""
	}
	return s.text[s.toks[i].start:s.toks[i].end]
}

func (s *scan) int(i int) int { return atoi(s.number(i)) }

// atoi gives the number of up to nine digits, or -1.
func atoi(text string) int {
	if text == "" || len(text) > 9 {
		return -1
	}
	n := 0
	for i := range len(text) {
		if !isDigit(text[i]) {
			return -1
		}
		n = n*10 + int(text[i]-'0')
	}
	return n
}

package values

import (
	"strconv"
	"strings"
)

// StandsIn reports whether the text, that of a tool's result, has the value just as
// data writes it: a date or time of ISO 8601, a decimal number. It is a quick look:
// false says only that the text has to be read.
func (v Value) StandsIn(text string) bool {
	if v.Kind == Distance || v.Kind == Duration {
		return Value{Kind: Number, Amount: v.Said}.StandsIn(text) || Value{Kind: Number, Amount: v.Amount}.StandsIn(text)
	}
	var buffer [24]byte
	form := v.spelled(buffer[:0])
	if len(form) == 0 {
		return false
	}
	spelling := string(form)
	for at := 0; ; {
		i := strings.Index(text[at:], spelling)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(spelling)
		if v.bounded(text, start, end) {
			return true
		}
		at = end
	}
}

// spelled appends the form that data gives the value; nothing where it has no one
// form.
func (v Value) spelled(b []byte) []byte {
	switch v.Kind {
	case Date:
		if v.Swapped {
			return nil
		}
		if v.Year > 0 {
			b = strconv.AppendInt(b, int64(v.Year), 10)
		}
		return twoDigits(append(twoDigits(append(b, '-'), v.Month), '-'), v.Day)
	case Clock:
		return twoDigits(append(twoDigits(b, v.Minute/60), ':'), v.Minute%60)
	case Number, Money, Percent:
		b = strconv.AppendInt(b, v.Amount/Unit, 10)
		if rest := v.Amount % Unit; rest > 0 {
			digits := strconv.FormatInt(Unit+rest, 10)
			b = append(append(b, '.'), strings.TrimRight(digits[1:], "0")...)
		}
		return b
	}
	return nil
}

func twoDigits(b []byte, n int) []byte { return append(b, byte('0'+n/10%10), byte('0'+n%10)) }

// bounded reports whether what stands in text at [start, end) is no part of a
// longer number, time or id.
func (v Value) bounded(text string, start, end int) bool {
	var before, after byte = ' ', ' '
	if start > 0 {
		before = text[start-1]
	}
	if v.Kind >= Number && v.Kind <= Percent && strings.IndexByte(text[start:end], '.') >= 0 {
		for end < len(text) && text[end] == '0' {
			end++
		}
	}
	if end < len(text) {
		after = text[end]
	}
	switch v.Kind {
	case Date:
		return (v.Year > 0) != isDigit(before) && before != '-' && !isDigit(after)
	case Clock:
		return !isDigit(before) && before != ':' && before != '+' && before != '-' && !isDigit(after)
	}
	return strings.IndexByte(" :\"[,", before) >= 0 && strings.IndexByte(" ,\"]}\n", after) >= 0 && (before != ',' || start < 2 || !isDigit(text[start-2])) && (after != ',' || end+1 >= len(text) || !isDigit(text[end+1]))
}

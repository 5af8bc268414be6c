package values

import "time"

// Kind is what a value is of.
type Kind uint8

const (
	// Number: a count, or any number that says no more ("three", "1,200").
	Number Kind = iota + 1
	// Money: an amount with its currency ("$1,003.22", "12 EUR").
	Money
	// Percent: a share in percent.
	Percent
	// Date: a day of a month, perhaps with its year and weekday.
	Date
	// Weekday: a day of the week by itself.
	Weekday
	// Clock: a time of day.
	Clock
	// Link is a web address; Email, an address for mail.
	Link
	Email
	// Phone is a number to call.
	Phone
	// Distance counts in metres, Duration in minutes.
	Distance
	Duration
)

// Value is one value that a text names.
type Value struct {
	Kind Kind
	// Span is where it stands, in bytes: [start, end).
	Span [2]int
	// Year is 0 where none is said; Month counts from 1.
	Year, Month, Day int
	// Weekday is -1 where none is said.
	Weekday int
	// Minute counts from midnight. Half: neither morning nor evening is said, so
	// that "9:30" may be 21:30.
	Minute int
	Half   bool
	// Swapped: "04/05/2026" may be either way round.
	Swapped bool
	// Amount is in ten-thousandths; of a distance or duration, Said is it in the unit
	// that was said.
	Amount, Said int64
	// Relative: the date was told from the day of the message ("tomorrow").
	Relative bool
	// Text is a link or an address in its normal form: lower case, without a slash
	// at its end; of a number to call, its digits.
	Text string
}

// Unit is one, as an amount.
const Unit = 10_000

// Same reports whether two values of one kind, or two amounts, are the same as far
// as both say.
func (v Value) Same(w Value) bool {
	switch v.Kind {
	case Number, Money, Percent:
		return w.Kind <= Percent && v.Amount == w.Amount
	case Date:
		return w.Kind == Date && (v.sameDay(w) || v.Swapped && v.swap().sameDay(w) || w.Swapped && v.sameDay(w.swap()))
	case Clock:
		return w.Kind == Clock && (v.Minute == w.Minute || (v.Half || w.Half) && v.Minute%720 == w.Minute%720)
	case Distance, Duration:
		return v.measures(w)
	case Phone:
		return w.Kind == Phone && v.Text[len(v.Text)-min(len(v.Text), localDigits):] == w.Text[len(w.Text)-min(len(w.Text), localDigits):]
	case Weekday:
		return w.Kind == Weekday && v.Weekday == w.Weekday || w.Kind == Date && w.dayOfWeek() == v.Weekday
	}
	return v.Kind == w.Kind && v.Text == w.Text
}

// localDigits is how many digits at its end tell a number to call from others,
// with or without the code of its country.
const localDigits = 8

// measures reports whether w is about the same distance or duration, or a bare
// number that is so in one of the units that data comes in: metres, kilometres,
// miles; seconds, minutes, hours. People round: a twentieth more or less is the same.
func (v Value) measures(w Value) bool {
	if w.Kind == v.Kind {
		return close(v.Amount, w.Amount)
	}
	if w.Kind != Number {
		return false
	}
	if close(v.Said, w.Amount) || close(v.Amount, w.Amount) {
		return true
	}
	if v.Kind == Distance {
		return close(v.Amount, 1000*w.Amount) || close(v.Amount, 1609*w.Amount)
	}
	return close(60*v.Amount, w.Amount) || close(v.Amount, 60*w.Amount)
}

func close(a, b int64) bool {
	gap := a - b
	return max(gap, -gap) <= b/20
}

func (v Value) sameDay(w Value) bool {
	return v.Day == w.Day && v.Month == w.Month && (v.Year == w.Year || v.Year == 0 || w.Year == 0)
}

func (v Value) swap() Value {
	v.Month, v.Day = v.Day, v.Month
	return v
}

// dayOfWeek is the day of the week of a date with a year, what is said of one
// without, or -1.
func (v Value) dayOfWeek() int {
	if v.Year == 0 {
		return v.Weekday
	}
	return int(time.Date(v.Year, time.Month(v.Month), v.Day, 0, 0, 0, 0, time.UTC).Weekday())
}

// Mismatch reports whether a date is said with a weekday that it does not have,
// and gives the right one. A date without a year is taken as the one nearest to
// now; with no clock (now is zero) nothing is known of it.
func (v Value) Mismatch(now time.Time) (time.Weekday, bool) {
	if v.Kind != Date || v.Weekday < 0 || v.Swapped || v.Year == 0 && now.IsZero() {
		return 0, false
	}
	year := v.Year
	if year == 0 {
		year = nearest(v, now)
	}
	right := time.Date(year, time.Month(v.Month), v.Day, 0, 0, 0, 0, time.UTC).Weekday()
	return right, int(right) != v.Weekday
}

func nearest(v Value, now time.Time) int {
	best, least := now.Year(), time.Duration(1<<62)
	for year := now.Year() - 1; year <= now.Year()+1; year++ {
		if d := time.Date(year, time.Month(v.Month), v.Day, 12, 0, 0, 0, now.Location()).Sub(now).Abs(); d < least {
			best, least = year, d
		}
	}
	return best
}

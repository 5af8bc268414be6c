package permit

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/cedar-policy/cedar-go"
)

// value gives a JSON value as Cedar's. Null gives nothing. A number that Cedar
// can't hold becomes its text: a policy that compares it fails, and a prohibition
// that fails denies.
func (s *shape) value(v any) (cedar.Value, bool) {
	switch v := v.(type) {
	case nil:
		return nil, false
	case string:
		return cedar.String(v), true
	case bool:
		return cedar.Boolean(v), true
	case []any:
		return s.set(v), true
	case map[string]any:
		return s.record(v), true
	case json.Number, float64, float32, int, int32, int64, uint, uint32, uint64:
		return s.number(fmt.Sprint(v)), true
	}
	return cedar.String(fmt.Sprint(v)), true
}

func (s *shape) set(list []any) cedar.Value {
	of := s.of
	if of == nil {
		of = &shape{}
	}
	values := make([]cedar.Value, 0, len(list))
	for _, v := range list {
		if value, ok := of.value(v); ok {
			values = append(values, value)
		}
	}
	return cedar.NewSet(values...)
}

func (s *shape) record(fields map[string]any) cedar.Record {
	values := make(cedar.RecordMap, len(fields))
	for name, v := range fields {
		inner := &shape{}
		if f, ok := s.fields[name]; ok {
			inner = f.shape
		}
		if value, ok := inner.value(v); ok {
			values[cedar.String(name)] = value
		}
	}
	return cedar.NewRecord(values)
}

// number is a Long where the spec says integer, a decimal where it says number, and
// where it says nothing a Long if it is whole. A decimal is rounded to four digits.
func (s *shape) number(written string) cedar.Value {
	f, err := strconv.ParseFloat(written, 64)
	if err != nil {
		return cedar.String(written)
	}
	if s.kind == long || s.kind != decimal && f == math.Trunc(f) {
		return whole(written, f)
	}
	// Rounded as it is written: 0.29 times 10000 is below 2900 in binary.
	if math.Abs(f) < maxDecimal {
		if d, err := cedar.NewDecimal(int64(math.Round(f*10000)), -4); err == nil {
			return d
		}
	}
	return cedar.String(written)
}

// maxDecimal is above every decimal that is surely held.
const maxDecimal = 9e14

func whole(written string, f float64) cedar.Value {
	if n, err := strconv.ParseInt(written, 10, 64); err == nil {
		return cedar.Long(n)
	}
	if f == math.Trunc(f) && f >= math.MinInt64 && f < math.MaxInt64 {
		return cedar.Long(f)
	}
	return cedar.String(written)
}

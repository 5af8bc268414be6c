package states

import (
	"encoding/json"
	"fmt"
	"time"
)

// maxSeconds is the longest wait and timeout that a definition can ask for.
// https://docs.aws.amazon.com/step-functions/latest/dg/state-wait.html
const maxSeconds = 99999999

// waiting says how long a Wait state waits.
type waiting struct {
	seconds       *float64
	until         *time.Time
	secondsPath   *path
	timestampPath *path
}

func compileWait(s *state, r raw, at string) error {
	given := 0
	w := &waiting{seconds: r.Seconds}
	if r.Seconds != nil {
		if n := *r.Seconds; n < 0 || n > maxSeconds {
			return fmt.Errorf("Seconds must be from 0 to %d at %s/Seconds", maxSeconds, at)
		}
		given++
	}
	if r.Timestamp != "" {
		given++
		until, err := time.Parse(time.RFC3339, r.Timestamp)
		if err != nil {
			return fmt.Errorf("%q is no RFC 3339 time at %s/Timestamp", r.Timestamp, at)
		}
		w.until = &until
	}
	for _, from := range []struct {
		text   string
		target **path
	}{{r.SecondsPath, &w.secondsPath}, {r.TimestampPath, &w.timestampPath}} {
		if from.text == "" {
			continue
		}
		given++
		p, err := parsePath(from.text)
		if err != nil {
			return fmt.Errorf("%w at %s", err, at)
		}
		*from.target = p
	}
	if given != 1 {
		return fmt.Errorf("a Wait has exactly one of Seconds, SecondsPath, Timestamp and TimestampPath at %s", at)
	}
	s.wait = w
	return nil
}

// length is how long to wait from now.
func (w *waiting) length(d *data, now time.Time) (time.Duration, *failure) {
	switch {
	case w.seconds != nil:
		return time.Duration(*w.seconds * float64(time.Second)), nil
	case w.until != nil:
		return w.until.Sub(now), nil
	case w.secondsPath != nil:
		return w.fromSeconds(d)
	}
	v, f := d.need(w.timestampPath, "TimestampPath")
	if f != nil {
		return 0, f
	}
	text, _ := v.(string)
	until, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0, d.runtime("The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: %s == %s", w.timestampPath.text, encode(v))
	}
	return until.Sub(now), nil
}

func (w *waiting) fromSeconds(d *data) (time.Duration, *failure) {
	v, f := d.need(w.secondsPath, "SecondsPath")
	if f != nil {
		return 0, f
	}
	n, _ := v.(json.Number)
	seconds, err := n.Float64()
	if err != nil || seconds < 0 || seconds > maxSeconds {
		return 0, d.runtime("The SecondsPath parameter does not reference a positive integer: %s == %s", w.secondsPath.text, encode(v))
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

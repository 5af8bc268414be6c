package states

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

type rawRetry struct {
	Comment         string
	ErrorEquals     []string
	IntervalSeconds *int
	MaxAttempts     *int
	BackoffRate     *float64
	MaxDelaySeconds *int
	JitterStrategy  string
}

type rawCatch struct {
	Comment     string
	ErrorEquals []string
	ResultPath  json.RawMessage
	Next        string
}

// UnmarshalJSON refuses names in another case; so does [rawCatch.UnmarshalJSON].
func (r *rawRetry) UnmarshalJSON(text []byte) error {
	type plain rawRetry
	if err := exactCase(text, "Comment", "ErrorEquals", "IntervalSeconds", "MaxAttempts", "BackoffRate", "MaxDelaySeconds", "JitterStrategy"); err != nil {
		return err
	}
	return strict(text, (*plain)(r))
}

func (c *rawCatch) UnmarshalJSON(text []byte) error {
	type plain rawCatch
	if err := exactCase(text, "Comment", "ErrorEquals", "ResultPath", "Next"); err != nil {
		return err
	}
	return strict(text, (*plain)(c))
}

type retrier struct {
	errors   []string
	interval float64
	attempts int
	rate     float64
	maxDelay float64 // seconds; 0 for none
	jitter   bool
}

type catcher struct {
	errors []string
	result *path
	next   string
}

// The defaults of the States Language.
const (
	defaultInterval = 1
	defaultAttempts = 3
	defaultRate     = 2.0
)

func compileErrors(s *state, r raw, at string) error {
	for i, c := range r.Retry {
		compiled, err := compileRetry(c, fmt.Sprintf("%s/Retry[%d]", at, i), i == len(r.Retry)-1)
		if err != nil {
			return err
		}
		s.retry = append(s.retry, compiled)
	}
	for i, c := range r.Catch {
		compiled, err := compileCatch(c, fmt.Sprintf("%s/Catch[%d]", at, i), i == len(r.Catch)-1)
		if err != nil {
			return err
		}
		s.catch = append(s.catch, compiled)
	}
	return nil
}

func compileRetry(r rawRetry, at string, last bool) (retrier, error) {
	c := retrier{errors: r.ErrorEquals, interval: defaultInterval, attempts: defaultAttempts, rate: defaultRate}
	if r.IntervalSeconds != nil {
		c.interval = float64(*r.IntervalSeconds)
	}
	if r.MaxAttempts != nil {
		c.attempts = *r.MaxAttempts
	}
	if r.BackoffRate != nil {
		c.rate = *r.BackoffRate
	}
	if r.MaxDelaySeconds != nil {
		c.maxDelay = float64(*r.MaxDelaySeconds)
	}
	c.jitter = r.JitterStrategy == "FULL"
	switch {
	case c.interval < 1 || c.attempts < 0 || c.rate < 1 || r.MaxDelaySeconds != nil && c.maxDelay <= c.interval:
		return c, fmt.Errorf("IntervalSeconds is at least 1, MaxAttempts 0, BackoffRate 1, and MaxDelaySeconds more than IntervalSeconds, at %s", at)
	case r.JitterStrategy != "" && r.JitterStrategy != "FULL" && r.JitterStrategy != "NONE":
		return c, fmt.Errorf("the JitterStrategy %q is not FULL or NONE at %s", r.JitterStrategy, at)
	}
	return c, checkNames(r.ErrorEquals, at, last)
}

func compileCatch(r rawCatch, at string, last bool) (catcher, error) {
	result, err := optionalPath(r.ResultPath, parseReference, at+"/ResultPath")
	if err != nil {
		return catcher{}, err
	}
	if r.Next == "" {
		return catcher{}, fmt.Errorf("Next is missing at %s", at)
	}
	return catcher{errors: r.ErrorEquals, result: result, next: r.Next}, checkNames(r.ErrorEquals, at, last)
}

// checkNames holds the rules of ErrorEquals: never empty, and States.ALL alone
// and last.
func checkNames(names []string, at string, last bool) error {
	if len(names) == 0 {
		return fmt.Errorf("ErrorEquals must not be empty at %s", at)
	}
	for _, name := range names {
		if name == errAll && (len(names) > 1 || !last) {
			return fmt.Errorf("%s must stand alone, and in the last entry, at %s", errAll, at)
		}
	}
	return nil
}

// delay is the pause before retry number attempt (counted from 0); draw gives a
// number from 0 to 1 for full jitter.
func (r retrier) delay(attempt int, draw func() float64) time.Duration {
	seconds := min(r.interval*math.Pow(r.rate, float64(attempt)), maxSeconds)
	if r.maxDelay > 0 {
		seconds = min(seconds, r.maxDelay)
	}
	if r.jitter {
		seconds *= draw()
	}
	return time.Duration(seconds * float64(time.Second))
}

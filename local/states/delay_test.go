package states

import (
	"testing"
	"time"
)

func TestDelay(t *testing.T) {
	half := func() float64 { return 0.5 }
	cases := map[string]struct {
		retrier retrier
		attempt int
		want    time.Duration
	}{
		"first":     {retrier{interval: 1, rate: 2}, 0, time.Second},
		"third":     {retrier{interval: 1, rate: 2}, 2, 4 * time.Second},
		"capped":    {retrier{interval: 1, rate: 2, maxDelay: 3}, 5, 3 * time.Second},
		"jittered":  {retrier{interval: 2, rate: 2, jitter: true}, 1, 2 * time.Second},
		"very late": {retrier{interval: 1, rate: 10}, 400, maxSeconds * time.Second},
	}
	for name, c := range cases {
		if got := c.retrier.delay(c.attempt, half); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestMatches(t *testing.T) {
	cases := []struct {
		failure failure
		name    string
		want    bool
	}{
		{failure{Error: "Boom"}, "Boom", true},
		{failure{Error: "Boom"}, "Bang", false},
		{failure{Error: "Boom"}, errAll, true},
		{failure{Error: "Boom"}, errTaskFailed, true},
		{failure{Error: errTimeout}, errAll, true},
		{failure{Error: errTimeout}, errTaskFailed, false},
		{failure{Error: errTimeout}, errTimeout, true},
		{failure{Error: errNoChoice}, errTaskFailed, true},
		{failure{Error: errRuntime}, errAll, false},
		{failure{Error: errRuntime}, errTaskFailed, false},
		{failure{Error: errDataLimit}, errAll, false},
		{failure{Error: errDataLimit}, errDataLimit, true},
		{failure{Error: errRuntime, final: true}, errRuntime, false},
	}
	for _, c := range cases {
		if got := c.failure.matches([]string{c.name}); got != c.want {
			t.Errorf("%+v matches %s: %v", c.failure, c.name, got)
		}
	}
}

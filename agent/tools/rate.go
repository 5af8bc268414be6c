package tools

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"troth/agent/turn"
)

// maxRate is the most calls that a rate may allow in one window.
const maxRate = 100_000

var (
	rateText  = regexp.MustCompile(`^([0-9]{1,9})/(minute|hour|day)$`)
	rateUnits = map[string]time.Duration{"minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour}
)

// readRate reads a rate such as 20/day; an empty text is no limit.
func readRate(text string) (turn.Rate, error) {
	if text == "" {
		return turn.Rate{}, nil
	}
	parts := rateText.FindStringSubmatch(text)
	if parts == nil {
		return turn.Rate{}, fmt.Errorf("rate is %q; it is a number of calls in a minute, an hour or a day, such as 5/minute, 3/hour or 20/day", text)
	}
	calls, err := strconv.Atoi(parts[1])
	if err != nil || calls < 1 || calls > maxRate {
		return turn.Rate{}, fmt.Errorf("rate is %q; the number of calls is from 1 to %d", text, maxRate)
	}
	return turn.Rate{Calls: calls, Per: rateUnits[parts[2]]}, nil
}

func rateFlaws(p toolPolicy) []flaw {
	if _, err := readRate(p.Rate); err != nil {
		return []flaw{{"rate", "bad_rate", err.Error()}}
	}
	return nil
}

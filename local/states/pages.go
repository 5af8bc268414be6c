package states

import (
	"slices"
	"strconv"
)

// Pages of the listing operations hold at most this many entries.
const (
	defaultPage = 100
	maxPage     = 1000
)

// page gives the entries from a token on, and the token of the next page.
func page[T any](all []T, in request) ([]T, string, *apiError) {
	from := 0
	if in.NextToken != "" {
		n, err := strconv.Atoi(in.NextToken)
		if err != nil || n < 0 || n > len(all) {
			return nil, "", refuse("InvalidToken", "Invalid Token: '%s'", in.NextToken)
		}
		from = n
	}
	size := in.MaxResults
	if size <= 0 {
		size = defaultPage
	}
	to := min(from+min(size, maxPage), len(all))
	if to == len(all) {
		return all[from:to], "", nil
	}
	return all[from:to], strconv.Itoa(to), nil
}

func paged(key string, entries any, token string) object {
	out := object{key: entries}
	if token != "" {
		out["nextToken"] = token
	}
	return out
}

func getExecutionHistory(s *Service, in request) (object, error) {
	x, refused := s.findExecution(in.ExecutionArn)
	if refused != nil {
		return nil, refused
	}
	events := slices.Clone(x.snapshot().events)
	if in.ReverseOrder {
		slices.Reverse(events)
	}
	events, token, refused := page(events, in)
	if refused != nil {
		return nil, refused
	}
	if in.IncludeExecutionData != nil && !*in.IncludeExecutionData {
		for i := range events {
			events[i] = events[i].withoutData()
		}
	}
	return paged("events", events, token), nil
}

// withoutData leaves out what the execution was given and gave.
func (e event) withoutData() event {
	switch d := e.details.(type) {
	case enteredDetails:
		e.details = object{"name": d.Name}
	case exitedDetails:
		e.details = object{"name": d.Name}
	case startedDetails:
		e.details = object{"roleArn": d.Role}
	case outputDetails:
		e.details = object{}
	case taskDetails:
		d.Parameters, d.Output, d.Details = "", "", nil
		e.details = d
	}
	return e
}

func listExecutions(s *Service, in request) (object, error) {
	if _, refused := s.findMachine(in.StateMachineArn); refused != nil {
		return nil, refused
	}
	s.mu.Lock()
	var found []*execution
	for _, arn := range slices.Backward(s.order) { // newest first
		if x := s.executions[arn]; x.machineARN == in.StateMachineArn {
			found = append(found, x)
		}
	}
	s.mu.Unlock()
	list := []object{}
	for _, x := range found {
		if now := x.snapshot(); in.StatusFilter == "" || in.StatusFilter == now.status {
			list = append(list, summary(x, now))
		}
	}
	list, token, refused := page(list, in)
	if refused != nil {
		return nil, refused
	}
	return paged("executions", list, token), nil
}

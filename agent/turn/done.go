package turn

import "encoding/json"

// Done is a tool call with its result.
type Done struct {
	Call   ToolCall
	Result ToolResult
}

// Dones lists the calls of steps that have a result, in the order asked.
func Dones(steps []Step) []Done {
	all := make([]Done, 0, CallCount(steps))
	for _, step := range steps {
		for i, call := range step.Calls {
			if r := step.resultOf(call.ID, i); r != nil {
				all = append(all, Done{call, *r})
			}
		}
	}
	return all
}

// resultOf finds the result of a call: mostly it stands where the call does.
func (s Step) resultOf(call string, i int) *ToolResult {
	if i < len(s.Results) && s.Results[i].Call == call {
		return &s.Results[i]
	}
	for k := range s.Results {
		if s.Results[k].Call == call {
			return &s.Results[k]
		}
	}
	return nil
}

// Writes lists the writes of steps that have a result, in the order asked.
func Writes(steps []Step) []Done { return OnlyWrites(Dones(steps)) }

// OnlyWrites keeps the calls that write.
func OnlyWrites(calls []Done) []Done {
	var writes []Done
	for _, d := range calls {
		if d.Call.Effect == Write {
			writes = append(writes, d)
		}
	}
	return writes
}

// LastTries keeps, of the calls with the same tool and arguments, the last: what
// was tried again counts as it ended.
func LastTries(calls []Done) []Done {
	if len(calls) < 2 {
		return calls
	}
	at := map[string]int{}
	var last []Done
	for _, d := range calls {
		args, _ := json.Marshal(d.Call.Args) // sorted keys
		key := d.Call.Tool + string(args)
		if i, again := at[key]; again {
			last[i] = d
			continue
		}
		at[key] = len(last)
		last = append(last, d)
	}
	return last
}

// Receipts lists the proofs of what steps did, in order.
func Receipts(steps []Step) []Receipt {
	var receipts []Receipt
	for _, d := range Dones(steps) {
		if d.Result.Receipt != nil {
			receipts = append(receipts, *d.Result.Receipt)
		}
	}
	return receipts
}

// Earlier lists the receipts of the conversation's earlier turns, oldest first.
func (t Turn) Earlier() []Receipt {
	var receipts []Receipt
	for _, e := range t.History {
		receipts = append(receipts, e.Receipts...)
	}
	return receipts
}

// CallCount is how many tool calls steps asked for.
func CallCount(steps []Step) int {
	n := 0
	for _, step := range steps {
		n += len(step.Calls)
	}
	return n
}

// Records lists the records that the tools of steps returned, the newest data
// of each one, in the order in which they first came up.
func Records(steps []Step) []Record {
	at := map[[2]string]int{}
	var records []Record
	for _, d := range Dones(steps) {
		for _, r := range d.Result.Records {
			key := [2]string{r.Type, r.ID}
			if i, seen := at[key]; seen {
				records[i] = r
				continue
			}
			at[key] = len(records)
			records = append(records, r)
		}
	}
	return records
}

// LastAnswer gives the newest answer, or nil when there is none.
func LastAnswer(steps []Step) *Answer {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Answer != nil {
			return steps[i].Answer
		}
	}
	return nil
}

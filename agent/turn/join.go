package turn

import (
	"encoding/json"
	"fmt"
)

// Join gives steps with results put to the calls of the last step. A result
// that can't be read, or is missing, becomes a lost one: whatever happened to
// the function, each call has exactly one result. Joining twice changes
// nothing.
func Join(steps []Step, results []json.RawMessage) []Step {
	if len(steps) == 0 {
		return steps
	}
	last := steps[len(steps)-1]
	if len(last.Calls) == 0 || len(last.Results) == len(last.Calls) {
		return steps
	}
	found := decode(results)
	last.Results = make([]ToolResult, len(last.Calls))
	for i, call := range last.Calls {
		last.Results[i] = settle(call, found[call.ID])
	}
	return append(steps[:len(steps)-1:len(steps)-1], last)
}

func decode(results []json.RawMessage) map[string]ToolResult {
	found := make(map[string]ToolResult, len(results))
	for _, raw := range results {
		var r ToolResult
		if json.Unmarshal(raw, &r) == nil && r.Call != "" {
			found[r.Call] = r
		}
	}
	return found
}

// settle gives the result that stands for a call. A write that was lost may
// have happened; a look-up that was lost only found nothing out.
func settle(call ToolCall, r ToolResult) ToolResult {
	if r.Status != "" && r.Code != CodeToolLost {
		return r
	}
	lost := ToolResult{Call: call.ID, Tool: call.Tool, Code: CodeToolLost, Notes: r.Notes}
	if call.Effect == Write {
		lost.Status = Unknown
		lost.Text = fmt.Sprintf("%s was sent and no answer came back. It may or may not have happened: don't say that it was done, nor that it failed. Look it up with a reading tool if there is one, or tell the user that it isn't known.", call.Tool)
		return lost
	}
	lost.Status = Error
	lost.Text = fmt.Sprintf("%s gave no answer, so nothing was found out. Try it once more, or tell the user that it could not be looked up.", call.Tool)
	return lost
}

// CodeToolLost is the code of a call whose function did not live to tell.
const CodeToolLost = "tool_lost"

package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"troth/agent/identity"
	"troth/agent/turn"
)

// The stable codes with which a call can fail before the app's API is asked.
// What the API itself says has the code http_ and its status.
const (
	CodeUnknownTool = "unknown_tool"
	CodeInvalid     = "invalid_arguments"
	CodeNoLocation  = "no_location"
	CodeNoValue     = "no_value"     // code has not got what it must set
	CodeNotAllowed  = "not_allowed"  // the app's policy denies it
	CodeRateLimited = "rate_limited" // the user has called it as often as they may
	CodeNotCounted  = "not_counted"  // the rate could not be looked up: nothing happened
	CodeNotSent     = "not_sent"     // the request never left: nothing happened
	CodeNoAnswer    = "no_answer"    // it left, and no answer came
	CodeEmptyBody   = "empty_body"   // a write was answered with nothing
	CodeNoRecord    = "no_record"    // a write was answered without its record
	CodeNoToken     = "no_token"     // the user token could not be made
	CodeToolMissing = "tool_missing" // the gateway does not have the tool
)

// Caller runs calls under contract: known, injected, valid, allowed, executed,
// judged and trimmed, in this order.
type Caller struct {
	Catalogue *Catalogue
	Gateway   Gateway
	Signer    *identity.Signer
	// Permit says what is allowed; without one nothing is.
	Permit Permit
	// Limiter counts the calls of tools that have a rate; without one they fail.
	Limiter Limiter
	// Now is for how long calls take, and for receipts.
	Now func() time.Time
}

// Call runs one call. Whatever happens is a result that the model can act on.
func (c *Caller) Call(ctx context.Context, in turn.ToolInput) turn.ToolResult {
	began := c.Now()
	r := c.run(ctx, in)
	r.Call, r.Tool = in.Call.ID, in.Call.Tool
	r.Millis = c.Now().Sub(began).Milliseconds()
	return r
}

func (c *Caller) run(ctx context.Context, in turn.ToolInput) turn.ToolResult {
	tool, refused := c.known(in)
	if refused != nil {
		return *refused
	}
	args, notes, missing := tool.inject(in.Turn, in.Call)
	if missing != "" {
		r := lacking(tool, missing)
		r.Notes = notes
		return r
	}
	byModel := chosen(tool, in.Call.Args)
	if wrong := tool.Invalid(byModel); len(wrong) > 0 {
		return turn.ToolResult{Status: turn.Refused, Code: CodeInvalid, Notes: notes, Text: fmt.Sprintf("%s was not called: %s. Correct the arguments and call it again.", tool.Name, strings.Join(wrong, "; "))}
	}
	why, refused := c.allowed(ctx, in, tool, byModel)
	notes = append(notes, why...)
	r := turn.ToolResult{}
	if refused != nil {
		r = *refused
	} else {
		r = c.search(ctx, in, tool, args)
	}
	r.Notes = append(notes, r.Notes...)
	return r
}

// search runs the call; where a look-up finds no record, the steps of its policy
// widen it one after the other until one does. What was widened is noted, for the
// rules, and told to the model.
func (c *Caller) search(ctx context.Context, in turn.ToolInput, tool Tool, args map[string]any) turn.ToolResult {
	r := c.execute(ctx, in, tool, args)
	var how []string
	for _, step := range tool.Widen {
		if r.Status != turn.OK || len(r.Records) > 0 {
			break
		}
		wider, said, changed := step.widened(args)
		if !changed || !c.decide(in, chosen(tool, wider)).Allow {
			continue // the user could not have asked for it either
		}
		again := c.execute(ctx, in, tool, wider)
		if again.Status != turn.OK {
			return r // what was asked for found nothing, and that is known
		}
		args, how = wider, append(how, said)
		again.Notes = append(r.Notes, again.Notes...)
		r = again
	}
	if len(how) > 0 && len(r.Records) > 0 {
		said := strings.Join(how, "; ")
		r.Notes = append(r.Notes, turn.NoteWidened+said)
		r.Data = noted(r.Data, "Nothing fitted what was asked for, so the search was widened: "+said+". Tell the user so.")
	}
	return r
}

// lacking is the result of a call for which code has not got what it must set.
func lacking(tool Tool, source string) turn.ToolResult {
	r := turn.ToolResult{Status: turn.Refused, Code: CodeNoValue}
	switch {
	case strings.HasPrefix(source, "location."):
		r.Code, r.Text = CodeNoLocation, fmt.Sprintf("%s needs the user's location, which is not known. Ask the user where they are, or to share their location.", tool.Name)
	case source == "user.id":
		r.Text = fmt.Sprintf("%s needs to know who the user is. Tell the user that they have to sign in for this.", tool.Name)
	default:
		r.Text = fmt.Sprintf("%s needs %s, which is not known. Tell the user that it is not possible now.", tool.Name, source)
	}
	return r
}

// known finds the tool among those that the turn's contract offers this user.
func (c *Caller) known(in turn.ToolInput) (Tool, *turn.ToolResult) {
	tool, ok := c.Catalogue.Find(in.Call.Tool)
	switch {
	case ok && tool.Identity && !in.Turn.User.SignedIn():
		return Tool{}, &turn.ToolResult{Status: turn.Refused, Code: CodeUnknownTool, Text: fmt.Sprintf("%s is only for users who are signed in. Tell the user that they have to sign in for this.", in.Call.Tool)}
	case ok && slices.Contains(in.Turn.Contract.Tools, tool.Name):
		return tool, nil
	}
	return Tool{}, &turn.ToolResult{Status: turn.Refused, Code: CodeUnknownTool, Text: fmt.Sprintf("There is no tool %q. The tools are %s.", in.Call.Tool, strings.Join(in.Turn.Contract.Tools, ", "))}
}

// execute sends the call for this one user and judges the answer.
func (c *Caller) execute(ctx context.Context, in turn.ToolInput, tool Tool, args map[string]any) turn.ToolResult {
	call := GatewayCall{Tool: tool, Args: args}
	if tool.Identity {
		token, err := c.Signer.Sign(identity.Claims{User: in.Turn.User.ID, App: in.Turn.App, Tool: tool.Name})
		if err != nil {
			return turn.ToolResult{Status: turn.Error, Code: CodeNoToken, Text: fmt.Sprintf("%s was not called, because of a fault of ours. Tell the user that it is not possible now.", tool.Name), Notes: []string{err.Error()}}
		}
		call.Token = token
	}
	answer, err := c.Gateway.Call(ctx, call)
	if err != nil {
		r := unanswered(tool, !errors.Is(err, ErrNotSent), err.Error())
		if errors.Is(err, ErrNoTool) {
			r.Code = CodeToolMissing
		}
		return r
	}
	r := tool.judge(answer)
	if r.Status == turn.OK && tool.Effect == turn.Write {
		r.Receipt = tool.receipt(in.Call, r, c.Now())
	}
	return r
}

// unanswered is the result of a call to which no answer came. A write that was
// sent may have happened.
func unanswered(tool Tool, sent bool, why string) turn.ToolResult {
	r := turn.ToolResult{Status: turn.Error, Code: CodeNotSent, Notes: []string{why}, Text: fmt.Sprintf("%s could not be reached, and nothing was done. Tell the user, or try once more.", tool.Name)}
	if !sent {
		return r
	}
	r.Code, r.Text = CodeNoAnswer, fmt.Sprintf("%s gave no answer, so nothing was found out. Try it once more, or tell the user.", tool.Name)
	if tool.Effect == turn.Write {
		r.Status = turn.Unknown
		r.Text = fmt.Sprintf("%s was sent and no answer came back. It may or may not have happened: don't say that it was done, nor that it failed. Look it up with a reading tool if there is one, or tell the user that it isn't known.", tool.Name)
	}
	return r
}

// receipt proves a write, from what its answer says.
func (t Tool) receipt(call turn.ToolCall, r turn.ToolResult, at time.Time) *turn.Receipt {
	receipt := &turn.Receipt{Call: call.ID, Tool: t.Name, Does: t.Does, Nouns: t.Nouns, At: at, Digest: Digest(chosen(t, call.Args))}
	if len(r.Records) > 0 {
		record := r.Records[0]
		receipt.Record = &record
	}
	return receipt
}

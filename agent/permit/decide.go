package permit

import (
	"fmt"
	"strings"

	"github.com/cedar-policy/cedar-go"

	"troth/agent/tools"
	"troth/agent/turn"
)

var _ tools.Permit = (*Policy)(nil)

// Decide says whether a call with these arguments is allowed. A prohibition that
// can't be evaluated denies: Cedar would pass over it.
func (p *Policy) Decide(in turn.ToolInput, args map[string]any) tools.Decision {
	request, entities := p.request(in, args)
	verdict, why := cedar.Authorize(p.policies, entities, request)
	if broken := p.brokenProhibitions(why.Errors); len(broken) > 0 {
		return tools.Decision{Policies: names(broken), Text: "Tell the user that it is not possible, because of a fault of ours.", Notes: messages(why.Errors)}
	}
	decided := p.ids(why.Reasons)
	d := tools.Decision{Allow: verdict == cedar.Allow, Policies: names(decided), Notes: messages(why.Errors)}
	switch {
	case d.Allow:
	case len(decided) > 0:
		d.Text = p.reasons(decided)
	default:
		_, fits := cedar.Authorize(p.scopes, entities, request)
		d.Text = p.reasons(p.ids(fits.Reasons))
	}
	return d
}

func (p *Policy) brokenProhibitions(failed []cedar.DiagnosticError) []cedar.PolicyID {
	var ids []cedar.PolicyID
	for _, f := range failed {
		if p.policies[f.PolicyID].Effect() == cedar.Forbid {
			ids = append(ids, f.PolicyID)
		}
	}
	p.sort(ids)
	return ids
}

func (p *Policy) ids(reasons []cedar.DiagnosticReason) []cedar.PolicyID {
	ids := make([]cedar.PolicyID, len(reasons))
	for i, r := range reasons {
		ids[i] = r.PolicyID
	}
	p.sort(ids)
	return ids
}

func names(ids []cedar.PolicyID) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = string(id)
	}
	return list
}

func messages(failed []cedar.DiagnosticError) []string {
	var list []string
	for _, f := range failed {
		list = append(list, fmt.Sprintf("the policy %s could not be evaluated: %s", f.PolicyID, f.Message))
	}
	return list
}

// reasons are the words of policies for the model.
func (p *Policy) reasons(ids []cedar.PolicyID) string {
	var said []string
	for _, id := range ids {
		if reason := string(p.policies[id].Annotations()["reason"]); reason != "" {
			said = append(said, reason)
		}
	}
	if len(said) == 0 {
		return "Tell the user that this is not allowed for them, and that nothing was done."
	}
	return strings.Join(said, " ")
}

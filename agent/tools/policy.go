package tools

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"troth/agent/turn"
)

// toolPolicy is what tools.yaml says of an operation.
type toolPolicy struct {
	Effect string   `yaml:"effect"`
	Does   string   `yaml:"does"`
	Nouns  []string `yaml:"nouns"`
	Record string   `yaml:"record"`
	ID     string   `yaml:"id"`
	List   string   `yaml:"list"`
	// Show are paths of fields: name, coach.name, items.price (of each item).
	Show []string `yaml:"show"`
	// Limit is how many records of a list the model sees; 0 is defaultLimit.
	Limit  int               `yaml:"limit"`
	Inject map[string]string `yaml:"inject"`
	// Widen are the steps by which a search that found nothing is widened.
	Widen []WidenStep `yaml:"widen"`
	// Idempotency says what becomes of a write that is sent again: header (the
	// argument that is injected from call.key tells the API), natural (nothing more
	// comes of it) or none (it acts twice).
	Idempotency string `yaml:"idempotency"`
	// From says where an argument that the model chooses must come from: user, tool,
	// clock.
	From map[string][]string `yaml:"from"`
	// Rate is how often one user may call it: 20/day, 3/hour, 5/minute.
	Rate string `yaml:"rate"`
}

// defaultLimit is how many records of a list the model sees where tools.yaml does
// not say.
const defaultLimit = 20

func newTool(name string, p toolPolicy, o operation) (Tool, error) {
	if name == turn.AnswerTool {
		return Tool{}, fmt.Errorf("the name %s is taken by the tool that ends a turn; give the operation another operationId", name)
	}
	if o.unfit != nil {
		return Tool{}, o.unfit
	}
	t := Tool{
		Name: name, Group: o.group.Name, Description: o.description, Effect: turn.Effect(p.Effect),
		Does: p.Does, Nouns: p.Nouns, Record: p.Record, ID: p.ID, List: p.List, Show: p.Show, Limit: p.Limit,
		Inject: p.Inject, Widen: p.Widen, Idempotency: p.Idempotency, From: p.From, Identity: o.group.Identity, Operation: o.http,
	}
	if t.Limit == 0 {
		t.Limit = defaultLimit
	}
	if err := checkPolicy(p, o); err != nil {
		return t, err
	}
	var err error
	if t.Rate, err = readRate(p.Rate); err != nil {
		return t, err
	}
	if t.Schema, err = o.schema(p.Inject); err != nil {
		return t, err
	}
	t.valid, err = compileSchema(name, t.Schema)
	return t, err
}

// flaw is something wrong with a tool's policy.
type flaw struct {
	// at is where, from the tool: show[1], inject.lat.
	at, code, text string
}

// checkPolicy gives the first flaw as an error.
func checkPolicy(p toolPolicy, o operation) error {
	if flaws := policyFlaws(p, o); len(flaws) > 0 {
		return errors.New(flaws[0].text)
	}
	return nil
}

// policyFlaws lists all that is wrong with a policy for the operation.
func policyFlaws(p toolPolicy, o operation) []flaw {
	flaws := effectFlaws(p)
	if (p.Record == "") != (p.ID == "") {
		flaws = append(flaws, flaw{"record", "bad_record", "record and id go together: the type of the records, and the field with their id"})
	}
	if p.List != "" && p.Record == "" {
		flaws = append(flaws, flaw{"list", "bad_record", "list needs record and id"})
	}
	if p.Limit < 0 {
		flaws = append(flaws, flaw{"limit", "bad_limit", fmt.Sprintf("limit is %d; it is how many records the model sees", p.Limit)})
	}
	return slices.Concat(flaws, injectFlaws(p, o), idempotencyFlaws(p), guardFlaws(p, o), widenFlaws(p, o), rateFlaws(p))
}

func effectFlaws(p toolPolicy) []flaw {
	effect := turn.Effect(p.Effect)
	switch {
	case effect != turn.Read && effect != turn.Write:
		return []flaw{{"effect", "bad_effect", fmt.Sprintf("effect is %q; it is read or write", p.Effect)}}
	case effect == turn.Write && p.Does == "":
		return []flaw{{"effect", "no_does", "a write needs does: its action class, such as book, cancel or send"}}
	case effect == turn.Read && p.Does != "":
		return []flaw{{"does", "bad_effect", "does is for writes, and effect is read"}}
	case effect == turn.Read && p.Idempotency != "":
		return []flaw{{"idempotency", "bad_effect", "idempotency is for writes, and effect is read"}}
	case effect == turn.Write && len(p.Widen) > 0:
		return []flaw{{"widen", "bad_effect", "widen is for reads, and effect is write"}}
	}
	return nil
}

// lacks tells of an argument that the operation does not have.
func (o operation) lacks(name string) (string, bool) {
	if _, has := o.http.In[name]; has {
		return "", false
	}
	return "the operation has no such argument; it has " + strings.Join(sortedNames(o.http.In), ", "), true
}

func injectFlaws(p toolPolicy, o operation) []flaw {
	var flaws []flaw
	for _, argument := range sortedNames(p.Inject) {
		at, source := "inject."+argument, p.Inject[argument]
		if why, lacks := o.lacks(argument); lacks {
			flaws = append(flaws, flaw{at, "bad_inject", at + ": " + why})
		} else if _, known := sources[source]; !known {
			flaws = append(flaws, flaw{at, "bad_inject", fmt.Sprintf("%s is %q; it is one of %s", at, source, strings.Join(sortedNames(sources), ", "))})
		}
	}
	return flaws
}

func idempotencyFlaws(p toolPolicy) []flaw {
	keyed := slices.Contains(slices.Collect(maps.Values(p.Inject)), "call.key")
	switch p.Idempotency {
	case "", "natural", "none":
		return nil
	case "header":
		if keyed {
			return nil
		}
		return []flaw{{"idempotency", "bad_idempotency", "idempotency: header needs an argument that is injected from call.key, such as inject: {Idempotency-Key: call.key}"}}
	}
	return []flaw{{"idempotency", "bad_idempotency", fmt.Sprintf("idempotency is %q; it is header, natural or none", p.Idempotency)}}
}

// origins are where an argument may have to come from.
var origins = []string{"user", "tool", "clock"}

func guardFlaws(p toolPolicy, o operation) []flaw {
	var flaws []flaw
	for _, argument := range sortedNames(p.From) {
		at := "from." + argument
		if why, lacks := o.lacks(argument); lacks {
			flaws = append(flaws, flaw{at, "bad_guard", at + ": " + why})
			continue
		}
		if _, byCode := p.Inject[argument]; byCode {
			flaws = append(flaws, flaw{at, "bad_guard", at + ": code sets the argument; the model has no part in it"})
		}
		for _, origin := range p.From[argument] {
			if !slices.Contains(origins, origin) {
				flaws = append(flaws, flaw{at, "bad_guard", fmt.Sprintf("%s has %q; it is a list of %s", at, origin, strings.Join(origins, ", "))})
			}
		}
	}
	return flaws
}

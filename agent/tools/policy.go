package tools

import (
	"fmt"
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
	if t.Schema, err = o.schema(p.Inject); err != nil {
		return t, err
	}
	t.valid, err = compileSchema(name, t.Schema)
	return t, err
}

func checkPolicy(p toolPolicy, o operation) error {
	switch effect := turn.Effect(p.Effect); {
	case effect != turn.Read && effect != turn.Write:
		return fmt.Errorf("effect is %q; it is read or write", p.Effect)
	case effect == turn.Write && p.Does == "":
		return fmt.Errorf("a write needs does: its action class, such as book, cancel or send")
	case effect == turn.Read && p.Does != "":
		return fmt.Errorf("does is for writes, and effect is read")
	case effect == turn.Read && p.Idempotency != "":
		return fmt.Errorf("idempotency is for writes, and effect is read")
	case effect == turn.Write && len(p.Widen) > 0:
		return fmt.Errorf("widen is for reads, and effect is write")
	case (p.Record == "") != (p.ID == ""):
		return fmt.Errorf("record and id go together: the type of the records, and the field with their id")
	case p.List != "" && p.Record == "":
		return fmt.Errorf("list needs record and id")
	case p.Limit < 0:
		return fmt.Errorf("limit is %d; it is how many records the model sees", p.Limit)
	}
	for _, check := range []func(toolPolicy, operation) error{checkInject, checkIdempotency, checkFrom, checkWiden} {
		if err := check(p, o); err != nil {
			return err
		}
	}
	return nil
}

// argument reports an argument that the operation does not have.
func (o operation) argument(at, name string) error {
	if _, ok := o.http.In[name]; ok {
		return nil
	}
	return fmt.Errorf("%s.%s: the operation has no such argument; it has %s", at, name, strings.Join(sortedNames(o.http.In), ", "))
}

func checkInject(p toolPolicy, o operation) error {
	for _, argument := range sortedNames(p.Inject) {
		source := p.Inject[argument]
		if err := o.argument("inject", argument); err != nil {
			return err
		}
		if _, ok := sources[source]; !ok {
			return fmt.Errorf("inject.%s is %q; it is one of %s", argument, source, strings.Join(sortedNames(sources), ", "))
		}
	}
	return nil
}

func checkIdempotency(p toolPolicy, _ operation) error {
	switch p.Idempotency {
	case "", "natural", "none":
		return nil
	case "header":
		for _, source := range p.Inject {
			if source == "call.key" {
				return nil
			}
		}
		return fmt.Errorf("idempotency: header needs an argument that is injected from call.key, such as inject: {Idempotency-Key: call.key}")
	}
	return fmt.Errorf("idempotency is %q; it is header, natural or none", p.Idempotency)
}

// origins are where an argument may have to come from.
var origins = []string{"user", "tool", "clock"}

func checkFrom(p toolPolicy, o operation) error {
	for _, argument := range sortedNames(p.From) {
		if err := o.argument("from", argument); err != nil {
			return err
		}
		if _, byCode := p.Inject[argument]; byCode {
			return fmt.Errorf("from.%s: code sets the argument; the model has no part in it", argument)
		}
		for _, origin := range p.From[argument] {
			if !slices.Contains(origins, origin) {
				return fmt.Errorf("from.%s has %q; it is a list of %s", argument, origin, strings.Join(origins, ", "))
			}
		}
	}
	return nil
}

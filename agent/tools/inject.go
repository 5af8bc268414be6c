package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"troth/agent/turn"
)

// sources are where code takes the arguments from that the model must not
// choose. Each gives nothing when it has nothing.
var sources = map[string]func(turn.Turn, turn.ToolCall) any{
	"location.lat": func(t turn.Turn, _ turn.ToolCall) any {
		return latLon(t, func(l turn.Location) float64 { return l.Lat })
	},
	"location.lon": func(t turn.Turn, _ turn.ToolCall) any {
		return latLon(t, func(l turn.Location) float64 { return l.Lon })
	},
	"user.id":    func(t turn.Turn, _ turn.ToolCall) any { return orNothing(t.User.ID) },
	"clock.now":  func(t turn.Turn, _ turn.ToolCall) any { return t.Clock.Now.Format(time.RFC3339) },
	"clock.date": func(t turn.Turn, _ turn.ToolCall) any { return t.Clock.Now.Format(time.DateOnly) },
	"clock.zone": func(t turn.Turn, _ turn.ToolCall) any { return orNothing(t.Clock.Zone) },
	"call.key":   func(t turn.Turn, c turn.ToolCall) any { return Key(t.ID, c) },
}

func latLon(t turn.Turn, of func(turn.Location) float64) any {
	if t.Location == nil {
		return nil
	}
	return of(*t.Location)
}

func orNothing(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// Digest is the SHA-256 of a call's canonical arguments, in hex: what the model
// chose, with sorted keys.
func Digest(args map[string]any) string {
	text, err := json.Marshal(args) // map keys are sorted
	if err != nil {
		text = fmt.Append(nil, args)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Key is a call's idempotency key: the same act of the same turn has the same
// one, however often it is sent.
func Key(turnID string, c turn.ToolCall) string {
	sum := sha256.Sum256([]byte(turnID + "\x00" + c.Tool + "\x00" + Digest(c.Args)))
	return hex.EncodeToString(sum[:16])
}

// inject sets the arguments that code sets. What the model sent for one is
// dropped, and noted. missing names one that is needed and is not to be had.
func (t Tool) inject(tn turn.Turn, call turn.ToolCall) (args map[string]any, notes []string, missing string) {
	args = make(map[string]any, len(call.Args)+len(t.Inject))
	for _, name := range sortedNames(call.Args) {
		if _, byCode := t.Inject[name]; byCode {
			notes = append(notes, fmt.Sprintf("dropped %s from the model: code sets it", name))
			continue
		}
		args[name] = call.Args[name]
	}
	for _, name := range sortedNames(t.Inject) {
		v := sources[t.Inject[name]](tn, turn.ToolCall{Tool: call.Tool, Args: chosen(t, call.Args)})
		if v == nil {
			if t.needs(name) {
				missing = t.Inject[name]
			}
			continue
		}
		args[name] = v
		notes = append(notes, fmt.Sprintf("set %s from %s", name, t.Inject[name]))
	}
	return args, notes, missing
}

// chosen are the arguments that were the model's to choose.
func chosen(t Tool, args map[string]any) map[string]any {
	kept := make(map[string]any, len(args))
	for name, v := range args {
		if _, byCode := t.Inject[name]; !byCode {
			kept[name] = v
		}
	}
	return kept
}

// needs reports whether the API insists on an argument.
func (t Tool) needs(name string) bool { return t.Operation.Required[name] }

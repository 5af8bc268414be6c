package checks

import (
	"regexp"
	"slices"
	"strings"

	"troth/agent/turn"
)

var language = Rule{
	ID:     "language",
	Reason: "What a reply claims can be checked only in a language that has a lexicon. A reply in another one would be sent unchecked.",
	Check:  checkLanguage,
}

// A reply of fewer words may be all names. Of a longer one in the lexicon's
// language, well over the least share of words are known: articles, pronouns,
// prepositions, auxiliaries.
const (
	leastWords      = 6
	leastKnownShare = 0.2
)

func checkLanguage(e *Evidence) []turn.Finding {
	r := e.Reading
	if r.Words < leastWords || float64(r.Known) >= leastKnownShare*float64(r.Words) {
		return nil
	}
	return []turn.Finding{e.about("language", e.whole(), turn.Reword, e.lexicon.Language)}
}

var leak = Rule{
	ID:     "leak",
	Reason: "Tool syntax, JSON, the names of tools and the model's own reasoning are no words for people, and a tool call that is only printed does nothing.",
	Check:  checkLeak,
}

// machinery matches what models print of the protocol instead of using it: tags
// and fields of tool calls, markers of chat templates, a JSON object with a
// quoted key.
var machinery = regexp.MustCompile(`</?(?:tool_call|tool_use|tool_result|function|function_call|function_calls|invoke|parameter|thinking|think|antml[:\w]*)\b[^>\n]*>|<\|[a-z_]+\|>|\[/?(?:TOOL_CALLS|INST)\]|"(?:tool_calls|tool_use_id|function_call|arguments|toolUseId)"\s*:|\{\s*"[A-Za-z_]+"\s*:`)

// suspicious is a quick look for what machinery may match.
func suspicious(reply string) bool {
	for _, mark := range []string{"<", "{", "[TOOL", "[/INST", "[INST", `":`, `" :`} {
		if strings.Contains(reply, mark) {
			return true
		}
	}
	return false
}

func checkLeak(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	if suspicious(e.Answer.Reply) {
		for _, span := range machinery.FindAllStringIndex(e.Answer.Reply, maxLeaks) {
			findings = append(findings, e.about("leak", [2]int(span), turn.Reword, ""))
		}
	}
	for _, name := range e.toolNames() {
		if span, found := wordIn(e.Answer.Reply, name); found {
			findings = append(findings, e.about("leak", span, turn.Reword, ""))
		}
	}
	if thought := strings.TrimSpace(e.Answer.Reasoning); len(thought) >= leastThought {
		if i := strings.Index(e.Answer.Reply, thought); i >= 0 {
			findings = append(findings, e.about("leak", [2]int{i, i + len(thought)}, turn.Reword, ""))
		}
	}
	return findings
}

// A reply full of braces needs no more findings than this; a thought shorter than
// this, in bytes, may be said as well.
const (
	maxLeaks     = 3
	leastThought = 30
)

// toolNames lists the names of tools that no sentence has by chance: those with
// an underscore or a capital within.
func (e *Evidence) toolNames() []string {
	var names []string
	seen := map[string]bool{turn.AnswerTool: true}
	add := func(name string) {
		if !seen[name] && (strings.Contains(name, "_") || strings.ToLower(name) != name) {
			names = append(names, name)
		}
		seen[name] = true
	}
	for _, name := range e.Turn.Contract.Tools {
		add(name)
	}
	for _, d := range e.Calls {
		add(d.Call.Tool)
	}
	return names
}

// wordIn finds the word where no letter or digit touches it.
func wordIn(text, word string) ([2]int, bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return [2]int{}, false
		}
		start, end := from+i, from+i+len(word)
		if (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end])) {
			return [2]int{start, end}, true
		}
		from = end
	}
}

func wordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

var ungroundedRecord = Rule{
	ID:     "ungrounded-record",
	Reason: "A record that no tool returned this turn may not exist, may have changed, or may be somebody else's. Cards and ids come from results.",
	Check:  checkUngroundedRecord,
}

func checkUngroundedRecord(e *Evidence) []turn.Finding {
	var findings []turn.Finding
	var returned []turn.Record
	if len(e.Answer.Show) > 0 {
		returned = turn.Records(e.Steps)
	}
	for _, id := range e.Answer.Show {
		if !slices.ContainsFunc(returned, func(r turn.Record) bool { return r.ID == id }) {
			findings = append(findings, e.about("ungrounded-record", e.whole(), turn.Reword, `a record "`+id+`", which the answer shows`))
		}
	}
	for _, id := range recordIDs(e.Answer.Reply) {
		if !e.known(id) {
			i := strings.Index(e.Answer.Reply, id)
			findings = append(findings, e.about("ungrounded-record", [2]int{i, i + len(id)}, turn.Reword, `a record "`+id+`"`))
		}
	}
	return findings
}

// known reports whether the id is in a result, in the arguments of a call, in the
// user's words, or in what was said and done before.
func (e *Evidence) known(id string) bool {
	if containsFold(e.Turn.Message.Text, id) {
		return true
	}
	for _, d := range e.Calls {
		if strings.Contains(d.Result.Text, id) || argument(d.Call.Args, id) {
			return true
		}
	}
	for i, text := range e.texts() {
		if strings.Contains(text, id) || e.cut(i) {
			return true
		}
	}
	for _, x := range e.Turn.History {
		if containsFold(x.User, id) || strings.Contains(x.Reply, id) {
			return true
		}
		for _, r := range x.Receipts {
			if r.Record != nil && (r.Record.ID == id || argument(r.Record.Data, id)) {
				return true
			}
		}
	}
	return false
}

func argument(args map[string]any, id string) bool {
	for _, v := range args {
		if text, ok := v.(string); ok && strings.Contains(text, id) {
			return true
		}
	}
	return false
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

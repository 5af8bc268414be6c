// Package claims reads what a reply says was done. A reply is cut into
// sentences and clauses, and each clause that speaks of a finished act becomes
// a claim with its action class.
package claims

import (
	"regexp"
	"sort"
	"strings"

	"github.com/rivo/uniseg"

	"troth/checks/lexicon"
)

// Claim is one thing that a reply says was done.
type Claim struct {
	// Class is the action class; empty for a bare opener such as "Done!", which
	// claims whatever was asked.
	Class string
	// Span is where it stands in the reply, in bytes: [start, end).
	Span [2]int
	// Earlier says that the clause speaks of something done before this turn.
	Earlier bool
}

// Reader reads claims in one language. It is safe for concurrent use.
type Reader struct {
	done     *regexp.Regexp
	opener   *regexp.Regexp
	nothing  *regexp.Regexp
	earlier  *regexp.Regexp
	failures *regexp.Regexp
	classes  map[string]string
}

// NewReader prepares the reader of a lexicon's language.
func NewReader(l lexicon.Lexicon) *Reader {
	classes := map[string]string{}
	var participles []string
	for class, forms := range l.Participles {
		for _, form := range forms {
			classes[form] = class
			participles = append(participles, form)
		}
	}
	adverbs := "(?:(?:" + alternatives(l.Adverbs) + `)\s+)*`
	actor := "(?:" + alternatives(l.Actors) + `)(?:(?:['’]ve|\s+have)\s+|\s+)` + adverbs
	passive := `(?:has|have|['’]s|['’]ve)\s+` + adverbs + `been\s+` + adverbs
	state := `(?:is|are|['’]s|['’]re|was|were)\s+` + adverbs
	return &Reader{
		done:     regexp.MustCompile(`(?i)(?:\b` + actor + `|` + passive + `|` + state + `|^)(` + alternatives(participles) + `)\b`),
		opener:   regexp.MustCompile(`(?i)^\W*?(?:` + alternatives(l.Openers) + `)(?:\W|$)`),
		nothing:  wordPattern(append(append([]string{}, l.Negators...), l.Hypotheticals...)),
		earlier:  wordPattern(l.Earlier),
		failures: wordPattern(l.Failures),
		classes:  classes,
	}
}

// alternatives gives a pattern for any of words, the longest first, with either
// form of the apostrophe.
func alternatives(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strings.ReplaceAll(regexp.QuoteMeta(w), "'", "['’]")
	}
	sort.Slice(quoted, func(i, j int) bool {
		if len(quoted[i]) != len(quoted[j]) {
			return len(quoted[i]) > len(quoted[j])
		}
		return quoted[i] < quoted[j]
	})
	return strings.Join(quoted, "|")
}

func wordPattern(words []string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|\W|[a-z](?:n['’]t))(?:` + alternatives(words) + `)(?:\W|$)|n['’]t\b`)
}

// Read lists the claims of a reply in the order in which they stand.
func (r *Reader) Read(reply string) []Claim {
	var found []Claim
	for _, c := range clauses(reply) {
		found = append(found, r.readClause(c)...)
	}
	return found
}

// TellsOfFailure reports whether a reply says that something did not work.
func (r *Reader) TellsOfFailure(reply string) bool { return r.failures.MatchString(reply) }

func (r *Reader) readClause(c clause) []Claim {
	if c.question || r.nothing.MatchString(c.text) {
		return nil
	}
	var found []Claim
	if loc := r.opener.FindStringIndex(c.text); loc != nil {
		found = append(found, Claim{Span: c.span(loc)})
	}
	for _, m := range r.done.FindAllStringSubmatchIndex(c.text, -1) {
		word := strings.ToLower(c.text[m[2]:m[3]])
		found = append(found, Claim{Class: r.classes[word], Span: c.span(m[:2]), Earlier: r.earlier.MatchString(c.text)})
	}
	return found
}

type clause struct {
	text     string
	start    int
	question bool
}

func (c clause) span(loc []int) [2]int { return [2]int{c.start + loc[0], c.start + loc[1]} }

var boundary = regexp.MustCompile(`[;:\n]|,\s+(?:but|and|so)\s|\s[–—-]\s`)

// clauses cuts a reply by Unicode sentence boundaries (UAX #29), then at the
// marks and words that begin a new clause.
func clauses(reply string) []clause {
	var list []clause
	at, state := 0, -1
	for rest := reply; rest != ""; {
		var sentence string
		sentence, rest, state = uniseg.FirstSentenceInString(rest, state)
		question := strings.HasSuffix(strings.TrimSpace(sentence), "?")
		list = append(list, cut(sentence, at, question)...)
		at += len(sentence)
	}
	return list
}

func cut(sentence string, at int, question bool) []clause {
	var list []clause
	start := 0
	for _, loc := range boundary.FindAllStringIndex(sentence, -1) {
		list = append(list, newClause(sentence[start:loc[0]], at+start, question))
		start = loc[1]
	}
	return append(list, newClause(sentence[start:], at+start, question))
}

func newClause(text string, at int, question bool) clause {
	trimmed := strings.TrimLeft(text, " \t\n-*•#")
	return clause{text: strings.TrimRight(trimmed, " \t\n"), start: at + len(text) - len(trimmed), question: question}
}

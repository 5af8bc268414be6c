package claims

import (
	"slices"
	"strings"

	"troth/checks/lexicon"
)

// emit adds a claim of the verb or noun at token i, as its clause's mode lets it
// be said.
func (s *scan) emit(i int, class, verb string, m Manner, subject lexicon.Role) {
	switch class {
	case "":
		return
	case classInform:
		class = s.informed(i, subject)
	case Any, classIfNoun:
		if s.mistaken(i) {
			return
		}
		noun, head := s.actNear(i)
		if class == classIfNoun && (noun == "" || !head) {
			class = classSay
		} else {
			class = orAny(noun)
		}
	default:
		if noun, head := s.actNear(i); head && s.lexicon.Prevails(noun, class) {
			class = noun
		}
	}
	manner := s.manner(m)
	switch {
	case manner != Done && manner != State:
	case s.alternative(i):
		manner = Hypothetical
	case s.planned && s.item && (s.c.roles&finiteRoles == 0 || manner == State) && subject&lexicon.Agent == 0:
		manner = Promised // "What will change:", "- Camera: switched to the red one"
	}
	c := Claim{Class: class, Verb: verb, Manner: manner, Span: [2]int{s.toks[s.groupStart(i)].start, s.toks[i].end}}
	c.Clause = [2]int{s.toks[min(s.c.start, i)].start, s.toks[i].end}
	c.Refusing = s.toks[i].is(lexicon.Refusing)
	switch {
	case subject&lexicon.Agent != 0:
		c.Person = Agent
	case subject&lexicon.User != 0:
		c.Person = User
	}
	s.claims = append(s.claims, c)
}

// informed is the class of the verb at i, which is of telling: it is an act where
// somebody else than the user is told.
func (s *scan) informed(i int, subject lexicon.Role) string {
	if subject&lexicon.User != 0 || s.c.mode == relative {
		return classSay
	}
	for k := i + 1; k < len(s.toks) && k < i+3; k++ {
		t := s.toks[k]
		if t.is(lexicon.User|lexicon.Asker|lexicon.That|lexicon.Condition|lexicon.Relative) || k == i+1 && t.mark != 0 && s.c.roles&lexicon.Been == 0 {
			return classSay
		}
	}
	return classSend
}

// mistaken reports whether the object is a mistake: "I made an error", "the system
// returned an error".
func (s *scan) mistaken(i int) bool {
	for k := i + 1; k < len(s.toks) && k < i+4 && s.toks[k].mark == 0; k++ {
		if s.toks[k].is(lexicon.Failure) && s.toks[k].content() && !s.toks[k].is(lexicon.But) {
			return true
		}
	}
	return false
}

// alternative reports whether the word at i is one of several that may hold:
// "cancelled/other", "active vs. cancelled".
func (s *scan) alternative(i int) bool {
	if i+1 < len(s.toks) && s.toks[i+1].mark == '/' && s.toks[i+1].start == s.toks[i].end {
		return true
	}
	for k := i - 1; k >= s.c.start && k > i-3; k-- {
		if s.toks[k].is(lexicon.Alternative) {
			return true
		}
	}
	return s.choice(i + 1)
}

// choice reports whether what follows in brackets lets the user choose: "Completed
// (yes/no)".
func (s *scan) choice(i int) bool {
	if i >= len(s.toks) || s.toks[i].mark != '(' {
		return false
	}
	for k := i + 1; k < len(s.toks) && k < i+6 && s.toks[k].mark != ')'; k++ {
		if s.toks[k].mark == '/' || s.toks[k].is(lexicon.Alternative) {
			return true
		}
	}
	return false
}

// leaveOpen makes hypothetical what a sentence claims that ends in "or": another
// may hold as well.
func (s *scan) leaveOpen(toks []token, first int) {
	last := len(toks) - 1
	for last > 0 && toks[last].mark != 0 {
		last--
	}
	if !toks[last].is(lexicon.Alternative) {
		return
	}
	for k := first; k < len(s.claims); k++ {
		if s.claims[k].Claims() {
			s.claims[k].Manner = Hypothetical
		}
	}
}

// manner is how a claim counts where it stands.
func (s *scan) manner(m Manner) Manner {
	if m != Done && m != State {
		return m
	}
	switch s.c.mode {
	case conditional:
		return Conditional
	case wished:
		return Hypothetical
	case relative:
		return Relative
	case viewed:
		return State
	}
	if s.c.consequence && (m == State || s.c.subject&(lexicon.Agent|lexicon.User) == 0) {
		return Conditional
	}
	return m
}

// groupStart is the first token of the verb's group.
func (s *scan) groupStart(i int) int {
	k := i
	for k > s.c.start && i-k < 8 {
		t := s.toks[k-1]
		if t.mark != 0 || !t.is(auxiliaries|lexicon.Adverb|lexicon.Agent|lexicon.User) {
			break
		}
		k--
	}
	return k
}

// window is how far a verb's noun may be, in tokens.
const window = 14

// actNear finds the act that the nouns beside a verb name: those before it
// first, for a passive, then those after it. head reports that the noun is what
// is spoken of: it is not in "cancellation confirmations".
func (s *scan) actNear(i int) (noun string, head bool) {
	passive := s.c.subject&(lexicon.Agent) == 0
	if passive {
		if noun, head := s.nounBefore(i); noun != "" {
			return noun, head
		}
	}
	weak := ""
	for k := i + 1; k < len(s.toks) && k < i+window; k++ {
		t := s.toks[k]
		if t.mark != 0 && !(t.mark == ',' && k < i+4) && !(t.mark == '-' && !spaced(s.reply, t)) && t.mark != '(' && t.mark != '#' && t.mark != '"' && t.mark != '\'' && t.mark != '$' {
			break
		}
		if k > i+1 && t.is(lexicon.Agent|lexicon.Be|lexicon.Have|lexicon.Condition|lexicon.But) {
			break
		}
		if t.known == nil || t.known.Noun == "" {
			continue
		}
		if t.known.Noun != Any {
			return t.known.Noun, s.head(k)
		}
		weak, head = Any, s.head(k)
	}
	return weak, head
}

func (s *scan) nounBefore(i int) (noun string, head bool) {
	for k := i - 1; k >= 0 && k >= s.c.start && k > i-window; k-- {
		w := s.toks[k].known
		if w == nil || w.Noun == "" {
			continue
		}
		if w.Noun != Any {
			return w.Noun, s.head(k)
		}
		noun, head = Any, s.head(k)
	}
	return noun, head
}

// head reports whether the noun at k ends its compound: no plain noun follows.
// What stands in brackets is passed over.
func (s *scan) head(k int) bool {
	k++
	if k < len(s.toks) && s.toks[k].mark == '(' {
		for k < len(s.toks) && s.toks[k].mark != ')' {
			k++
		}
		k++
	}
	return k >= len(s.toks) || !s.plain(k)
}

// plain reports whether token k is a word that the lexicon gives no part but that
// of a noun.
func (s *scan) plain(k int) bool {
	t := s.toks[k]
	return t.word() && !t.number && !t.upper && (t.known == nil || t.known.Noun == "" && t.known.Roles&^lexicon.Status == 0 && (t.known.Verb == "" || t.known.Form(lexicon.Base)))
}

// opening reads interjections and an opener at the start of a sentence, and
// returns where the rest begins.
func (s *scan) opening(toks []token) int {
	i := s.skipInterjections(toks)
	if i >= len(toks) {
		return 0
	}
	t := toks[i]
	if !t.is(lexicon.Opener) || questionMark(toks) && !s.exclaimed(toks, i) {
		return i
	}
	if t.mark != 0 {
		return i
	}
	if t.known.Form(lexicon.Participle) && t.known.Verb != Any && !s.endsOpener(toks, i+1) || s.place(toks, i) {
		return i
	}
	if i+1 < len(toks) && (toks[i+1].mark == ':' && i+2 >= len(toks) || toks[i+1].mark == '(') || !s.afterOpener(toks, i+1) {
		return i
	}
	class := Any
	if t.known.Verb != "" && t.known.Verb != classIfNoun {
		class = t.known.Verb
	}
	s.c = clause{start: i, first: len(s.claims)}
	s.emit(i, class, t.known.Base, Done, 0)
	return i + 1
}

// place reports whether an opener that ends in a preposition goes on to name a
// place: "you're in the queue".
func (s *scan) place(toks []token, i int) bool {
	if !toks[i].phrase || i+1 >= len(toks) || !toks[i+1].is(lexicon.Determiner) {
		return false
	}
	last := s.lower[toks[i].start:toks[i].end]
	return s.lexicon.Word(last[strings.LastIndexByte(last, ' ')+1:]).Is(lexicon.Preposition)
}

func (s *scan) exclaimed(toks []token, i int) bool {
	return i+1 < len(toks) && (toks[i+1].mark == '!' || toks[i+1].mark == '-' || toks[i+1].mark == '—' || toks[i+1].mark == ',')
}

func (s *scan) endsOpener(toks []token, i int) bool {
	return i >= len(toks) || toks[i].mark != 0 && toks[i].mark != ':' || toks[i].is(lexicon.Interjection)
}

// afterOpener reports whether token i may follow an opener.
func (s *scan) afterOpener(toks []token, i int) bool {
	if i >= len(toks) {
		return true
	}
	t := toks[i]
	return t.mark != 0 || t.is(lexicon.Preposition|lexicon.And|lexicon.Adverb|lexicon.Interjection|lexicon.Agent|lexicon.User|lexicon.Pronoun)
}

func (s *scan) skipInterjections(toks []token) int {
	i := 0
	for i < len(toks) {
		t := toks[i]
		switch {
		case t.mark != 0 && t.is(lexicon.Opener), t.mark == '"', t.mark == '“':
			return i
		case t.mark != 0, t.is(lexicon.Interjection):
			i++
		case i > 0 && t.upper && t.known == nil && i+1 < len(toks) && (toks[i+1].mark == ',' || toks[i+1].mark == '!' || toks[i+1].mark == '—' || toks[i+1].mark == '-'):
			i++ // a name: "Thanks, Maya! …"
		default:
			return i
		}
	}
	return i
}

// value reads what stands after a label: a record's state.
func (s *scan) value(i int) {
	if i >= len(s.toks) {
		return
	}
	for i < len(s.toks) && (s.toks[i].is(lexicon.Adverb|lexicon.Now) && s.toks[i].known.Verb == "" || s.toks[i].mark == '"' || s.toks[i].mark == '“' || s.toks[i].mark == '\'') {
		i++
	}
	if i >= len(s.toks) {
		return
	}
	w := s.toks[i].known
	if w.Is(lexicon.Opener|lexicon.Complete) && w.Verb == "" {
		s.emit(i, Any, "", State, 0)
	}
}

// tick reads "✅": it claims what its line names.
func (s *scan) tick(i int) {
	rest := s.toks[i+1:]
	for _, t := range rest[:min(len(rest), 6*window)] {
		if t.known != nil && t.known.Verb != "" && t.known.Form(lexicon.Participle) {
			return // the words beside it claim for themselves
		}
	}
	if noun, _ := s.actNear(i); len(rest) <= 3 || noun != "" {
		s.emit(i, Any, "", Done, 0)
	}
}

// cell reads a cell of a table: a lone word is a record's state.
func (s *scan) cell(start, end int) {
	toks := s.tokens(start, end)
	n := 0
	at := -1
	for i, t := range toks {
		if t.word() {
			n++
		}
		if at < 0 && (t.known.Form(lexicon.Participle) && t.known.Verb != "" || t.is(lexicon.Complete|lexicon.Opener)) {
			at = i
		}
	}
	if n > 4 {
		s.sentence(start, end, true)
		return
	}
	if at >= 0 && !s.negated(toks) {
		s.c = clause{first: len(s.claims)}
		class := toks[at].known.Verb
		if class == classSay || class == classRead {
			return
		}
		s.emit(at, orAny(class), toks[at].known.Base, State, 0)
	}
}

func (s *scan) negated(toks []token) bool {
	for _, t := range toks {
		if t.is(lexicon.Negator | lexicon.Modal | lexicon.Will | lexicon.To) {
			return true
		}
	}
	return false
}

// wanting reports whether the line asks for what follows: "Please confirm:".
func (s *scan) wanting(toks []token) bool {
	for i, t := range toks {
		if t.is(lexicon.Planning) || t.is(lexicon.Wish) && (!t.is(lexicon.Adverb) || i+1 < len(toks) && toks[i+1].known.Form(lexicon.Base)) {
			return true
		}
	}
	return false
}

// carry claims for a heading such as "What I did:", and for the items below it.
func (s *scan) carry(toks []token, first int, item bool) {
	if toks[len(toks)-1].mark == ':' || !item && len(toks) <= 8 {
		s.heading(toks, first)
		return
	}
	if s.carried && item {
		s.under(toks, first)
	}
}

// under reads an item below a heading that carries a claim. One that tells only of
// what was looked up or said takes the heading's claim away.
func (s *scan) under(toks []token, first int) {
	if len(s.claims) == first {
		s.claimItem(toks)
		return
	}
	for _, c := range s.claims[first:] {
		if c.Class != classSay && c.Class != classRead {
			return
		}
	}
	if first > 0 && s.claims[first-1].Heading {
		s.claims = append(s.claims[:first-1], s.claims[first:]...)
		s.carried = false
	}
}

func (s *scan) heading(toks []token, first int) {
	s.carried = false
	last := toks[len(toks)-1]
	if s.negated(toks) || s.wanting(toks) {
		s.planned = last.mark == ':' || !s.item && (last.mark == 0 || last.mark == ')')
		return
	}
	s.planned = s.planned && last.mark != ':'
	if n := len(s.claims) - 1; n >= first && toks[len(toks)-1].mark == ':' && s.claims[n].Manner == Relative && s.claims[n].Class == Any {
		s.claims[n].Manner, s.claims[n].Heading = Done, true // "a summary of what was completed:"
		s.carried = true
		return
	}
	for i, t := range toks {
		if !t.is(lexicon.Carrying) || i+1 < len(toks) && toks[i+1].word() && !toks[i+1].is(lexicon.Adverb|lexicon.Preposition) {
			continue
		}
		if toks[len(toks)-1].mark == ':' {
			s.carried = true
		}
		if s.carried && len(s.claims) == first {
			s.begin(0, mainClause)
			s.emit(i, Any, "", Done, 0)
			s.claims[len(s.claims)-1].Heading = true
		}
		return
	}
}

// claimItem claims for a list item under a heading that carries the claim.
func (s *scan) claimItem(toks []token) {
	s.begin(0, mainClause)
	for i, t := range toks {
		if t.known == nil || s.negated(toks) {
			continue
		}
		if t.known.Noun != "" && t.known.Noun != Any {
			s.emit(i, t.known.Noun, "", Done, 0)
			s.end(len(toks))
			return
		}
	}
}

// ask turns the claims of a question into asked ones: those of its last clause
// that opens as a question, or all.
func (s *scan) ask(toks []token, first int) {
	from := toks[0].start
	for i := len(toks) - 1; i > 0; i-- {
		if toks[i].is(lexicon.Interrogative|lexicon.Wish) && (toks[i-1].mark != 0 || toks[i-1].is(lexicon.And|lexicon.But)) {
			from = toks[i].start
			break
		}
	}
	for k := first; k < len(s.claims); k++ {
		if s.claims[k].Span[0] >= from {
			s.claims[k].Manner = Asked
		}
	}
}

func questionMark(toks []token) bool {
	for i := len(toks) - 1; i >= 0 && i > len(toks)-5; i-- {
		if toks[i].mark == '?' {
			return true
		}
		if toks[i].word() {
			return false
		}
	}
	return false
}

// date notes when the acts of each clause are said to have been: by a word of
// the clause, or, before any claim, of the sentence.
func (s *scan) date(toks []token, first int) {
	firstIf, from := len(s.reply), 0
	for _, t := range toks {
		if t.is(lexicon.Condition | lexicon.Wish) {
			firstIf = t.start
			break
		}
	}
	for k := first; k < len(s.claims); k++ {
		c := &s.claims[k]
		c.Whole = s.whole(toks, *c)
		c.Conditioned = c.Conditioned || firstIf < c.Span[0]
		for from < len(toks) && toks[from].start < c.Clause[0] {
			from++
		}
		if k == first {
			c.Time = or(said(toks, c.Clause[1]), c.Time)
			continue
		}
		for from > 0 && toks[from-1].start >= c.Clause[0] {
			from-- // a clause in brackets comes after the one around it
		}
		c.Time = or(said(toks[from:], c.Clause[1]), c.Time)
	}
}

// whole reports whether a word of the claim's clause speaks of all that was asked
// for.
func (s *scan) whole(toks []token, c Claim) bool {
	from, _ := slices.BinarySearchFunc(toks, c.Clause[0], func(t token, at int) int { return t.start - at })
	for ; from < len(toks) && toks[from].end <= c.Clause[1]; from++ {
		if toks[from].is(lexicon.Whole) {
			return true
		}
	}
	return false
}

func or(a, b Time) Time {
	if a == NoTime {
		return b
	}
	return a
}

// said is the time that the tokens up to end tell; "now" prevails.
func said(toks []token, end int) Time {
	found := NoTime
	for _, t := range toks {
		switch {
		case t.end > end:
			return found
		case t.is(lexicon.Now):
			return Now
		case t.is(lexicon.Earlier):
			found = Earlier
		}
	}
	return found
}

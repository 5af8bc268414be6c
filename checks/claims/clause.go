package claims

import (
	"unicode"
	"unicode/utf8"

	"troth/checks/lexicon"
)

// mode is what a clause's place in its sentence makes of its claims.
type mode int

const (
	mainClause mode = iota
	conditional
	wished
	relative
	viewed
)

// clause is the state of the walk through a sentence. A group is a verb with its
// auxiliaries.
type clause struct {
	// start is the clause's first token; first its first claim.
	start, first int
	mode, outer  mode
	// modeVerb and modeComma: a verb, a comma was seen since the mode began.
	modeVerb, modeComma bool
	subject             lexicon.Role // Agent, User or Pronoun; 0 for another
	// roles are those of the group's auxiliaries so far.
	roles lexicon.Role
	// closed: the group has its verb, or was broken by other words.
	closed bool
	// finite: the clause has a verb that makes a sentence of it.
	finite bool
	// noun is the last noun that names an act.
	noun string
	// content counts words since the clause's start, or since a coordinator.
	content int
	// coordinated: an "and" or comma came after a verb; before is that verb's
	// group, for the verbs that share it.
	coordinated bool
	before      group
	// consequence: the clause says what follows from a condition.
	consequence bool
	// fragments are participles that claim if the clause turns out to have no
	// finite verb ("Refund issued").
	fragments []fragment
}

type group struct {
	roles   lexicon.Role
	subject lexicon.Role
	claimed bool
}

type fragment struct {
	at    int
	class string
	verb  string
	mode  mode
}

const auxiliaries = lexicon.Have | lexicon.Be | lexicon.Been | lexicon.Being | lexicon.Get | lexicon.Do | lexicon.Modal | lexicon.Will | lexicon.To | lexicon.Negator | lexicon.Achieved | lexicon.Unachieved

const finiteRoles = lexicon.Have | lexicon.Be | lexicon.Modal | lexicon.Will | lexicon.Do

// sentence reads one sentence of a line.
func (s *scan) sentence(start, stop int, item bool) {
	if item {
		s.titled = false
	}
	toks := s.tokens(start, stop)
	if len(toks) == 0 {
		return
	}
	first := len(s.claims)
	s.item = item
	at := s.opening(toks)
	s.opened, s.labelled, s.status, s.others = true, false, false, false
	s.begin(at, mainClause)
	for i := at; i < len(toks); i++ {
		i = s.step(i)
	}
	s.end(len(toks))
	s.leaveOpen(toks, first)
	s.carry(toks, first, item)
	if questionMark(toks) {
		s.question = true
		s.ask(toks, first)
	}
	s.date(toks, first)
}

// begin starts a clause at token i.
func (s *scan) begin(i int, m mode) {
	s.c = clause{start: i, first: len(s.claims), mode: m, fragments: s.c.fragments[:0]}
}

// end closes the clause before token i: fragments without a finite verb become
// claims, and the clause's span is known.
func (s *scan) end(i int) {
	s.flush(Done)
	if i > s.c.start && i <= len(s.toks) {
		for k := s.c.first; k < len(s.claims); k++ {
			s.claims[k].Clause = s.near(s.claims[k].Span, s.toks[s.c.start].start, s.toks[i-1].end)
		}
	}
}

// clauseReach is how far a claim's clause goes on either side of it, in bytes: no
// text makes the rules read far around each of many claims.
const clauseReach = 400

// near cuts a clause to what is near the span.
func (s *scan) near(span [2]int, start, end int) [2]int {
	start, end = max(start, span[0]-clauseReach), min(end, span[1]+clauseReach)
	for start < span[0] && !utf8.RuneStart(s.reply[start]) {
		start++
	}
	for end > span[1] && end < len(s.reply) && !utf8.RuneStart(s.reply[end]) {
		end--
	}
	return [2]int{min(start, span[0]), max(end, span[1])}
}

// flush makes claims of the fragments of a clause that turned out to have no finite
// verb.
func (s *scan) flush(m Manner) {
	for _, f := range s.c.fragments {
		if !s.c.finite && f.mode == mainClause && !s.planning(f.at) {
			mode := s.c.mode
			s.c.mode = f.mode
			s.emit(f.at, f.class, f.verb, m, 0)
			s.c.mode = mode
		}
	}
	s.c.fragments = s.c.fragments[:0]
}

// planning reports whether a word before token i says that what it goes with is to
// come: "total potential refund: $20 added to your card".
func (s *scan) planning(i int) bool {
	for k := max(0, i-2*window); k < i; k++ {
		if s.toks[k].is(lexicon.Planning) {
			return true
		}
	}
	return false
}

// step reads token i and returns the last token that it took up.
func (s *scan) step(i int) int {
	t := s.toks[i]
	switch {
	case t.mark != 0:
		return s.markAt(i)
	case t.is(lexicon.Condition) && !s.adverbial(i):
		if t.is(lexicon.Ahead) {
			s.flush(Done) // "chat muted until Monday"
		}
		s.enter(i, conditional)
	case t.is(lexicon.View):
		s.view(i)
	case t.known != nil && t.known.State != "" && s.stateAt(i):
	case t.is(lexicon.Wish) && s.wishes(i):
		s.enter(i, wished)
	case t.is(lexicon.That):
		s.that(i)
	case t.is(lexicon.Relative):
		s.relativeAt(i)
	case t.is(lexicon.Reason):
		s.relativeAt(i)
	case t.is(lexicon.But):
		s.boundary(i, mainClause)
		s.c.start = i
	case t.is(lexicon.And):
		s.coordinate()
	case t.is(lexicon.Opener) && t.phrase && t.known.Verb == "" && !t.is(lexicon.Complete):
		s.openerAt(i)
	case t.is(lexicon.Agent | lexicon.User | lexicon.Pronoun):
		s.subjectAt(i)
	case t.known.Form(lexicon.Past|lexicon.Participle|lexicon.Base|lexicon.Third|lexicon.Ing) && t.known.Verb != "" && s.verbAt(i):
	case t.is(auxiliaries):
		s.auxiliary(i)
	case t.is(lexicon.Complete):
		s.completeAt(i)
	case t.content():
		s.contentAt(i)
	}
	if t.is(lexicon.Complete) && t.known.Verb == "" && t.is(lexicon.Agent|lexicon.User|auxiliaries) {
		s.completeAt(i)
	}
	return i
}

// view enters what is told as seen. "I found" goes on as the agent's own sentence
// after "and": "I found it and shared it".
func (s *scan) view(i int) {
	s.c.mode, s.c.closed = viewed, true
	first := s.lower[s.toks[i].start:s.toks[i].end]
	if w := s.lookup(first[:before(first, ' ')]); w.Is(lexicon.Agent) {
		s.c.before = group{subject: lexicon.Agent, claimed: true}
	}
}

// openerAt reads an opener within a sentence: "…, so you're all set".
func (s *scan) openerAt(i int) {
	if s.place(s.toks, i) {
		return // "the mails they sent you are in the bin"
	}
	s.leave(i, true)
	s.emit(i, Any, "", Done, 0)
	s.verbDone(true)
}

// enter begins a mode that lasts until a comma and a main clause.
func (s *scan) enter(i int, m mode) {
	if s.c.mode == relative {
		s.c.mode = s.c.outer
	}
	if s.c.mode == conditional {
		m = conditional
	}
	s.c.mode, s.c.modeVerb, s.c.modeComma = m, false, false
	s.c.subject, s.c.roles, s.c.closed, s.c.coordinated = 0, 0, false, false
	s.c.finite = true
}

// adverbial reports whether a condition word is none here: "at once".
func (s *scan) adverbial(i int) bool {
	return i > 0 && s.toks[i-1].is(lexicon.Preposition) && s.toks[i-1].end-s.toks[i-1].start == 2 && s.toks[i].is(lexicon.Adverb)
}

// wishes reports whether a wish word begins a wish: "please" within a clause that
// has its verb does not.
func (s *scan) wishes(i int) bool {
	return !s.c.closed || !s.toks[i].is(lexicon.Adverb) || i+1 < len(s.toks) && s.toks[i+1].known.Form(lexicon.Base)
}

// that begins what an assertive word hands on, a relative clause, or is itself
// the subject.
func (s *scan) that(i int) {
	switch {
	case i > s.c.start && s.assertive(i-1) && s.c.before.roles&lexicon.Negator != 0:
		s.relativeAt(i) // "isn't told that"
	case i > s.c.start && s.assertive(i-1):
		if s.c.mode == wished || s.c.mode == relative {
			s.c.mode = mainClause
		}
		s.newSubject(i, 0)
	case i == s.c.start || s.c.coordinated && s.c.content == 0 || s.toks[i-1].mark != 0 || s.c.mode == conditional && !s.c.modeVerb:
		s.subjectAt(i)
	default:
		s.relativeAt(i)
	}
}

// assertive reports whether the word before "that" hands on what follows; "you"
// and adverbs may stand between.
func (s *scan) assertive(i int) bool {
	for k := i; k >= 0 && k > i-3; k-- {
		if s.toks[k].is(lexicon.Assertive) {
			return true
		}
		if !s.toks[k].is(lexicon.User | lexicon.Adverb) {
			return false
		}
	}
	return false
}

func (s *scan) relativeAt(i int) {
	if s.c.mode != relative {
		s.c.outer = s.c.mode
	}
	if s.c.mode != conditional {
		s.c.mode = relative
	}
	s.c.subject, s.c.roles, s.c.closed, s.c.coordinated = 0, 0, false, false
	s.c.modeVerb = false
}

// coordinate notes an "and": what follows may share the group before it.
func (s *scan) coordinate() {
	s.c.coordinated = s.c.closed
	s.c.content = 0
}

// subjectAt begins a clause of its own, or, right after a noun, a relative one:
// "the order I cancelled".
func (s *scan) subjectAt(i int) {
	t := s.toks[i]
	if t.is(lexicon.Pronoun) && i > s.c.start && s.toks[i-1].is(lexicon.Preposition) && !t.is(auxiliaries) {
		s.c.content++
		return // "for both"
	}
	if t.is(lexicon.Pronoun) && s.c.roles != 0 && !s.c.closed {
		return // "have it", "is there"
	}
	if t.is(lexicon.Pronoun) && s.c.subject == lexicon.Agent && s.c.closed && !s.c.coordinated && !t.is(auxiliaries) {
		s.c.content++
		return // an object: "I've booked it"
	}
	if t.is(lexicon.Agent|lexicon.User) && i > s.c.start && s.contact(s.toks[i-1]) {
		s.relativeAt(i)
	} else {
		s.leave(i, t.is(lexicon.Agent))
	}
	s.newSubject(i, t.known.Roles&(lexicon.Agent|lexicon.User|lexicon.Pronoun))
	if s.toks[i].is(lexicon.Negator) && !t.is(auxiliaries&^lexicon.Negator) {
		s.c.roles = lexicon.Negator // "nothing has been sent"
	}
}

// contact reports whether a subject right after the token begins a relative
// clause without a word of its own.
func (s *scan) contact(t token) bool {
	return t.mark == 0 && !t.upper && (t.known == nil && !t.number || t.known != nil && t.known.Noun != "" && t.known.Roles == 0)
}

// leave ends a conditional or wished mode where the main clause begins.
func (s *scan) leave(i int, agent bool) {
	switch s.c.mode {
	case conditional, wished:
		if s.c.modeComma && (s.c.modeVerb || agent) {
			follows := s.c.mode == conditional && !agent
			s.boundary(i, mainClause)
			s.c.consequence = follows
		}
	case relative:
		if s.c.modeVerb {
			s.c.mode = s.c.outer
		}
	}
}

// boundary ends the clause before token i and begins another.
func (s *scan) boundary(i int, m mode) {
	s.end(i)
	s.begin(i, m)
	s.opened, s.labelled = false, false
}

func (s *scan) newSubject(i int, subject lexicon.Role) {
	if s.c.closed && s.c.mode != relative && s.c.mode != conditional && s.c.mode != wished {
		s.boundary(i, s.c.mode)
	}
	s.c.subject, s.c.closed, s.c.coordinated, s.c.content = subject, false, false, 0
	s.c.roles = s.toks[i].known.Roles & auxiliaries &^ lexicon.Negator
	if s.toks[i].is(auxiliaries&^lexicon.Negator) && s.toks[i].is(lexicon.Negator) {
		s.c.roles |= lexicon.Negator
	}
	if s.c.roles&finiteRoles != 0 {
		s.c.finite, s.c.modeVerb = true, true
	}
}

// auxiliary adds to the group, or begins a new one after a verb that is done
// with: "the order you placed | has been …".
func (s *scan) auxiliary(i int) {
	roles := s.toks[i].known.Roles & auxiliaries
	if s.c.closed && roles&(finiteRoles|lexicon.Been|lexicon.Get|lexicon.Unachieved|lexicon.Achieved) != 0 {
		s.resume(i)
	}
	if s.c.closed && roles&(lexicon.To|lexicon.Negator) != 0 {
		if roles&lexicon.Negator != 0 {
			s.c.subject = 0
		}
		s.c.roles, s.c.closed, s.c.coordinated = 0, false, false
	}
	s.c.roles |= roles
	if roles&finiteRoles != 0 {
		s.c.finite = true
	}
	if roles&(finiteRoles|lexicon.To) != 0 {
		s.c.modeVerb = true
	}
}

// resume begins the group of another subject, a noun before token i.
func (s *scan) resume(i int) {
	keepSubject := s.c.coordinated && s.c.content == 0
	switch s.c.mode {
	case relative:
		s.c.mode = s.c.outer
	case conditional, wished:
		if s.c.modeComma && s.c.modeVerb && s.toks[i].is(lexicon.Have|lexicon.Be|lexicon.Been) {
			s.c.consequence = s.c.mode == conditional
			s.c.mode = mainClause
		}
	}
	if !keepSubject {
		s.c.subject = 0
	}
	s.c.roles, s.c.closed, s.c.coordinated = 0, false, false
	if keepSubject {
		s.c.roles = s.c.before.roles & (lexicon.Modal | lexicon.Will | lexicon.Negator | lexicon.Have)
	}
}

// contentAt reads a word that is neither verb nor auxiliary.
func (s *scan) contentAt(i int) {
	w := s.toks[i].known
	if w != nil && w.Noun != "" {
		s.c.noun = w.Noun
	}
	if w.Is(lexicon.Negator) {
		s.c.roles |= lexicon.Negator
	}
	if s.c.roles&lexicon.Be != 0 && !s.c.closed && i > s.c.start {
		s.news(i)
	}
	if w == nil && i > s.c.start && s.c.roles == 0 && s.toks[i-1].is(lexicon.Now) && !s.toks[i-1].is(lexicon.Merely) && s.third(i) {
		s.emitNews(i, "") // "the copy now sits beside it"
	}
	if s.c.roles != 0 && !s.c.closed && s.c.roles != lexicon.Negator {
		s.close()
	}
	if s.c.subject != 0 && !s.c.closed && s.c.roles != lexicon.Negator {
		s.close()
	}
	s.c.content++
}

// third reports whether the word at i, which the lexicon does not know, may be the
// third person of a verb.
func (s *scan) third(i int) bool {
	t := s.toks[i]
	return !t.upper && !t.number && t.end-t.start > 3 && s.lower[t.end-1] == 's' && s.lower[t.end-2] != 's'
}

// news reads a state that is said to be new and names no act: "is now off", "is
// active again", "is no longer in your list".
func (s *scan) news(i int) {
	const other = lexicon.Modal | lexicon.Will | lexicon.To | lexicon.Have | lexicon.Do | lexicon.Been
	t, before := s.toks[i], s.toks[i-1]
	place := t.is(lexicon.Preposition) && !t.is(lexicon.Standing)
	switch {
	case s.c.subject == lexicon.User && place && before.is(lexicon.Now) && !before.is(lexicon.Merely) && s.c.roles&(other|lexicon.Negator) == 0:
		s.emitNews(i, "") // "you're now on the family plan"
	case s.c.subject&(lexicon.Agent|lexicon.User) != 0 || s.c.roles&other != 0 || t.number:
	case before.is(lexicon.Merely) && t.is(lexicon.Determiner|lexicon.Comparing): // "is just as it was"
	case before.phrase && before.is(lexicon.Negator) && place:
		s.emit(i, "remove", "", State, 0)
	case s.c.roles&lexicon.Negator != 0 || s.past(i):
	case before.is(lexicon.Now) && before.is(lexicon.News), i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Again):
		verb := ""
		if !place {
			verb = s.lower[t.start:t.end]
		}
		s.emitNews(i, verb)
	}
}

// emitNews adds a claim of a state that names no act; nouns beside it name none
// either.
func (s *scan) emitNews(i int, state string) {
	s.claims = append(s.claims, Claim{Class: Any, Verb: state, Manner: s.manner(State), Span: [2]int{s.toks[s.groupStart(i)].start, s.toks[i].end}, Clause: [2]int{s.toks[s.c.start].start, s.toks[i].end}})
}

// close ends the group without a claim.
func (s *scan) close() {
	s.c.before = group{roles: s.c.roles, subject: s.c.subject}
	s.c.closed = true
}

// markAt reads punctuation.
func (s *scan) markAt(i int) int {
	switch s.toks[i].mark {
	case ',':
		s.c.modeComma = true
		s.coordinate()
		if s.c.mode == relative {
			s.c.mode = s.c.outer
		}
	case ';', '—', '–', '(', ')', '[', ']', '→', '…', '.', '!', '?':
		if s.toks[i].mark == '(' || s.toks[i].mark == ')' {
			return s.parenthesis(i)
		}
		if s.toks[i].mark != '.' || !s.within(i) {
			s.boundary(i+1, mainClause)
		}
	case ':':
		if !s.time(i) {
			s.colon(i)
		}
	case '-':
		if spaced(s.reply, s.toks[i]) {
			s.boundary(i+1, mainClause)
		}
	case '"', '“', '«':
		if !s.code {
			return s.quotation(i)
		}
	default:
		s.symbol(i)
	}
	return i
}

// symbol reads a tick, which claims what its line names, or another picture, which
// ends a clause where a capital follows.
func (s *scan) symbol(i int) {
	switch t := s.toks[i]; {
	case t.is(lexicon.Opener) && (t.mark == '✅' || t.mark == '✓' || t.mark == '✔' || t.mark == '☑'):
		s.tick(i)
	case i > s.c.start && unicode.Is(unicode.So, t.mark) && i+1 < len(s.toks) && s.toks[i+1].upper:
		s.boundary(i+1, mainClause)
		s.opened = true
	}
}

// within reports whether the mark at i stands within a word: "Q3.xlsx".
func (s *scan) within(i int) bool {
	return i > 0 && i+1 < len(s.toks) && s.toks[i-1].end == s.toks[i].start && s.toks[i+1].start == s.toks[i].end && s.toks[i+1].word()
}

// time reports whether the colon at i stands within a time of day.
func (s *scan) time(i int) bool {
	return i > 0 && i+1 < len(s.toks) && s.toks[i-1].number && s.toks[i+1].number && s.toks[i-1].end == s.toks[i].start && s.toks[i+1].start == s.toks[i].end
}

// parenthesis skips what stands in brackets, unless it is a clause of its own.
func (s *scan) parenthesis(i int) int {
	if s.toks[i].mark == ')' {
		return i
	}
	for k := i + 1; k < len(s.toks) && k < i+40; k++ {
		if s.toks[k].mark == ')' {
			if s.hasVerb(i+1, k) {
				kept := s.c
				s.c.fragments = nil
				s.begin(i+1, kept.mode)
				for j := i + 1; j < k; j++ {
					j = s.step(j)
				}
				s.end(k)
				s.c = kept
			}
			return k
		}
	}
	return i
}

func (s *scan) hasVerb(from, to int) bool {
	verb, subject := false, false
	for _, t := range s.toks[from:to] {
		verb = verb || t.known != nil && t.known.Verb != "" && t.known.Form(lexicon.Past|lexicon.Participle)
		subject = subject || t.is(lexicon.Agent|lexicon.Have|lexicon.Be)
	}
	return verb && subject
}

// colon ends a label. "Label: participle" keeps the label as the subject.
func (s *scan) colon(i int) {
	s.leading(i)
	if s.c.finite || s.c.closed || s.c.mode != mainClause {
		follows := s.c.consequence || s.c.mode == conditional
		s.boundary(i+1, mainClause)
		s.c.consequence = follows // "once you see it, it's final: the room has been released"
		return
	}
	status := s.hasStatus(s.c.start, i)
	s.status = status
	carrying := s.toks[max(s.c.start, i-1)].is(lexicon.Carrying | lexicon.Opener | lexicon.Interjection)
	s.end(i)
	noun := s.c.noun
	start := s.c.start
	s.begin(i+1, mainClause)
	s.opened = true
	s.c.noun = noun
	s.c.content = 1
	s.c.finite = !status && !carrying && noun == "" && !s.turned(i+1) && !(s.carried && s.item) // the value of another label claims nothing by itself
	if carrying {
		s.c.content = 0
	}
	s.labelled = !status && !carrying && noun != "" && i+1 < len(s.toks) && s.specificVerb(i+1, noun)
	if status || noun != "" {
		s.value(i + 1)
	}
	if !s.labelled {
		s.c.start = start
	}
}

// leading reads a label that begins with a participle, "Booked:", "Sent to Ann:",
// as the state of what follows; "Items returned:" is only a label.
func (s *scan) leading(i int) {
	first := s.c.start
	for first < i && (s.toks[first].mark != 0 || s.toks[first].is(lexicon.Adverb|lexicon.Now)) {
		first++
	}
	kept := s.c.fragments[:0]
	for _, f := range s.c.fragments {
		written := !s.item && f.at+2 < i && f.at+1 < len(s.toks) && s.toks[f.at+1].is(lexicon.Preposition)
		if written || f.at == first && first+1 < i && s.toks[first+1].is(lexicon.Preposition) {
			kept = append(kept, f)
		}
	}
	s.c.fragments = kept
	w := s.toks[first].known
	if s.item || s.titled {
		s.c.fragments = s.c.fragments[:0]
		return // "- Created: 1 May"
	}
	if len(kept) == 0 && first == i-1 && i+1 < len(s.toks) && !s.toks[i+1].number && w.Form(lexicon.Participle) && w.Verb != "" && w.Verb != classSay && w.Verb != classRead && w.Verb != "pay" && s.c.mode == mainClause {
		s.c.fragments = append(kept, fragment{at: first, class: w.Verb, verb: w.Base})
	}
	s.flush(State)
}

// turned reports whether the value of a label at i says what it was made: "Baggage:
// updated to 3 bags".
func (s *scan) turned(i int) bool {
	if i+1 >= len(s.toks) {
		return false
	}
	w := s.toks[i].known
	return w.Form(lexicon.Participle) && w.Verb != "" && w.Verb != classSay && w.Verb != classRead && w.Verb != "pay" && !w.Is(lexicon.Relational) && s.toks[i+1].is(lexicon.To)
}

// specificVerb reports whether a participle of another class than the label's noun
// stands at i.
func (s *scan) specificVerb(i int, noun string) bool {
	w := s.toks[i].known
	return w.Form(lexicon.Participle) && w.Verb != Any && w.Verb != classIfNoun && w.Verb != noun
}

func (s *scan) hasStatus(from, to int) bool {
	for _, t := range s.toks[max(from, to-window):to] {
		if t.is(lexicon.Status) {
			return true
		}
	}
	return false
}

// quotation skips a quotation of several words; one of a few words is a name or
// a status.
func (s *scan) quotation(i int) int {
	for k := i + 1; k < len(s.toks); k++ {
		switch s.toks[k].mark {
		case '"', '”', '»':
			if k-i > 4 {
				s.c.content++
				return k
			}
			return i
		}
	}
	if s.toks[i].mark != '"' {
		return len(s.toks) - 1 // it goes on in the next sentence
	}
	return i
}

func spaced(text string, t token) bool {
	return t.start > 0 && t.end < len(text) && text[t.start-1] == ' ' && text[t.end] == ' '
}

package claims

import (
	"strings"

	"troth/checks/lexicon"
)

// verbAt reads a token that may be a verb. It reports false where the word is no
// verb here, and is to be read as another word.
func (s *scan) verbAt(i int) bool {
	w := s.toks[i].known
	if s.toks[i].upper && i > s.c.start && w.Form(lexicon.Base) && s.toks[i-1].word() {
		return false // a name
	}
	if w.Is(auxiliaries) && !w.Form(lexicon.Participle) || w.Is(lexicon.Complete) && w.Form(lexicon.Base) && s.c.roles&lexicon.Be != 0 {
		return false
	}
	if s.c.closed && s.c.coordinated && s.c.content == 0 && s.c.before.claimed {
		s.share()
		if s.c.mode == viewed && w.Form(lexicon.Past) && !w.Form(lexicon.Base) {
			s.c.mode = mainClause
		}
	}
	switch {
	case w.Form(lexicon.Past | lexicon.Participle):
		return s.pastAt(i)
	case w.Form(lexicon.Ing) && !w.Form(lexicon.Base):
		return s.ingAt(i)
	}
	return s.baseAt(i)
}

// share takes over the group of the verb before: "has been cancelled and
// refunded".
func (s *scan) share() {
	s.c.roles, s.c.subject = s.c.before.roles, s.c.before.subject
	s.c.closed, s.c.coordinated = false, false
	if s.c.roles == 0 && s.c.subject == 0 {
		s.c.closed = true
	}
}

// baseAt reads a base or third form: nothing is done yet, unless "managed to"
// stands before it.
func (s *scan) baseAt(i int) bool {
	w := s.toks[i].known
	if w.Noun != "" && s.c.roles&^lexicon.Negator == 0 && (s.c.subject&^lexicon.Pronoun == 0 || s.c.closed) {
		return false // "the return", "update: …"
	}
	s.embed(w)
	if s.c.closed {
		return w.Noun == ""
	}
	switch roles := s.c.roles; {
	case roles&lexicon.Achieved != 0 && roles&(lexicon.Negator|lexicon.Modal|lexicon.Will) == 0:
		s.emit(i, w.Verb, w.Base, Done, s.c.subject)
	case roles&lexicon.Unachieved != 0:
		s.emit(i, w.Verb, w.Base, Failed, s.c.subject)
	case roles&lexicon.Do != 0 && roles&lexicon.Negator != 0:
		s.emit(i, w.Verb, w.Base, Negated, s.c.subject)
	case i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Negator) && s.toks[i+1].is(lexicon.Determiner):
		s.emit(i, w.Verb, w.Base, Negated, s.c.subject) // "I'll take no action"
	case roles == 0 && w.Verb == classIfNoun && w.Form(lexicon.Base) && s.c.subject == lexicon.Agent && !s.item && i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Determiner):
		s.emit(i, w.Verb, w.Base, Done, s.c.subject) // "we confirm the cancellation"
	case roles&lexicon.Will != 0 && s.c.subject == lexicon.Agent && roles&lexicon.Negator == 0:
		s.emit(i, w.Verb, w.Base, Promised, s.c.subject)
	case roles&lexicon.Do != 0 && roles&lexicon.Negator == 0 && s.c.subject == lexicon.Agent:
		s.emit(i, w.Verb, w.Base, Done, s.c.subject) // "I did cancel it"
	case w.Form(lexicon.Third) && roles == 0 && i > s.c.start && s.toks[i-1].is(lexicon.Now) && s.toks[i-1].is(lexicon.News):
		s.emitNews(i, w.Base) // "the run now starts at eleven"
	case roles != 0 || s.c.subject != 0 || s.c.content == 0:
		s.emit(i, w.Verb, w.Base, Hypothetical, s.c.subject)
	default:
		return false
	}
	s.verbDone(false)
	return true
}

// embed enters a wish where what is to be checked or told follows: "confirm the
// order is delivered". "I can confirm" says it in earnest.
func (s *scan) embed(w *lexicon.Word) {
	if w.Verb != classRead && !w.Is(lexicon.Assertive) || s.c.mode != mainClause && s.c.mode != wished {
		return
	}
	s.c.mode, s.c.modeVerb, s.c.modeComma = wished, false, false
	if w.Is(lexicon.Assertive) && s.c.subject == lexicon.Agent && s.c.roles&(lexicon.Will|lexicon.Negator|lexicon.Unachieved) == 0 {
		s.c.mode = mainClause
	}
}

// ingAt reads an -ing form: "I'm booking it" is a promise.
func (s *scan) ingAt(i int) bool {
	w := s.toks[i].known
	if s.c.closed || s.c.roles&lexicon.Be == 0 {
		s.c.modeVerb = true
		return w.Noun == ""
	}
	if s.c.subject == lexicon.Agent && s.c.roles&(lexicon.Negator|lexicon.Modal) == 0 {
		s.emit(i, w.Verb, w.Base, Promised, s.c.subject)
	}
	s.verbDone(false)
	return true
}

// pastAt reads a past form or participle, the forms that claim.
func (s *scan) pastAt(i int) bool {
	w, roles := s.toks[i].known, s.c.roles
	base := w.Form(lexicon.Base)
	switch {
	case s.c.closed || s.compared(i):
		return s.loose(i)
	case roles&(lexicon.Modal|lexicon.Will|lexicon.To|lexicon.Unachieved|lexicon.Achieved) != 0:
		s.coming(i)
	case roles&(lexicon.Be|lexicon.Been|lexicon.Being|lexicon.Get) != 0:
		s.passive(i)
	case roles&lexicon.Have != 0:
		s.perfect(i)
	case roles&lexicon.Do != 0:
		s.emit(i, w.Verb, w.Base, negatedOr(roles, Hypothetical), s.c.subject)
	case s.c.subject == lexicon.Agent:
		s.emit(i, w.Verb, w.Base, negatedOr(roles, Done), lexicon.Agent)
	case s.c.subject == lexicon.User && s.toks[s.c.start].is(lexicon.Presenting):
		s.emit(i, w.Verb, w.Base, Done, 0) // "that's you booked in"
	case s.c.subject == lexicon.User:
		s.emit(i, w.Verb, w.Base, UsersAct, lexicon.User)
	case s.c.subject == lexicon.Pronoun && !base && s.follows(i+1):
		s.emit(i, w.Verb, w.Base, negatedOr(roles, State), 0)
	case base && s.c.content == 0:
		return s.baseAt(i)
	default:
		return s.loose(i)
	}
	s.verbDone(true)
	return true
}

// compared reports whether the participle stands in an aside or a compound: "as
// shared before", "system-recorded".
func (s *scan) compared(i int) bool {
	k := i - 1
	for k > s.c.start && s.toks[k].is(lexicon.Adverb) && !s.toks[k].is(lexicon.Preposition) {
		k--
	}
	if k < 0 || i == s.c.start {
		return false
	}
	t := s.toks[k]
	return t.mark == '-' && !spaced(s.reply, t) || t.is(lexicon.Preposition) && t.is(lexicon.Comparing)
}

func negatedOr(roles lexicon.Role, m Manner) Manner {
	if roles&lexicon.Negator != 0 {
		return Negated
	}
	return m
}

// coming reads "will be cancelled", "can be cancelled", "couldn't be cancelled".
func (s *scan) coming(i int) {
	w, roles := s.toks[i].known, s.c.roles
	m := Hypothetical
	switch {
	case roles&lexicon.Unachieved != 0 && !(roles&lexicon.Be != 0 && roles&^(lexicon.Be|lexicon.Negator|lexicon.Unachieved) == 0):
		m = Failed
	case roles&lexicon.Negator != 0:
		m = Negated
	case roles&lexicon.Will != 0:
		m = Promised
	}
	s.emit(i, w.Verb, w.Base, m, s.c.subject)
}

// denied reports whether the subject of the verb at i denies the act: "no other
// changes have been made", "nothing on your account has been changed".
func (s *scan) denied(i int) bool {
	for k := s.groupStart(i) - 1; k >= s.c.start && (s.toks[k].mark == 0 || strings.ContainsRune(",\"“”'’", s.toks[k].mark)); k-- {
		if t := s.toks[k]; t.is(lexicon.Negator) && t.is(lexicon.Determiner|lexicon.Pronoun) {
			return true
		}
	}
	return false
}

// passive reads "has been cancelled", "is cancelled", "you're booked".
func (s *scan) passive(i int) {
	w, roles := s.toks[i].known, s.c.roles
	if s.c.subject == lexicon.Agent {
		return // "I've been told", "we are pleased"
	}
	m := State
	if s.denied(i) {
		roles |= lexicon.Negator
	}
	switch {
	case s.others && s.c.subject == lexicon.Pronoun:
		m = Relative // "Ann moved the walk; it's been rescheduled"
	case roles&lexicon.Been != 0:
		m = Done
	case roles&(lexicon.Be|lexicon.Have|lexicon.Get) == 0, s.dated(i + 1), s.standing(i), s.by(i + 1), w.Is(lexicon.Relational) && s.present(i) && !s.newly(i) && s.c.subject != lexicon.User:
		m = Relative // "the item being sent", "it was created on 1 May"
	case roles&lexicon.Being == 0 && s.present(i) && !s.newly(i) && (s.c.subject != lexicon.User && !s.specific(i) || s.hangs(i+1)):
		m = Hypothetical // in general: "refunds are processed within five days"
	}
	s.emit(i, w.Verb, w.Base, negatedOr(roles, m), s.c.subject&^lexicon.Pronoun)
	if n := len(s.claims); m == State && n > 0 && !s.newly(i) && roles&lexicon.Being == 0 && s.past(i) {
		s.claims[n-1].Time = Earlier // "your order was cancelled"
	}
}

// dated reports whether a date or an age follows: that speaks of a record's past.
func (s *scan) dated(i int) bool {
	if i >= len(s.toks) || !s.past(i-1) {
		return false
	}
	for i+1 < len(s.toks) && s.toks[i].is(lexicon.Adverb) && !s.toks[i].is(lexicon.Preposition|lexicon.Since) {
		i++
	}
	if s.toks[i].is(lexicon.Since) {
		return true
	}
	return s.toks[i].is(lexicon.Preposition) && !s.toks[i].is(lexicon.Ahead) && i+1 < len(s.toks) && (s.toks[i+1].number || s.toks[i+1].is(lexicon.Calendar))
}

// past reports whether the group before the verb at i is "was" or has none.
func (s *scan) past(i int) bool {
	for k := i - 1; k >= s.c.start && k > i-6; k-- {
		t := s.toks[k]
		if t.is(lexicon.Be) {
			return t.is(lexicon.Was)
		}
		if t.content() {
			break
		}
	}
	return true
}

// standing reports whether the state is said to stand, not to be new.
func (s *scan) standing(i int) bool {
	for k := i - 1; k >= s.c.start; k-- {
		if s.toks[k].is(lexicon.Standing) {
			return true
		}
	}
	return false
}

// by reports whether token i brings in somebody else as the one who did it.
func (s *scan) by(i int) bool {
	return i+1 < len(s.toks) && s.toks[i].is(lexicon.By) && !s.toks[i+1].is(lexicon.Agent|lexicon.Possessive)
}

// hangs reports whether the rest of the clause from token i makes the act hang on
// something: "is charged when the table is booked".
func (s *scan) hangs(i int) bool {
	for ; i < len(s.toks) && s.toks[i].mark == 0; i++ {
		if s.toks[i].is(lexicon.Condition) && !s.adverbial(i) {
			return true
		}
	}
	return false
}

// specific reports whether the clause speaks of a thing of the user's, and not in
// general.
func (s *scan) specific(i int) bool {
	first := s.c.start
	for first < i && s.toks[first].is(lexicon.And|lexicon.Interjection) {
		first++
	}
	if s.toks[first].is(lexicon.Indefinite) {
		return false // "a stay cancelled by then is refunded"
	}
	for k := i - 1; k >= s.c.start && s.toks[k].mark != ','; k-- {
		if s.toks[k].is(lexicon.Possessive) || s.toks[k].mark == '#' || s.reference(k) || s.name(k) {
			return true
		}
	}
	last := i + 1
	for last < len(s.toks) && s.toks[last].is(lexicon.Adverb) && !s.toks[last].is(lexicon.Preposition) {
		last++
	}
	ended := s.ends(last) || s.toks[last].mark == ':'
	return s.bareName(i) || ended && (s.toks[first].is(lexicon.Determiner) || s.c.subject == lexicon.Pronoun || i+1 < len(s.toks) && s.toks[i+1].mark == '!')
}

// bareName reports whether the subject of the verb at i is a single word without a
// determiner that the lexicon does not know, with a singular verb: "Tonbo is
// booked". Such a word is a name.
func (s *scan) bareName(i int) bool {
	k := 0
	for k < i && (s.toks[k].mark != 0 || s.toks[k].is(lexicon.Interjection)) {
		k++
	}
	if k+1 >= i || s.titled || s.toks[k].known != nil || s.toks[k].number || !s.toks[k+1].is(lexicon.Be) {
		return false
	}
	return s.toks[k+1].is(lexicon.Singular)
}

// name reports whether token i goes on a name that the clause begins with: "Yoga
// Flow is booked". The first word of a sentence has a capital anyway, and so have
// all words of a heading.
func (s *scan) name(i int) bool {
	return i > s.c.start && !s.titled && s.toks[i].upper && s.toks[i].content() && s.toks[i-1].upper && s.toks[i-1].content()
}

// reference reports whether token i is a number long enough to name a record.
func (s *scan) reference(i int) bool {
	return s.toks[i].number && s.toks[i].end-s.toks[i].start >= 4
}

// present reports whether the group of the verb at i is in the present tense.
func (s *scan) present(i int) bool { return s.c.roles&lexicon.Be != 0 && !s.past(i) }

// newly reports whether an adverb beside the verb makes news of it: "is now
// processed".
func (s *scan) newly(i int) bool {
	for k := i - 1; k >= s.c.start && k > i-5 && !s.toks[k].content(); k-- {
		if s.toks[k].is(lexicon.News) {
			return true
		}
	}
	return i+1 < len(s.toks) && s.toks[i+1].is(lexicon.News)
}

// perfect reads "I have cancelled".
func (s *scan) perfect(i int) {
	w, roles := s.toks[i].known, s.c.roles
	switch s.c.subject {
	case lexicon.Agent:
		s.emit(i, w.Verb, w.Base, negatedOr(roles, Done), lexicon.Agent)
	case lexicon.User:
		s.emit(i, w.Verb, w.Base, UsersAct, lexicon.User)
	default:
		s.emit(i, w.Verb, w.Base, negatedOr(roles, Relative), 0) // "the price has changed"
	}
}

// loose reads a participle without a group of its own: a fragment at the start
// of a clause or after its noun, or one that describes a noun.
func (s *scan) loose(i int) bool {
	w := s.toks[i].known
	if w.Form(lexicon.Past) && !w.Form(lexicon.Base) && s.c.content > 0 && !s.c.closed && i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Pronoun) {
		s.others = true
		s.c.content++
		return true // "Ann, our driver, moved it"
	}
	if s.describes(i) || s.compared(i) || !w.Form(lexicon.Participle) || w.Form(lexicon.Base) && s.c.content > 0 && !s.ends(i+1) && !s.actBefore(i) {
		s.c.content++
		return true
	}
	if s.c.coordinated && s.c.content > 0 && s.c.before.claimed && s.c.before.roles&(lexicon.Been|lexicon.Be) != 0 && s.follows(i+1) && !s.due(i+1) {
		s.emit(i, w.Verb, w.Base, State, 0) // "… has been cancelled and a refund issued"
		s.c.coordinated = false
		return true
	}
	if s.toks[s.c.start].is(lexicon.Presenting) && s.c.content > 0 && !w.Form(lexicon.Base) && s.follows(i+1) && !s.by(i+1) && !s.dated(i+1) {
		s.emit(i, w.Verb, w.Base, Done, 0) // "that's your table booked"
		s.verbDone(true)
		return true
	}
	if !s.c.closed && s.fragmentary(i) && s.c.roles&lexicon.Negator == 0 {
		if s.c.content == 0 || s.names(i, w) {
			s.c.fragments = append(s.c.fragments, fragment{i, w.Verb, w.Base, s.c.mode})
		}
		s.c.before = group{claimed: true}
	}
	if w.Form(lexicon.Past) && !w.Form(lexicon.Base) && s.c.content > 0 && s.possessed(i+1) {
		s.others = true
	}
	s.c.content++
	return true
}

// actBefore reports whether the word before the participle at i names an act, and
// nothing else comes before it: "alert set for tomorrow".
func (s *scan) actBefore(i int) bool {
	return s.c.content == 1 && i > s.c.start && s.toks[i-1].known != nil && s.toks[i-1].known.Noun != "" && i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Preposition)
}

// fragmentary reports whether a participle without auxiliaries may claim: first in
// its line, or after its noun.
func (s *scan) fragmentary(i int) bool {
	if w := s.toks[i].known; w.Verb == "pay" && (s.c.content > 0 || !s.possessed(i+1)) || w.Base == "request" && !s.status {
		return false // "total paid $510", "exact change requested"
	}
	if s.labelled && i == s.c.start && !s.carried {
		return false // "Refund: returned to your card in five days"
	}
	if s.by(i+1) || s.due(i+1) {
		return false
	}
	if s.c.content > 0 {
		return s.follows(i+1) && !s.dated(i+1) && (!s.toks[s.c.start].is(lexicon.Determiner) || s.ends(i+1))
	}
	if s.titled && !s.follows(i+1) {
		return false // "Updated itinerary"
	}
	if s.c.start > 0 && !s.opened {
		return s.item && s.ends(i+1) // "…; paid with a card", but "- Tom – invited"
	}
	if s.follows(i + 1) {
		return !s.dated(i + 1)
	}
	next := s.toks[i+1]
	if next.mark != 0 || next.is(lexicon.Determiner|lexicon.Pronoun) || next.upper {
		return next.mark != ':'
	}
	return i+2 < len(s.toks) && (s.toks[i+2].is(lexicon.Preposition) || s.toks[i+2].number || s.toks[i+2].mark == '#' || s.toks[i+2].mark == '"' || s.toks[i+2].mark == '\'')
}

// due reports whether the rest of the clause says how long it will take: "credited
// back to your card in 5-7 business days".
func (s *scan) due(i int) bool {
	for end := i + 2*window; i < end && i+1 < len(s.toks) && s.toks[i].mark != ';' && s.toks[i].mark != ','; i++ {
		if s.toks[i].is(lexicon.Within) && s.toks[i+1].number {
			return true
		}
	}
	return false
}

// possessed reports whether token i begins the object of a telegram: "Paid your
// bill".
func (s *scan) possessed(i int) bool {
	return i < len(s.toks) && s.toks[i].is(lexicon.Determiner|lexicon.Possessive)
}

// names reports whether a fragment names an act: by its verb, or by a noun before
// a verb such as "processed".
func (s *scan) names(i int, w *lexicon.Word) bool {
	noun, _ := s.nounBefore(i)
	if w.Is(lexicon.Relational) || w.Verb == "pay" || w.Verb == Any || w.Verb == classIfNoun {
		return noun != "" && (noun != Any || !s.item) || s.opened && s.turned(i) || s.telegram(i) || w.Verb == Any && !w.Form(lexicon.Base) && s.c.content == 0 && !s.item && s.possessed(i+1)
	}
	return true
}

// telegram reports whether a thing and the participle at i are what the sentence says: "Deal updated."
func (s *scan) telegram(i int) bool {
	mark := s.toks[min(i+1, len(s.toks)-1)].mark
	plain := i == 1 || i == 2 && s.plain(1)
	return !s.item && !s.titled && s.c.start == 0 && plain && s.toks[0].upper && (mark == '.' || mark == '!' || i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Preposition) && !s.by(i+1) && !s.toks[i].known.Form(lexicon.Base))
}

// describes reports whether the participle at i stands before a noun that it
// describes: "the updated details".
func (s *scan) describes(i int) bool {
	return i > 0 && s.toks[i-1].is(lexicon.Determiner) && !s.toks[i-1].is(lexicon.Pronoun)
}

// follows reports whether token i may come after a participle that claims: an
// adverb, a preposition, a number, a mark or the end.
func (s *scan) follows(i int) bool {
	if s.ends(i) {
		return true
	}
	t := s.toks[i]
	return t.number || t.is(lexicon.Adverb|lexicon.Preposition|lexicon.And|lexicon.But|lexicon.Condition|lexicon.To)
}

func (s *scan) ends(i int) bool {
	return i >= len(s.toks) || s.toks[i].mark != 0 && s.toks[i].mark != ':' && s.toks[i].mark != '"' && s.toks[i].mark != '“'
}

// verbDone closes the group after its verb.
func (s *scan) verbDone(claimed bool) {
	s.c.before = group{roles: s.c.roles, subject: s.c.subject, claimed: claimed}
	s.c.closed, s.c.finite, s.c.modeVerb = true, true, true
	s.c.coordinated = false
	s.c.content = 0
}

// completeAt reads "is complete", "all set", "in progress".
func (s *scan) completeAt(i int) {
	w, roles := s.toks[i].known, s.c.roles
	bound := s.c.closed || roles&(lexicon.Modal|lexicon.Will|lexicon.To|lexicon.Do) != 0
	noun := s.c.noun
	subject := s.c.subject&(lexicon.User|lexicon.Pronoun) != 0
	switch {
	case bound || s.standing(i) || s.c.subject == lexicon.Agent && !w.Is(lexicon.Opener):
	case roles&(lexicon.Be|lexicon.Have|lexicon.Been|lexicon.Get) != 0 && (noun != "" || subject || s.c.content > 0 && w.Is(lexicon.Opener)):
		s.emit(i, orAny(noun), w.Base, negatedOr(roles, Done), s.c.subject&lexicon.User)
		s.verbDone(true)
		return
	case roles == 0 && noun != "" && s.follows(i+1) && !s.describes(i):
		s.c.fragments = append(s.c.fragments, fragment{i, noun, w.Base, s.c.mode})
	}
	s.contentAt(i)
}

func orAny(class string) string {
	if class == "" {
		return Any
	}
	return class
}

// stateAt reads what an act has brought about: "the lamp is off", "Ann no longer
// has access".
func (s *scan) stateAt(i int) bool {
	const other = lexicon.Modal | lexicon.Will | lexicon.To | lexicon.Do | lexicon.Been | lexicon.Have
	t, roles := s.toks[i], s.c.roles
	w := t.known
	switch {
	case w.Finite && s.c.subject&(lexicon.Agent|lexicon.User) != 0 && !w.Is(lexicon.Negator), roles&other != 0, s.c.subject == lexicon.Agent:
		return false
	case !w.Finite && !w.Is(lexicon.Negator) && (roles&lexicon.Be == 0 || roles&lexicon.Negator != 0 || s.c.closed || s.past(i) || s.standing(i)):
		return false
	case w.Is(lexicon.Negator) && !w.Finite && roles&lexicon.Be == 0:
		return false
	case !t.phrase && !s.ends(i+1) && !s.toks[i+1].is(lexicon.Condition) && !(s.toks[i+1].is(lexicon.Adverb) && !s.toks[i+1].is(lexicon.Preposition)):
		return false
	case w.Is(lexicon.Complete) && s.c.noun != "":
		return false // "the refund is on its way"
	}
	class, verb := w.State, ""
	if !t.phrase {
		verb = s.lower[t.start:t.end]
	}
	if s.c.noun != "" {
		class = Any // "the alert is on": it may have been set, or switched on
	}
	s.c.finite = true
	s.claims = append(s.claims, Claim{Class: class, Verb: verb, Manner: s.manner(State), Span: [2]int{s.toks[s.groupStart(i)].start, t.end}, Clause: [2]int{s.toks[s.c.start].start, t.end}})
	s.verbDone(true)
	return true
}

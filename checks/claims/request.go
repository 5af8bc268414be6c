package claims

import "troth/checks/lexicon"

// Request is what a user's message asks to be done.
type Request struct {
	// Classes are those of the acts that it speaks of doing.
	Classes []string
	// Assent: it agrees to what was offered ("yes", "go ahead").
	Assent bool
	// Closing: it thanks, or ends the conversation.
	Closing bool
	// Question: it asks something, and nothing to be done.
	Question bool
	// Thanked are the classes of acts that it gives thanks for: those were done.
	Thanked []string

	strong bool
}

// Specific reports whether an act with a class of its own is asked for.
func (q Request) Specific() bool { return q.strong }

// Request reads what a user's message asks for.
func (r *Reader) Request(message string) Request {
	var q Request
	s := r.scans.Get().(*scan)
	defer r.scans.Put(s)
	s.reset(message)
	thanks, addressed := false, false
	first := s.skipInterjections(s.tokens(0, len(message)))
	for i, t := range s.tokens(0, len(message)) {
		w := t.known
		q.Question = q.Question || t.mark == '?' || i == first && t.is(lexicon.Interrogative)
		addressed = addressed || s.addresses(i, i == first)
		q.Closing = q.Closing || w.Is(lexicon.Closing)
		thanks = t.mark != '.' && t.mark != '!' && t.mark != '?' && (thanks || w.Is(lexicon.Closing))
		if class := thankedFor(w); thanks && class != "" {
			q.Thanked = append(q.Thanked, class)
			continue
		}
		q.Assent = q.Assent || w.Is(lexicon.Assent) && (i < 3 || t.phrase || w.Form(lexicon.Base) || s.toks[i-1].mark != 0)
		if w == nil || w.Verb == "" || w.Verb == classSay || w.Verb == classRead || w.Verb == classIfNoun {
			continue
		}
		if (s.imperative(i) || s.wanted(i)) && !s.endsTalk(i+1) {
			noun, _ := s.actNear(i)
			class := w.Verb
			if class == classInform {
				class = s.informed(i, 0)
			}
			if class != classSay {
				q.add(class, noun)
			}
		}
	}
	q.Question = q.Question && !addressed && !q.Assent && len(q.Classes) == 0
	if q.Closing && !q.Assent && len(q.Classes) > 0 && !q.strong {
		q.Classes = nil
	}
	return q
}

// addresses reports whether the word at i begins what the user wants of the agent:
// "could you", "can I get", "I'd like". "Can I bring my dog" only asks.
func (s *scan) addresses(i int, first bool) bool {
	t := s.toks[i]
	having := i+1 < len(s.toks) && s.toks[i+1].is(lexicon.Get|lexicon.Have)
	if first && t.phrase {
		return having // "can i"
	}
	modal := i > 0 && s.toks[i-1].is(lexicon.Modal|lexicon.Will)
	return t.is(lexicon.Wish) || modal && (t.is(lexicon.User) || t.is(lexicon.Agent) && having)
}

// endsTalk reports whether the object at i is the conversation itself: "end this
// chat".
func (s *scan) endsTalk(i int) bool {
	for k := i; k < len(s.toks) && k < i+3 && s.toks[k].mark == 0; k++ {
		if s.toks[k].is(lexicon.Closing) {
			return true
		}
	}
	return false
}

// thankedFor is the class of the act in "thanks for cancelling it", "thank you for
// the refund".
func thankedFor(w *lexicon.Word) string {
	switch {
	case w.Form(lexicon.Ing) && w.Verb != classSay && w.Verb != classRead && w.Verb != classIfNoun:
		return w.Verb
	case w != nil && w.Noun != Any:
		return w.Noun
	}
	return ""
}

// add notes an act that is asked for. A verb such as "do" without an act beside it
// is weak: thanks may hold it.
func (q *Request) add(class, noun string) {
	if class == Any {
		class = orAny(noun)
	}
	q.strong = q.strong || class != Any
	q.Classes = append(q.Classes, class)
}

// imperative reports whether the base form at i is an order or a wish: first in
// its sentence, or after "please", "to", "you", "and" or the like.
func (s *scan) imperative(i int) bool {
	w := s.toks[i].known
	if !w.Form(lexicon.Base) || w.Noun != "" && !s.object(i+1) {
		return false
	}
	if i == 0 {
		return true
	}
	before := s.toks[i-1]
	if before.is(lexicon.Adverb) && i > 1 {
		before = s.toks[i-2]
	}
	if before.is(lexicon.User) && i > 1 && s.toks[i-2].is(lexicon.Do) {
		return false // "did you cancel it?"
	}
	return before.mark != 0 || before.is(lexicon.To|lexicon.User|lexicon.And|lexicon.But|lexicon.Wish|lexicon.Modal|lexicon.Will|lexicon.Interjection|lexicon.Assent|lexicon.Agent)
}

// object reports whether token i may begin the object of a verb that is a noun
// too: "return the shoes", not "the return".
func (s *scan) object(i int) bool {
	return i < len(s.toks) && s.toks[i].is(lexicon.Determiner|lexicon.Possessive|lexicon.Pronoun|lexicon.And|lexicon.Preposition) || i < len(s.toks) && (s.toks[i].mark == '#' || s.toks[i].number)
}

// wanted reports whether a participle is wished for: "I want it cancelled".
func (s *scan) wanted(i int) bool {
	if !s.toks[i].known.Form(lexicon.Participle) {
		return false
	}
	for k := i - 1; k >= 0 && k > i-6 && s.toks[k].mark == 0; k-- {
		if s.toks[k].is(lexicon.Wish | lexicon.Get) {
			return true
		}
	}
	return false
}

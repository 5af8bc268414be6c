package claims

import "troth/checks/lexicon"

// Request is what a user's message asks to be done.
type Request struct {
	// Classes are those of the acts that it speaks of doing.
	Classes []string
	// Assent: it agrees to what was offered ("yes", "go ahead").
	Assent bool
}

// Request reads what a user's message asks for.
func (r *Reader) Request(message string) Request {
	var q Request
	s := r.scans.Get().(*scan)
	defer r.scans.Put(s)
	s.reset(message)
	for i, t := range s.tokens(0, len(message)) {
		w := t.known
		if w.Is(lexicon.Assent) && (i < 4 || t.phrase || w.Form(lexicon.Base)) {
			q.Assent = true
		}
		if w == nil || w.Verb == "" || w.Verb == classSay || w.Verb == classRead || w.Verb == classIfNoun {
			continue
		}
		if w.Form(lexicon.Base|lexicon.Ing) && !s.nominal(i) || s.wanted(i) {
			q.Classes = append(q.Classes, w.Verb)
			if w.Verb == Any {
				if noun := s.actNear(i); noun != "" {
					q.Classes[len(q.Classes)-1] = noun
				}
			}
		}
	}
	return q
}

// wanted reports whether a participle is wished for: "I want it cancelled".
func (s *scan) wanted(i int) bool {
	for k := i - 1; k >= 0 && k > i-8 && s.toks[k].mark == 0; k-- {
		if s.toks[k].is(lexicon.Wish | lexicon.Get) {
			return true
		}
	}
	return false
}

// nominal reports whether the word at i is a noun here: "this exchange", "for
// confirming".
func (s *scan) nominal(i int) bool {
	if i == 0 {
		return false
	}
	before := s.toks[i-1]
	return before.is(lexicon.Determiner|lexicon.Possessive|lexicon.Preposition) && !before.is(lexicon.To)
}

package claims

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"troth/checks/lexicon"
)

// token is a word, a phrase, a number, a mark or a symbol.
type token struct {
	start, end int
	// known is what the lexicon knows of it; nil for other words.
	known *lexicon.Word
	// mark is the rune of punctuation; 0 for words.
	mark rune
	// number: digits come first.
	number bool
	// upper: it begins with a capital; phrase: it is of several words.
	upper, phrase bool
}

func (t token) is(r lexicon.Role) bool { return t.known.Is(r) }
func (t token) word() bool             { return t.mark == 0 }

// content reports whether the token is a word with a meaning of its own: it ends
// a group of auxiliaries.
func (t token) content() bool {
	return t.mark == 0 && !t.is(lexicon.Adverb|lexicon.Have|lexicon.Be|lexicon.Been|lexicon.Being|lexicon.Do|lexicon.Modal|lexicon.Will|lexicon.To|lexicon.Negator|lexicon.Get|lexicon.Now|lexicon.Earlier|lexicon.Interjection)
}

// tokens cuts text[start:end], which is in lower case, into tokens (UAX #29) and
// puts phrases of the lexicon together.
func (s *scan) tokens(start, end int) []token {
	s.raw = s.raw[:0]
	it := words.FromString(s.lower[start:end])
	for it.Next() {
		s.addRaw(start+it.Start(), start+it.End())
	}
	s.toks = s.toks[:0]
	s.supposed = false
	for i := 0; i < len(s.raw); i++ {
		t := s.raw[i]
		if at := s.contracted(i); at > 0 {
			s.toks = append(s.toks, token{start: t.start, end: at, known: s.lookup(s.lower[t.start:at]), upper: t.upper})
			t = token{start: at, end: t.end, known: s.lexicon.Word(s.auxiliaryOf(i))}
		}
		phrase, n := t.known.Phrase(func(k int) string { return s.rawText(i + 1 + k) })
		switch {
		case phrase == nil:
			if verb := s.parted(i); verb != nil {
				t.known = verb
			}
		case phrase.Roles&^telling == 0 && phrase.Verb == "" && phrase.State == "" && !phrase.Idiom:
			s.tell(phrase, t.start, s.raw[i+n].end)
		default:
			t.known, t.end, t.phrase = phrase, s.raw[i+n].end, true
			i += n
		}
		s.tell(t.known, t.start, t.end)
		s.toks = append(s.toks, t)
	}
	return s.toks
}

// contracted reports where in the word at i "is" or "has" begins that is drawn
// together with its noun: "the alert's on", "your money's already been sent back";
// 0 where there is none, as in "Ann's booking".
func (s *scan) contracted(i int) int {
	t := s.raw[i]
	if t.known != nil || t.mark != 0 || t.end-t.start < 3 || s.lower[t.end-1] != 's' {
		return 0
	}
	at := t.end - 1
	for _, mark := range []string{"'", "’"} {
		if strings.HasSuffix(s.lower[t.start:at], mark) && at-len(mark) > t.start {
			if s.predicate(i + 1) {
				return at - len(mark)
			}
		}
	}
	return 0
}

// predicate reports whether what begins at raw token i can follow "is" or "has",
// and no noun.
func (s *scan) predicate(i int) bool {
	for i < len(s.raw) && s.raw[i].is(lexicon.Adverb|lexicon.Negator) && !s.raw[i].is(lexicon.Preposition) {
		i++
	}
	if i >= len(s.raw) {
		return false
	}
	t := s.raw[i]
	phrase, n := t.known.Phrase(func(k int) string { return s.rawText(i + 1 + k) })
	ended := i+1 >= len(s.raw) || s.raw[i+1].mark != 0
	switch {
	case t.is(lexicon.Been), phrase != nil && n > 0 && (phrase.State != "" || phrase.Is(lexicon.Complete)):
		return true
	case t.known != nil && t.known.State != "":
		return ended
	case t.known.Form(lexicon.Participle) && !t.known.Form(lexicon.Base):
		return ended || s.raw[i+1].is(lexicon.Preposition)
	}
	return false
}

// auxiliaryOf is the verb that the contraction at raw token i stands for.
func (s *scan) auxiliaryOf(i int) string {
	for i++; i < len(s.raw) && s.raw[i].is(lexicon.Adverb|lexicon.Negator); i++ {
	}
	if i < len(s.raw) && s.raw[i].is(lexicon.Been) {
		return "has"
	}
	return "is"
}

// parted is the verb of the word at i and of what a pronoun parts from it: "topped
// it up". Of a verb such as "let … know", more words may stand between. It is nil
// where there is none.
func (s *scan) parted(i int) *lexicon.Word {
	first := s.raw[i]
	if !first.known.Parts() || first.is(auxiliaries) {
		return nil
	}
	for gap := 1; gap <= mostParted && i+gap < len(s.raw) && s.raw[i+gap].mark == 0; gap++ {
		last := i + gap + 1
		if last >= len(s.raw) || s.raw[last].mark != 0 {
			return nil
		}
		verb, n := first.known.Phrase(func(k int) string { return s.rawText(last + k) })
		if n != 1 || verb.Verb == "" {
			continue
		}
		if s.raw[last].is(lexicon.Preposition|lexicon.Adverb) && (gap > 1 || !s.raw[i+1].is(lexicon.Pronoun|lexicon.User|lexicon.That)) {
			return nil
		}
		if s.raw[i+1].is(lexicon.Asker) {
			return nil
		}
		return verb
	}
	return nil
}

// mostParted is how many words may part a verb.
const mostParted = 4

// telling roles say what a sentence tells; such phrases leave their words as they
// are.
const telling = lexicon.Failure | lexicon.Unknown | lexicon.Absence | lexicon.Breakdown | lexicon.Widened

// tell notes what the words at [start, end) tell, beside what is claimed.
func (s *scan) tell(w *lexicon.Word, start, end int) {
	if w == nil {
		return
	}
	s.told.Failure = s.told.Failure || w.Is(lexicon.Failure|lexicon.Unachieved)
	s.told.Unknown = s.told.Unknown || w.Is(lexicon.Unknown)
	s.told.Widened = s.told.Widened || w.Is(lexicon.Widened)
	s.told.Offer = s.told.Offer || w.Is(lexicon.Assent) || w.Form(lexicon.Base) && w.Verb == classIfNoun
	if w.Is(lexicon.Absence) {
		s.told.Absences = append(s.told.Absences, [2]int{start, end})
	}
	s.supposed = s.supposed || w.Is(lexicon.Condition)
	if w.Is(lexicon.Breakdown) && !s.supposed {
		s.told.Breakdowns = append(s.told.Breakdowns, [2]int{start, end})
	}
}

func (s *scan) addRaw(start, end int) {
	text := strings.Trim(s.lower[start:end], "_")
	start += strings.Index(s.lower[start:end], text)
	end = start + len(text)
	r, size := utf8.DecodeRuneInString(text)
	if text == "" || unicode.IsSpace(r) || r == '*' || r == '`' {
		return
	}
	t := token{start: start, end: end}
	switch {
	case unicode.IsDigit(r):
		t.number = true
	case unicode.IsLetter(r):
		t.known = s.lookup(text)
		first, _ := utf8.DecodeRuneInString(s.reply[start:])
		t.upper = unicode.IsUpper(first)
		s.count(t)
	default:
		t.known = s.lexicon.Word(text)
		t.mark = r
		if t.known == nil && size < len(text) {
			t.known = s.lexicon.Word(text[:size])
		}
		if t.known.Is(lexicon.And) { // "&"
			t.mark = 0
		}
	}
	s.raw = append(s.raw, t)
}

// count counts words for the share that the lexicon knows. A word with a capital
// that it does not know may be a name, and says nothing of the language.
func (s *scan) count(t token) {
	if t.known != nil {
		s.told.Known++
	}
	if t.known != nil || !t.upper {
		s.told.Words++
	}
}

func (s *scan) lookup(text string) *lexicon.Word {
	if w := s.lexicon.Word(text); w != nil {
		return w
	}
	if strings.Contains(text, "’") {
		return s.lexicon.Word(strings.ReplaceAll(text, "’", "'"))
	}
	if strings.HasSuffix(text, "ly") && len(text) > 4 {
		return adverb
	}
	return nil
}

var adverb = &lexicon.Word{Roles: lexicon.Adverb}

func (s *scan) rawText(i int) string {
	if i >= len(s.raw) {
		return ""
	}
	text := s.lower[s.raw[i].start:s.raw[i].end]
	if strings.Contains(text, "’") {
		return strings.ReplaceAll(text, "’", "'")
	}
	return text
}

// lower gives text in lower case with every byte in its place: runes whose lower
// case has another length stay as they are.
func lower(text string) string {
	plain := true
	for i := 0; i < len(text); i++ {
		if c := text[i]; 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return text
	}
	b := []byte(text)
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			if 'A' <= b[i] && b[i] <= 'Z' {
				b[i] += 'a' - 'A'
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if l := unicode.ToLower(r); r != utf8.RuneError && l != r && utf8.RuneLen(l) == size {
			utf8.EncodeRune(b[i:], l)
		}
		i += size
	}
	return string(b)
}

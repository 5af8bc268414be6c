package apprules

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// matcher finds phrases in a text by whole words, whatever their case. A word
// that ends in * stands for every word that begins so.
type matcher struct {
	byFirst map[string][]phrase
	// open are the phrases whose first word ends in *.
	open []phrase
}

type phrase []word

type word struct {
	text   string
	prefix bool
}

func (w word) fits(got []byte) bool {
	if w.prefix {
		return len(got) >= len(w.text) && string(got[:len(w.text)]) == w.text
	}
	return string(got) == w.text
}

// newMatcher prepares phrases. One without any word matches nothing.
func newMatcher(phrases []string) *matcher {
	m := &matcher{byFirst: map[string][]phrase{}}
	for _, text := range phrases {
		p := newPhrase(text)
		switch {
		case len(p) == 0:
		case p[0].prefix:
			m.open = append(m.open, p)
		default:
			m.byFirst[p[0].text] = append(m.byFirst[p[0].text], p)
		}
	}
	return m
}

func newPhrase(text string) phrase {
	var p phrase
	var buf [64]byte
	for at := 0; ; {
		start, end, lower := nextWord(text, at, buf[:0])
		if start == end {
			return p
		}
		p = append(p, word{string(lower), strings.HasPrefix(text[end:], "*")})
		at = end
	}
}

// phraseError says why phrases are of no use; nil when they are.
func phraseError(phrases []string) error {
	if len(phrases) == 0 {
		return errors.New("the list of phrases is empty, so nothing can match; name at least one")
	}
	for _, text := range phrases {
		if len(newPhrase(text)) == 0 {
			return fmt.Errorf("the phrase %q has no word, so nothing can match; use letters or digits", text)
		}
	}
	return nil
}

// find gives the span of the first phrase in text; of those that begin at the
// same word, the longest.
func (m *matcher) find(text string) (start, end int, found bool) {
	var buf [64]byte
	for at := 0; ; {
		from, to, lower := nextWord(text, at, buf[:0])
		if from == to {
			return 0, 0, false
		}
		longest := m.longest(text, to, m.byFirst[string(lower)], -1)
		for _, p := range m.open {
			if p[0].fits(lower) {
				longest = m.longest(text, to, []phrase{p}, longest)
			}
		}
		if longest >= 0 {
			return from, longest, true
		}
		at = to
	}
}

// longest is the end of the longest of phrases, whose first word ends at to, or
// best when none is longer.
func (m *matcher) longest(text string, to int, phrases []phrase, best int) int {
	for _, p := range phrases {
		if end, ok := p.rest(text, to); ok && end > best {
			best = end
		}
	}
	return best
}

// rest matches all words but the first, from at on.
func (p phrase) rest(text string, at int) (int, bool) {
	var buf [64]byte
	for _, w := range p[1:] {
		start, end, lower := nextWord(text, at, buf[:0])
		if start == end || !w.fits(lower) || strings.ContainsAny(text[at:start], "!?;\n") {
			return 0, false
		}
		at = end
	}
	return at, true
}

// nextWord gives the span of the first word at or after at, and the word in
// lower case, appended to buf; an empty span when there is none. An apostrophe
// within a word belongs to it, in either form.
func nextWord(text string, at int, buf []byte) (start, end int, lower []byte) {
	start = -1
	for i := at; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf && isWordRune(rune(c)) { // most of English
			if start < 0 {
				start = i
			}
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			buf = append(buf, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case isWordRune(r):
			if start < 0 {
				start = i
			}
			buf = utf8.AppendRune(buf, unicode.ToLower(r))
		case start >= 0 && isApostrophe(r) && startsWord(text[i+size:]):
			buf = append(buf, '\'')
		case start >= 0:
			return start, i, buf
		}
		i += size
	}
	if start < 0 {
		return len(text), len(text), buf
	}
	return start, len(text), buf
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

func startsWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return isWordRune(r)
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

package lexicon

import (
	"fmt"
	"sort"
	"strings"
)

// Lexicon is one language's words, ready to be looked up. It is safe for
// concurrent use.
type Lexicon struct {
	// Language is the BCP 47 tag.
	Language string

	words         map[string]*Word
	classes       map[string]string // by base form, as verbs and tools write it
	near          map[string]map[string]bool
	prevails      map[string]map[string]bool
	abbreviations map[string]bool
}

// Word gives what is known of a word in lower case, or nil.
func (l *Lexicon) Word(word string) *Word { return l.words[word] }

// Abbreviation reports whether a full stop after the word ends no sentence.
func (l *Lexicon) Abbreviation(word string) bool { return l.abbreviations[word] }

// ClassOf gives the class of what a tool does: that of the verb, where the
// lexicon knows it, else the verb itself.
func (l *Lexicon) ClassOf(does string) string {
	if class, known := l.classes[does]; known {
		return class
	}
	return does
}

// Act reports whether what a tool is said to do is an act that verbs claim: by the
// class's name, or by a verb of it.
func (l *Lexicon) Act(does string) bool {
	class := l.ClassOf(does)
	return l.near[class] != nil
}

// Near reports whether people use the class claim for an act of class done.
func (l *Lexicon) Near(claim, done string) bool {
	return claim == done || l.near[claim][done]
}

// Prevails reports whether an act that a noun of class noun names is that act,
// with a verb of class verb too.
func (l *Lexicon) Prevails(noun, verb string) bool { return l.prevails[noun][verb] }

func build(f file) (*Lexicon, error) {
	l := &Lexicon{Language: f.Language, words: map[string]*Word{}, classes: map[string]string{}, near: map[string]map[string]bool{}, prevails: map[string]map[string]bool{}, abbreviations: map[string]bool{}}
	for name, words := range f.Words {
		role, known := roles[name]
		if !known {
			return nil, fmt.Errorf("words.%s: no such role; known are %s", name, strings.Join(roleNames(), ", "))
		}
		for _, w := range words {
			l.entry(w, " ").Roles |= role
		}
	}
	if err := l.addVerbs(f.Verbs); err != nil {
		return nil, err
	}
	for class, nouns := range f.Nouns {
		for _, n := range nouns {
			l.entry(n, " ").Noun = class
		}
	}
	for _, text := range f.Idioms {
		l.entry(text, " ").Idiom = true
	}
	for class, states := range f.States {
		for _, s := range states {
			l.addState(s, class)
		}
	}
	if err := l.addContractions(f.Contractions); err != nil {
		return nil, err
	}
	for class, others := range f.Near {
		l.near[class] = set(others)
	}
	for noun, verbs := range f.Prevails {
		l.prevails[noun] = set(verbs)
	}
	for does, class := range f.Aliases {
		l.classes[does] = class
	}
	l.abbreviations = set(f.Abbreviations)
	l.sortPhrases()
	return l, nil
}

// entry gives the word or phrase, made where it is new.
func (l *Lexicon) entry(text, separator string) *Word {
	parts := strings.Split(text, separator)
	first := l.words[parts[0]]
	if first == nil {
		first = &Word{}
		l.words[parts[0]] = first
	}
	if len(parts) == 1 {
		return first
	}
	for _, p := range first.phrases {
		if strings.Join(p.rest, " ") == strings.Join(parts[1:], " ") {
			return p.word
		}
	}
	w := &Word{}
	first.phrases = append(first.phrases, phrase{parts[1:], w})
	return w
}

func (l *Lexicon) addVerbs(verbs map[string][]string) error {
	for class, list := range verbs {
		for _, line := range list {
			forms := strings.Fields(line)
			if len(forms) != 5 {
				return fmt.Errorf("verbs.%s: %q has %d forms, not five (base, third, past, participle, -ing)", class, line, len(forms))
			}
			for i, spellings := range forms {
				for _, s := range strings.Split(spellings, "|") {
					if err := l.addForm(s, class, forms[0], Form(1<<i)); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func (l *Lexicon) addForm(text, class, base string, form Form) error {
	w := l.entry(text, "_")
	if w.Verb != "" && w.Verb != class {
		return fmt.Errorf("verbs: %q is a form of both %q (%s) and %q (%s)", text, w.Base, w.Verb, base, class)
	}
	w.Verb, w.Base, w.Forms = class, base, w.Forms|form
	if form == Base {
		l.classes[base] = class
	}
	return nil
}

// addState notes a state of the class; ~ says that it holds its verb.
func (l *Lexicon) addState(text, class string) {
	text, finite := strings.CutPrefix(text, "~")
	w := l.entry(text, " ")
	w.State, w.Finite = class, finite
}

func (l *Lexicon) addContractions(contractions map[string][]string) error {
	for text, parts := range contractions {
		w := l.entry(text, " ")
		for _, part := range parts {
			p := l.words[part]
			if p == nil {
				return fmt.Errorf("contractions.%s: no word %q", text, part)
			}
			w.Roles |= p.Roles &^ contextual
		}
	}
	return nil
}

// contextual roles are of the bare word only: "are" opens a question, "you're"
// does not.
const contextual = Interrogative | Failure | Earlier | Now | Opener | Interjection | Adverb

func (l *Lexicon) sortPhrases() {
	for _, w := range l.words {
		for _, p := range w.phrases {
			w.parts = w.parts || len(p.rest) == 1 && p.word.Verb != ""
		}
		sort.Slice(w.phrases, func(i, j int) bool {
			a, b := w.phrases[i], w.phrases[j]
			if len(a.rest) != len(b.rest) {
				return len(a.rest) > len(b.rest)
			}
			return strings.Join(a.rest, " ") < strings.Join(b.rest, " ")
		})
	}
}

func roleNames() []string {
	names := make([]string, 0, len(roles))
	for name := range roles {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func set(words []string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}

package lexicon_test

import (
	"strings"
	"testing"

	"troth/checks/lexicon"
)

func english(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Load("en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestALanguageWithoutALexiconIsAnError(t *testing.T) {
	_, err := lexicon.Load("tlh")
	if err == nil || !strings.HasPrefix(err.Error(), "no_lexicon: ") || !strings.Contains(err.Error(), "[en]") {
		t.Errorf("error = %v", err)
	}
}

func TestFormsOfAVerb(t *testing.T) {
	l := english(t)
	cases := []struct {
		word string
		form lexicon.Form
		base string
	}{
		{"cancel", lexicon.Base, "cancel"}, {"cancels", lexicon.Third, "cancel"},
		{"cancelled", lexicon.Participle, "cancel"}, {"canceled", lexicon.Past, "cancel"},
		{"booking", lexicon.Ing, "book"}, {"sent", lexicon.Past, "send"},
	}
	for _, c := range cases {
		if w := l.Word(c.word); !w.Form(c.form) || w.Base != c.base {
			t.Errorf("%s: %+v, want form %d of %s", c.word, w, c.form, c.base)
		}
	}
	if l.Word("qwertz").Form(lexicon.Base) {
		t.Error("an unknown word has no form")
	}
}

func TestTheLongestPhraseIsFound(t *testing.T) {
	words := []string{"able", "to", "come"}
	w, n := english(t).Word("been").Phrase(func(i int) string { return append(words, "")[min(i, len(words))] })
	if n != 2 || !w.Is(lexicon.Achieved) {
		t.Errorf("phrase of %d words more, %+v", n, w)
	}
}

func TestClassesThatPeopleUseForAnother(t *testing.T) {
	l := english(t)
	if !l.Near("cancel", "cancel") || l.Near("send", "cancel") {
		t.Error("a class is near itself, and sending is not cancelling")
	}
	if l.ClassOf("reserve") != "book" || l.ClassOf("frobnicate") != "frobnicate" {
		t.Errorf("reserve is of class %q", l.ClassOf("reserve"))
	}
}

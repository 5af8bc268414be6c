package lexicon

import "testing"

func TestLoad(t *testing.T) {
	if _, err := Load("en"); err != nil {
		t.Fatal(err)
	}
}

package claims_test

import (
	"fmt"
	"os"
	"testing"

	"troth/checks/claims"
	"troth/checks/lexicon"
)

func TestZZ(t *testing.T) {
	l, _ := lexicon.Load("en")
	r := claims.NewReader(l)
	text := os.Getenv("T")
	for _, c := range r.Read(text).Claims {
		fmt.Printf("%-10s %-8s %-12s %-6s %-8s [%s] in {%s}\n", c.Class, c.Verb, c.Manner, c.Person, c.Time, text[c.Span[0]:c.Span[1]], text[c.Clause[0]:c.Clause[1]])
	}
}

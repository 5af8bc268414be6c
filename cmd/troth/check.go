package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"troth/checks"
	"troth/checks/corpus"
)

type checkCmd struct {
	Corpus   string `required:"" placeholder:"FILE" help:"Recorded replies, one JSON object a line; - reads them from standard input."`
	Domains  string `placeholder:"FILE" help:"What each writing tool does, by domain. Without it, tools do what the first word of their name says."`
	Language string `default:"en" help:"Language of the replies, as a BCP 47 tag."`
	JSON     bool   `name:"json" help:"Print the counts and the findings as JSON."`
	Flagged  bool   `help:"List the replies that claim rules flag, with the words they rest on."`
}

// Run judges the corpus and prints what the rules found, by label and variant.
func (c *checkCmd) Run(out *output) error {
	domains, err := c.readDomains()
	if err != nil {
		return err
	}
	rows, err := c.readRows()
	if err != nil {
		return err
	}
	judge, err := checks.NewJudge(c.Language, nil)
	if err != nil {
		return err
	}
	report := corpus.Judge(judge, rows, domains, time.Now)
	if c.JSON {
		return json.NewEncoder(out.stdout).Encode(report)
	}
	if err := printGroups(out.stdout, report.Groups); err != nil {
		return err
	}
	if c.Flagged {
		for _, f := range report.Flagged {
			fmt.Fprintf(out.stdout, "%s  %s  %q\n", f.ID, f.Rule, f.Quote)
		}
	}
	return nil
}

func (c *checkCmd) readDomains() (corpus.Domains, error) {
	if c.Domains == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.Domains)
	if err != nil {
		return nil, &corpus.Error{Code: "domains_invalid", Text: err.Error()}
	}
	return corpus.ReadDomains(text)
}

func (c *checkCmd) readRows() ([]corpus.Row, error) {
	if c.Corpus == "-" {
		return corpus.ReadRows(os.Stdin, "standard input")
	}
	file, err := os.Open(c.Corpus)
	if err != nil {
		return nil, &corpus.Error{Code: "corpus_invalid", Text: err.Error()}
	}
	defer file.Close()
	return corpus.ReadRows(file, c.Corpus)
}

// printGroups prints a line for each label and variant: how many replies, how
// many of them claim rules flagged, which rules fired, and the time a reply took
// at the median and the 95th percentile.
func printGroups(w io.Writer, groups []corpus.Group) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "label\tvariant\treplies\tflagged\tshare\tp50\tp95\trules")
	for _, g := range groups {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.1f %%\t%.0f µs\t%.0f µs\t%s\n", g.Label, g.Variant, g.Replies, g.Flagged,
			100*float64(g.Flagged)/float64(g.Replies), g.P50, g.P95, counts(g.Rules))
	}
	return t.Flush()
}

func counts(rules map[string]int) string {
	list := make([]string, 0, len(rules))
	for id, n := range rules {
		list = append(list, fmt.Sprintf("%s %d", id, n))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

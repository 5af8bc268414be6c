package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"troth/agent/turn"
)

// printReply writes a reply for a person.
func printReply(w io.Writer, r turn.Reply) {
	fmt.Fprintln(w, r.Text)
	for _, c := range r.Cards {
		fmt.Fprintf(w, "\n  ┌ %s\n", c.Title)
		for _, line := range c.Lines {
			fmt.Fprintf(w, "  │ %s\n", line)
		}
	}
	printList(w, "Receipts:", receiptTexts(r.Receipts), "✓ ")
	printList(w, "You could say:", r.Suggestions, "- ")
}

func receiptTexts(receipts []turn.Receipt) []string {
	texts := make([]string, len(receipts))
	for i, r := range receipts {
		texts[i] = r.Text
	}
	return texts
}

func printList(w io.Writer, title string, lines []string, mark string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, line := range lines {
		fmt.Fprintf(w, "  %s%s\n", mark, line)
	}
}

// printTrace writes the steps of a turn for a person.
func printTrace(w io.Writer, c turn.Closed) {
	t := c.Turn
	fmt.Fprintf(w, "turn %s of %s: %s says %q\n", t.ID, t.App, t.User.ID, t.Message.Text)
	fmt.Fprintf(w, "clock %s %s; model %s; budget %d steps, %d corrections, %d tool calls, %d s\n",
		t.Clock.Weekday, t.Clock.Now.Format("2006-01-02 15:04 -07:00"), t.Contract.Model,
		t.Contract.Budget.Steps, t.Contract.Budget.Corrections, t.Contract.Budget.ToolCalls, t.Contract.Budget.Seconds)
	for _, s := range t.Steps {
		printStep(w, s)
	}
	if c.Failure.Error != "" {
		fmt.Fprintf(w, "ended early: %s: %s\n", c.Failure.Error, oneLine(c.Failure.Cause))
	}
	if c.Reply.Overridden {
		fmt.Fprintln(w, "backstop: override: code wrote the reply")
		printFindings(w, c.Verdict)
		return
	}
	fmt.Fprintln(w, "backstop: pass")
}

func printStep(w io.Writer, s turn.Step) {
	forced := ""
	if s.Forced {
		forced = " (answer withdrawn: a tool call was demanded)"
	}
	fmt.Fprintf(w, "step %d%s\n", s.N, forced)
	for _, d := range turn.Dones([]turn.Step{s}) {
		args, _ := json.Marshal(d.Call.Args)
		fmt.Fprintf(w, "  call %s %s %s\n", d.Call.ID, d.Call.Tool, args)
		fmt.Fprintf(w, "    → %s %s (%d ms) %s\n", d.Result.Status, d.Result.Code, d.Result.Millis, oneLine(resultText(d.Result)))
		for _, note := range d.Result.Notes {
			fmt.Fprintf(w, "    note: %s\n", note)
		}
	}
	if s.Answer != nil {
		fmt.Fprintf(w, "  answer %q\n", s.Answer.Reply)
	}
	if s.Verdict != nil {
		fmt.Fprintf(w, "  check: %s\n", s.Verdict.Decision)
		printFindings(w, *s.Verdict)
		if s.Verdict.Correction != "" {
			fmt.Fprintf(w, "    correction (%s): %s\n", s.Verdict.Fix, oneLine(s.Verdict.Correction))
		}
	}
}

func resultText(r turn.ToolResult) string {
	if len(r.Data) > 0 {
		return string(r.Data)
	}
	return r.Text
}

func printFindings(w io.Writer, v turn.Verdict) {
	for _, f := range v.Findings {
		fmt.Fprintf(w, "    finding %s at %d-%d %q evidence %v\n", f.Rule, f.Span[0], f.Span[1], f.Quote, f.Evidence)
	}
}

// lineWidth is where a trace cuts long texts, in runes.
const lineWidth = 300

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > lineWidth {
		return string(runes[:lineWidth]) + "…"
	}
	return text
}

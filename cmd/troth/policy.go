package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"troth/agent/permit"
)

type policyCmd struct {
	Test policyTestCmd `cmd:"" help:"Decide the calls of an app's policy_tests.yaml, and say which are not as expected."`
}

type policyTestCmd struct {
	Dir  string `arg:"" placeholder:"APP_DIR" help:"The app's folder, such as apps/coach." type:"existingdir"`
	JSON bool   `name:"json" help:"Print the decisions as JSON."`
}

// Run prints the decisions, one a line, and fails when one is not as expected.
func (c *policyTestCmd) Run(out *output) error {
	outcomes, err := permit.Test(c.Dir)
	if err != nil {
		return err
	}
	failed := 0
	for _, o := range outcomes {
		if !o.Passed {
			failed++
		}
	}
	if c.JSON {
		err = json.NewEncoder(out.stdout).Encode(map[string]any{"cases": outcomes, "passed": len(outcomes) - failed, "failed": failed})
	} else {
		printOutcomes(out.stdout, outcomes)
		_, err = fmt.Fprintf(out.stdout, "%d passed, %d failed\n", len(outcomes)-failed, failed)
	}
	if err == nil && failed > 0 {
		return errFailed
	}
	return err
}

func printOutcomes(w io.Writer, outcomes []permit.Outcome) {
	for _, o := range outcomes {
		mark, why := "ok  ", ""
		if !o.Passed {
			mark, why = "FAIL", " ("+o.Why+")"
		}
		who := o.User
		if who == "" {
			who = "a guest"
		}
		by := strings.Join(o.Policies, ", ")
		if by == "" {
			by = "no policy"
		}
		fmt.Fprintf(w, "%s  %s: %s %s: %s by %s%s\n", mark, o.Name, who, o.Tool, o.Got, by, why)
	}
}

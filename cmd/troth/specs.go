package main

import (
	"encoding/json"
	"fmt"

	"troth/agent/app"
	"troth/agent/tools"
	"troth/checks"
)

type specsCmd struct {
	Check specsCheckCmd `cmd:"" help:"Say what of an app's specs and tools.yaml has to change, with file and line."`
}

type specsCheckCmd struct {
	Dir    string `arg:"" placeholder:"DIR" help:"The app's folder, such as apps/coach." type:"existingdir"`
	JSON   bool   `name:"json" help:"Print the problems as JSON."`
	Strict bool   `help:"Fail on warnings as well."`
}

// Run prints the problems, one a line, and fails when there is one that is no
// warning.
func (c *specsCheckCmd) Run(out *output) error {
	acts, err := checks.Acts(c.language())
	if err != nil {
		return err
	}
	problems, err := tools.Check(c.Dir, acts)
	if err != nil {
		return err
	}
	wrong, warned := 0, 0
	for _, p := range problems {
		if p.Warning {
			warned++
		} else {
			wrong++
		}
	}
	if c.JSON {
		if problems == nil {
			problems = []tools.Problem{}
		}
		if err := json.NewEncoder(out.stdout).Encode(map[string]any{"problems": problems}); err != nil {
			return err
		}
	} else {
		for _, p := range problems {
			fmt.Fprintln(out.stdout, line(p))
		}
		fmt.Fprintf(out.stdout, "%s, %s\n", counted(wrong, "problem"), counted(warned, "warning"))
	}
	if wrong > 0 || c.Strict && warned > 0 {
		return errFailed
	}
	return nil
}

// language is the app's; English where there is no app.yaml yet.
func (c *specsCheckCmd) language() string {
	a, err := app.Load(c.Dir)
	if err != nil {
		return "en"
	}
	return a.Language
}

func line(p tools.Problem) string {
	kind := "error"
	if p.Warning {
		kind = "warning"
	}
	text := fmt.Sprintf("%s:%d: %s: %s: ", p.File, p.Line, kind, p.Code)
	if p.Tool != "" {
		text += p.Tool + ": "
	}
	return text + p.Text
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

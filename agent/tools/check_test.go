package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"troth/agent/tools"
)

// club is a spec with what policies get wrong.
const club = `openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /classes:
    get:
      operationId: findClasses
      parameters: [{name: tag, in: query, schema: {type: string}}]
      responses:
        "200":
          description: Classes.
          content:
            application/json:
              schema:
                type: object
                properties:
                  classes:
                    type: array
                    items:
                      allOf:
                        - {type: object, properties: {id: {type: string}}}
                        - {type: object, properties: {coach: {type: object, properties: {name: {type: string}}}, extra: {type: object}}}
    post:
      operationId: book
      requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: string}, how: {oneOf: [{type: string}, {type: integer}]}}}}}}
      responses: {"200": {description: Booked.}}
    delete:
      responses: {"200": {description: Gone.}}
    put:
      operationId: remove
      responses: {"200": {description: Gone.}}
    patch:
      operationId: a_name_that_is_much_too_long_for_any_model_to_be_offered_as_a_tool
      responses: {"200": {description: Done.}}
  /forms:
    post:
      operationId: upload.form
      requestBody: {content: {multipart/form-data: {schema: {type: object}}}}
      parameters: [{name: ids, in: query, explode: false, schema: {type: array, items: {type: string}}}]
      responses: {"200": {description: Done.}}
`

// known are the acts of these tests.
func known(class string) bool { return class != "juggle" }

const clubPolicy = `groups:
  g: {spec: s.yaml, identity: user}
tools:
  findClasses:
    effect: read
    record: class
    id: number
    list: classes
    show: [id, coach.name, coach.mail, extra.any]
    inject: {lat: location.lat}
    from: {tag: [user, model]}
  book:
    effect: write
  cancel:
    effect: write
  remove: {effect: write, does: juggle, idempotency: none}
`

func TestCheckNamesFileAndLine(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tools.yaml", clubPolicy)
	write(t, dir, "s.yaml", club)
	problems, err := tools.Check(dir, known)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		kind := "error"
		if p.Warning {
			kind = "warning"
		}
		got = append(got, fmt.Sprintf("%s:%d %s %s %s", filepath.Base(p.File), p.Line, kind, p.Code, p.Tool))
	}
	want := []string{
		"s.yaml:22 error composition book",
		"s.yaml:26 warning no_operation_id ",
		"s.yaml:31 warning name_too_long a_name_that_is_much_too_long_for_any_model_to_be_offered_as_a_tool",
		"s.yaml:35 warning name_characters upload.form",
		"s.yaml:35 warning serializer upload.form",
		"s.yaml:35 warning not_json upload.form",
		"tools.yaml:7 error id_not_in_response findClasses",
		"tools.yaml:9 error show_not_in_response findClasses",
		"tools.yaml:10 error bad_inject findClasses",
		"tools.yaml:11 error bad_guard findClasses",
		"tools.yaml:13 error no_does book",
		"tools.yaml:13 error no_idempotency book",
		"tools.yaml:15 error no_operation cancel",
		"tools.yaml:16 error unknown_class remove",
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("problems\n%s\nwant\n%s", a, b)
	}
	for _, p := range problems {
		if p.Text == "" {
			t.Errorf("%+v says nothing", p)
		}
	}
}

func TestCheckOfFilesThatCanNotBeRead(t *testing.T) {
	for policy, want := range map[string]string{
		"groups: [": "bad_tools",
		"groups: {g: {spec: none.yaml, identity: user}}": "none.yaml",
		"groups: {g: {identity: user}}":                  "needs spec",
	} {
		dir := t.TempDir()
		write(t, dir, "tools.yaml", policy)
		if _, err := tools.Check(dir, known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: err = %v, want %q", policy, err, want)
		}
	}
}

// TestSpecsOfRealSize reads five documents with what real ones have: each operation
// either becomes a tool, with a schema that compiles, or is told why not.
func TestSpecsOfRealSize(t *testing.T) {
	cases := map[string]struct{ operations, tools int }{
		"ticketing": {39, 32}, "payments": {39, 9}, "calendar": {31, 25}, "shop": {4, 2}, "helpdesk": {37, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			text, err := os.ReadFile("testdata/specs/" + name + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, "s.yaml", string(text))
			write(t, dir, "tools.yaml", "groups: {g: {spec: s.yaml, identity: user}}\ntools: {}\n")
			problems, err := tools.Check(dir, known)
			if err != nil {
				t.Fatal(err)
			}
			told := map[string]bool{}
			for _, p := range problems {
				if p.Code != "composition" {
					told[p.Tool] = true
				}
			}
			ids := operationIDs(t, text)
			policy := "groups: {g: {spec: s.yaml, identity: user}}\ntools:\n"
			fit := 0
			for id := range ids {
				if !told[id] {
					fit++
					policy += fmt.Sprintf("  %q: {effect: write, does: change, idempotency: none}\n", id)
				}
			}
			write(t, dir, "tools.yaml", policy)
			if _, err := tools.Load(dir); err != nil {
				t.Errorf("an operation that nothing was told of can't be a tool: %v", err)
			}
			if len(ids) != c.operations || fit != c.tools {
				t.Errorf("%d operations with an operationId, %d of them tools; want %+v", len(ids), fit, c)
			}
		})
	}
}

// operationIDs lists those of a document.
func operationIDs(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	var document struct {
		Paths map[string]map[string]any `yaml:"paths"`
	}
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, item := range document.Paths {
		for _, v := range item {
			if o, ok := v.(map[string]any); ok {
				if id, ok := o["operationId"].(string); ok {
					ids[id] = true
				}
			}
		}
	}
	return ids
}

// BenchmarkCheck is the check of an app whose spec has so many lines.
func BenchmarkCheck(b *testing.B) {
	spec := "openapi: 3.1.0\ninfo: {title: t, version: \"1\"}\npaths:\n"
	policy := "groups: {g: {spec: s.yaml, identity: user}}\ntools:\n"
	for i := 0; strings.Count(spec, "\n") < 5000; i++ {
		part := strings.Replace(club[strings.Index(club, "  /classes:"):strings.Index(club, "    post:")], "/classes", fmt.Sprintf("/classes%d", i), 1)
		spec += strings.Replace(part, "findClasses", fmt.Sprintf("findClasses%d", i), 1)
		policy += fmt.Sprintf("  findClasses%d: {effect: read, record: class, id: id, list: classes, show: [id, coach.name]}\n", i)
	}
	dir := b.TempDir()
	for name, text := range map[string]string{"tools.yaml": policy, "s.yaml": spec} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("5000lines", func(b *testing.B) {
		for b.Loop() {
			if problems, err := tools.Check(dir, known); err != nil || len(problems) > 0 {
				b.Fatal(err, problems)
			}
		}
	})
}

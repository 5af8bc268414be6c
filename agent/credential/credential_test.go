package credential_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"troth/agent/credential"
)

const planted = "planted-VALUE-42"

func TestParse(t *testing.T) {
	cases := map[string]struct{ text, header, value string }{
		"a key":                 {`{"type":"api_key","header":"X-Api-Key","value":"` + planted + `"}`, "X-Api-Key", planted},
		"a bearer token":        {`{"type":"bearer","value":"` + planted + `"}`, "Authorization", "Bearer " + planted},
		"no JSON":               {planted, "", ""},
		"an unknown field":      {`{"type":"bearer","value":"` + planted + `","` + planted + `":1}`, "", ""},
		"an unknown type":       {`{"type":"` + planted + `","value":"x"}`, "", ""},
		"a key without header":  {`{"type":"api_key","value":"` + planted + `"}`, "", ""},
		"a header with a space": {`{"type":"api_key","header":"X Key","value":"` + planted + `"}`, "", ""},
		"a bearer with header":  {`{"type":"bearer","header":"X-Api-Key","value":"` + planted + `"}`, "", ""},
		"no value":              {`{"type":"bearer","value":""}`, "", ""},
		"two lines":             {`{"type":"bearer","value":"` + planted + `\nHost: x"}`, "", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := credential.Parse(c.text)
			h := http.Header{}
			got.Apply(h)
			if (err == nil) != (c.header != "") || h.Get(c.header) != c.value || len(h) > 1 {
				t.Errorf("err = %v, header %v", err, h)
			}
			if err != nil && strings.Contains(err.Error(), planted) {
				t.Errorf("the error shows the secret: %v", err)
			}
		})
	}
}

func parse(t *testing.T, value string) credential.Credential {
	t.Helper()
	text, err := credential.Key("X-Api-Key", value)
	if err != nil {
		t.Fatal(err)
	}
	c, err := credential.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestItIsNeverPrinted(t *testing.T) {
	c := parse(t, planted)
	type holder struct {
		hidden credential.Credential
		Shown  credential.Credential
		List   []credential.Credential
	}
	h := holder{c, c, []credential.Credential{c}}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		fmt.Fprintf(&out, verb+"\n", c)
		fmt.Fprintf(&out, verb+"\n", &c)
		fmt.Fprintf(&out, verb+"\n", h)
		fmt.Fprintf(&out, verb+"\n", &h)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "c", c, "h", h)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "c", c, "h", h)
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(text)
	if hex := fmt.Sprintf("%x", planted); strings.Contains(out.String(), planted) || strings.Contains(out.String(), hex) {
		t.Errorf("it was printed:\n%s", out.String())
	}
}

func TestFitsEqualHide(t *testing.T) {
	c, other, none := parse(t, planted), parse(t, "other"), credential.Credential{}
	h := http.Header{}
	c.Apply(h)
	none.Apply(h)
	if !c.Fits(h) || other.Fits(h) || c.Fits(http.Header{}) || !none.Fits(h) {
		t.Error("Fits is wrong")
	}
	if !c.Equal(parse(t, planted)) || c.Equal(other) || c.Equal(none) || !none.Equal(credential.Credential{}) {
		t.Error("Equal is wrong")
	}
	if got := string(c.Hide([]byte("key " + planted + "!"))); got != "key [credential]!" {
		t.Errorf("Hide gives %s", got)
	}
	bearer, err := credential.Parse(`{"type":"bearer","value":"` + planted + `"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(bearer.Hide([]byte("Bearer " + planted))); strings.Contains(got, planted) {
		t.Errorf("Hide gives %s", got)
	}
}

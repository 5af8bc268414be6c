package sigv4

import (
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
)

// canonical is the form of a request that is signed. Host and length are no
// entries of a server's header, so they are taken from where Go keeps them.
func canonical(r *http.Request, signed []string, payload string) string {
	var b strings.Builder
	b.WriteString(r.Method + "\n" + path(r.URL) + "\n" + query(r.URL) + "\n")
	for _, name := range signed {
		b.WriteString(name + ":" + strings.Join(values(r, name), ",") + "\n")
	}
	b.WriteString("\n" + strings.Join(signed, ";") + "\n" + payload)
	return b.String()
}

func values(r *http.Request, name string) []string {
	switch name {
	case "host":
		return []string{r.Host}
	case "content-length":
		return []string{strconv.FormatInt(r.ContentLength, 10)}
	}
	var trimmed []string
	for _, v := range r.Header.Values(name) {
		trimmed = append(trimmed, singleSpaces(v))
	}
	return trimmed
}

// singleSpaces trims a value and makes every run of spaces one.
func singleSpaces(v string) string {
	v = strings.TrimSpace(v)
	for strings.Contains(v, "  ") {
		v = strings.ReplaceAll(v, "  ", " ")
	}
	return v
}

// path is encoded once more than it is on the wire: so do all services but S3.
func path(u *url.URL) string {
	p := u.EscapedPath()
	if p == "" {
		return "/"
	}
	var b strings.Builder
	for i := range len(p) {
		if c := p[i]; unreserved(c) || c == '/' {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + strings.ToUpper(strconv.FormatInt(int64(c)+0x100, 16))[1:])
		}
	}
	return b.String()
}

// unreserved are the characters that are never encoded (RFC 3986, 2.3).
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0
}

// query is sorted after it is encoded, name before value.
func query(u *url.URL) string {
	type pair struct{ name, value string }
	var pairs []pair
	for name, list := range u.Query() {
		for _, v := range list {
			pairs = append(pairs, pair{encode(name), encode(v)})
		}
	}
	sort.Slice(pairs, func(i, j int) bool {
		if pairs[i].name != pairs[j].name {
			return pairs[i].name < pairs[j].name
		}
		return pairs[i].value < pairs[j].value
	})
	texts := make([]string, len(pairs))
	for i, p := range pairs {
		texts[i] = p.name + "=" + p.value
	}
	return strings.Join(texts, "&")
}

func encode(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

package states

import (
	"crypto/md5"  // #nosec: States.Hash offers it
	"crypto/sha1" // #nosec: States.Hash offers it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"math"
	"strconv"
	"strings"
)

// intrinsic is one function: how many arguments it takes (max -1 for any
// number) and what it gives. States.UUID and States.MathRandom are refused:
// a machine that draws lots can't be replayed.
type intrinsic struct {
	min, max int
	run      func([]any) (any, error)
}

var intrinsics = map[string]intrinsic{
	"States.Array":          {0, -1, func(a []any) (any, error) { return append([]any{}, a...), nil }},
	"States.ArrayPartition": {2, 2, arrayPartition},
	"States.ArrayContains":  {2, 2, arrayContains},
	"States.ArrayRange":     {3, 3, arrayRange},
	"States.ArrayGetItem":   {2, 2, arrayGetItem},
	"States.ArrayLength":    {1, 1, arrayLength},
	"States.ArrayUnique":    {1, 1, arrayUnique},
	"States.Base64Encode":   {1, 1, base64Encode},
	"States.Base64Decode":   {1, 1, base64Decode},
	"States.Hash":           {2, 2, hashOf},
	"States.JsonMerge":      {3, 3, jsonMerge},
	"States.StringToJson":   {1, 1, stringToJSON},
	"States.JsonToString":   {1, 1, func(a []any) (any, error) { return encode(a[0]), nil }},
	"States.MathAdd":        {2, 2, mathAdd},
	"States.StringSplit":    {2, 2, stringSplit},
	"States.Format":         {1, -1, format},
}

func integer(v any) (int64, error) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, fmt.Errorf("%s is not an integer", encode(v))
	}
	f, err := n.Float64()
	if err != nil {
		return 0, fmt.Errorf("%s is not an integer", n)
	}
	if i, err := n.Int64(); err == nil {
		return i, nil
	}
	// The service rounds numbers that are not whole to the nearest one.
	if f = math.Floor(f + 0.5); math.Abs(f) >= 1<<62 {
		return 0, fmt.Errorf("%s is too large", n)
	}
	return int64(f), nil
}

func number(i int64) json.Number { return json.Number(strconv.FormatInt(i, 10)) }

func list(v any) ([]any, error) {
	if l, ok := v.([]any); ok {
		return l, nil
	}
	return nil, fmt.Errorf("%s is not an array", encode(v))
}

func str(v any) (string, error) {
	if s, ok := v.(string); ok {
		return s, nil
	}
	return "", fmt.Errorf("%s is not a string", encode(v))
}

func mathAdd(a []any) (any, error) {
	x, err := integer(a[0])
	if err != nil {
		return nil, err
	}
	y, err := integer(a[1])
	if err != nil {
		return nil, err
	}
	return number(x + y), nil
}

func arrayPartition(a []any) (any, error) {
	l, err := list(a[0])
	if err != nil {
		return nil, err
	}
	size, err := integer(a[1])
	if err != nil || size < 1 {
		return nil, errors.New("the chunk size must be a positive integer")
	}
	chunks := []any{}
	for len(l) > 0 {
		n := min(len(l), int(size))
		chunks, l = append(chunks, append([]any{}, l[:n]...)), l[n:]
	}
	return chunks, nil
}

func arrayContains(a []any) (any, error) {
	l, err := list(a[0])
	if err != nil {
		return nil, err
	}
	for _, v := range l {
		if encode(v) == encode(a[1]) {
			return true, nil
		}
	}
	return false, nil
}

// maxRange is how many items States.ArrayRange gives at most.
const maxRange = 1000

func arrayRange(a []any) (any, error) {
	var n [3]int64
	for i := range a {
		var err error
		if n[i], err = integer(a[i]); err != nil {
			return nil, err
		}
	}
	if n[2] == 0 {
		return nil, errors.New("the step must not be 0")
	}
	items := []any{}
	for i := n[0]; n[2] > 0 && i <= n[1] || n[2] < 0 && i >= n[1]; i += n[2] {
		if len(items) == maxRange {
			return nil, fmt.Errorf("the array would have more than %d items", maxRange)
		}
		items = append(items, number(i))
	}
	return items, nil
}

func arrayGetItem(a []any) (any, error) {
	l, err := list(a[0])
	if err != nil {
		return nil, err
	}
	i, err := integer(a[1])
	if err != nil || i < 0 || i >= int64(len(l)) {
		return nil, errors.New("the index is outside the array")
	}
	return l[i], nil
}

func arrayLength(a []any) (any, error) {
	l, err := list(a[0])
	return number(int64(len(l))), err
}

func arrayUnique(a []any) (any, error) {
	l, err := list(a[0])
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	unique := []any{}
	for _, v := range l {
		if key := encode(v); !seen[key] {
			seen[key] = true
			unique = append(unique, v)
		}
	}
	return unique, nil
}

func base64Encode(a []any) (any, error) {
	s, err := str(a[0])
	return base64.StdEncoding.EncodeToString([]byte(s)), err
}

func base64Decode(a []any) (any, error) {
	s, err := str(a[0])
	if err != nil {
		return nil, err
	}
	b, err := base64.StdEncoding.DecodeString(s)
	return strings.ToValidUTF8(string(b), "\uFFFD"), err
}

var hashes = map[string]func() hash.Hash{
	"MD5": md5.New, "SHA-1": sha1.New, "SHA-256": sha256.New, "SHA-384": sha512.New384, "SHA-512": sha512.New,
}

func hashOf(a []any) (any, error) {
	algorithm, err := str(a[1])
	if err != nil {
		return nil, err
	}
	newHash, ok := hashes[algorithm]
	if !ok {
		return nil, fmt.Errorf("the algorithm %q is not known", algorithm)
	}
	text, ok := a[0].(string)
	if !ok {
		text = encode(a[0])
	}
	h := newHash()
	h.Write([]byte(text))
	return hexOf(h.Sum(nil)), nil
}

func hexOf(sum []byte) string { return fmt.Sprintf("%x", sum) }

func jsonMerge(a []any) (any, error) {
	left, ok1 := a[0].(map[string]any)
	right, ok2 := a[1].(map[string]any)
	if deep, ok := a[2].(bool); !ok1 || !ok2 || !ok || deep {
		return nil, errors.New("it merges two objects, and only shallowly (false)")
	}
	merged := make(map[string]any, len(left)+len(right))
	for key, v := range left {
		merged[key] = v
	}
	for key, v := range right {
		merged[key] = v
	}
	return merged, nil
}

func stringToJSON(a []any) (any, error) {
	s, err := str(a[0])
	if err != nil {
		return nil, err
	}
	v, err := parseValue(s)
	return v.v, err
}

func stringSplit(a []any) (any, error) {
	s, err := str(a[0])
	if err != nil {
		return nil, err
	}
	separators, err := str(a[1])
	if err != nil {
		return nil, err
	}
	parts := []any{}
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		parts = append(parts, part)
	}
	return parts, nil
}

// format fills each {} of the first argument with the next one.
func format(a []any) (any, error) {
	text, err := str(a[0])
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	next := 1
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte(`{}\`, text[i+1]) >= 0:
			i++
			b.WriteByte(text[i])
		case strings.HasPrefix(text[i:], "{}"):
			if next >= len(a) {
				return nil, errors.New("there are more {} than arguments")
			}
			b.WriteString(plain(a[next]))
			next++
			i++
		default:
			b.WriteByte(text[i])
		}
	}
	if next != len(a) {
		return nil, errors.New("there are more arguments than {}")
	}
	return b.String(), nil
}

func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return encode(v)
}

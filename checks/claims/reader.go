package claims

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"troth/checks/lexicon"
)

// Reader reads claims in one language. It is safe for concurrent use.
type Reader struct {
	lexicon *lexicon.Lexicon
	scans   sync.Pool
}

// NewReader gives the reader of a lexicon's language.
func NewReader(l *lexicon.Lexicon) *Reader {
	return &Reader{lexicon: l, scans: sync.Pool{New: func() any { return &scan{lexicon: l} }}}
}

// Read lists what the reply says of acts, in the order said.
func (r *Reader) Read(reply string) Reading {
	s := r.scans.Get().(*scan)
	defer r.scans.Put(s)
	s.reset(reply)
	letter, close := s.letter()
	for start := 0; start <= len(reply); {
		end := start + before(reply[start:], '\n')
		if start < letter || start > close {
			s.line(start, end)
		}
		start = end + 1
	}
	reading := s.told
	reading.Claims = append([]Claim(nil), s.claims...)
	reading.Question = s.question
	reading.Offer = reading.Offer || s.question
	return reading
}

// letter finds a letter that the reply drafts: from a line that begins with "Dear",
// not the reply's first, to one with "Kind regards". Without one, both are beyond
// the reply.
func (s *scan) letter() (open, close int) {
	open, close = len(s.reply)+1, len(s.reply)+1
	for start := 0; start < len(s.lower); {
		end := start + before(s.lower[start:], '\n')
		line := strings.TrimLeft(s.lower[start:end], " *_>\"“")
		first := line[:before(line, ' ')]
		switch w := s.lexicon.Word(strings.Trim(first, ",")); {
		case open > len(s.lower) && start > 0 && w.Is(lexicon.Letter):
			open = start
		case open < start && s.closesLetter(line):
			return open, start
		}
		start = end + 1
	}
	return len(s.reply) + 1, len(s.reply) + 1
}

// closesLetter reports whether a short line has a letter's last words.
func (s *scan) closesLetter(line string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) > 4 {
		return false
	}
	for i, word := range words {
		w := s.lexicon.Word(word)
		phrase, _ := w.Phrase(func(k int) string {
			if i+1+k < len(words) {
				return words[i+1+k]
			}
			return ""
		})
		if w.Is(lexicon.Letter) || phrase.Is(lexicon.Letter) {
			return true
		}
	}
	return false
}

// before is how much of the text comes before the byte, all where it has none.
func before(text string, b byte) int {
	if i := strings.IndexByte(text, b); i >= 0 {
		return i
	}
	return len(text)
}

// Reading is what was read of a reply.
type Reading struct {
	Claims []Claim
	// Failure says that a clause tells that something did not work; Unknown, that
	// an outcome is not known; Question, that something is asked; Widened, that
	// what is shown is not quite what was asked for.
	Failure, Unknown, Question, Widened bool
	// Offer says that the reply waits for the user's word: it asks, or speaks of
	// what the user may agree to.
	Offer bool
	// Absences are where the reply tells that there is none of what was looked
	// for, Breakdowns where it blames something technical; in bytes: [start, end).
	Absences, Breakdowns [][2]int
	// Words counts the reply's words, without the names; Known, those of them
	// that the lexicon knows.
	Words, Known int
}

// scan is the state of reading one reply.
type scan struct {
	lexicon      *lexicon.Lexicon
	reply, lower string
	raw, toks    []token
	claims       []Claim
	// carried: a heading said that the items below it were done.
	carried bool
	// planned: a heading said that the items below it are to come, or may be.
	planned bool
	// opened: an opener or a label came before the clause.
	opened bool
	// labelled: the clause is the value of a label that names another act.
	labelled bool
	// code: the reply is JSON; its quotation marks quote nobody.
	code bool
	// status: the clause is the value of a status; item: of a list.
	status, item bool
	// supposed: a condition came before in the sentence.
	supposed bool
	// others: the sentence told of an act of somebody else.
	others bool
	// titled: the line is a heading.
	titled   bool
	question bool
	told     Reading
	c        clause
}

func (s *scan) reset(reply string) {
	code := strings.HasPrefix(strings.TrimSpace(reply), "{")
	if code {
		reply = strings.ReplaceAll(reply, `\n`, " \n")
	}
	*s = scan{lexicon: s.lexicon, code: code, reply: reply, lower: lower(reply), raw: s.raw[:0], toks: s.toks[:0], claims: s.claims[:0]}
}

// line reads a line: a paragraph, a heading, a list item or a row of a table.
func (s *scan) line(start, end int) {
	start, end = trim(s.reply, start, end)
	if start == end {
		return
	}
	item, quote, before := false, false, start
	start, item, quote = marker(s.reply, start, end)
	if quote {
		return // a block quotation is somebody else's words
	}
	if s.reply[start] == '|' {
		s.row(start, end)
		return
	}
	s.titled = strings.HasPrefix(s.reply[before:end], "#") || strings.HasPrefix(s.reply[before:end], "**")
	if !item {
		s.carried, s.planned = false, false
	}
	for start < end {
		if stop := s.quoted(start, end); stop > start {
			start = stop
			continue
		}
		stop := s.sentenceEnd(start, end)
		s.sentence(start, stop, item)
		start = stop
	}
}

// quoted is the end of a quotation of several sentences that begins at start, or
// start where there is none.
func (s *scan) quoted(start, end int) int {
	text := s.reply[start:end]
	if s.code || len(text) == 0 || text[0] != '"' && !strings.HasPrefix(text, "“") {
		return start
	}
	size := 1
	close := strings.IndexByte(text[size:], '"')
	if text[0] != '"' {
		size = len("“")
		close = strings.Index(text[size:], "”")
	}
	if close < 0 || !strings.Contains(text[size:size+close], ". ") {
		return start
	}
	_, n := utf8.DecodeRuneInString(text[size+close:])
	return start + size + close + n
}

// sentenceEnd finds the end of the sentence that begins at start (UAX #29),
// where an abbreviation's full stop ends none.
func (s *scan) sentenceEnd(start, end int) int {
	it := sentences.FromString(s.reply[start:end])
	stop := start
	for it.Next() {
		stop = start + it.End()
		if stop == end || !s.abbreviated(start, stop) {
			return stop
		}
	}
	return end
}

func (s *scan) abbreviated(start, stop int) bool {
	text := strings.TrimRight(s.lower[start:stop], " ")
	text, dot := strings.CutSuffix(text, ".")
	return dot && s.lexicon.Abbreviation(text[strings.LastIndexAny(text, " (")+1:])
}

// marker skips what marks a line as a heading, an item or a quotation.
func marker(text string, start, end int) (rest int, item, quote bool) {
	i := start
	for i < end {
		r, size := utf8.DecodeRuneInString(text[i:end])
		switch {
		case r == '>' && i == start:
			return i, false, true
		case r == '#' || r == ' ' || r == '*' || r == '_':
			item = item || r == '*' && i+1 < end && text[i+1] == ' '
		case r == '-' || r == '•' || r == '–' || r == '·' || r == '◦' || r == '▪':
			item = true
		case r >= '0' && r <= '9':
			n := numbering(text[i:end])
			if n == 0 {
				return i, item, false
			}
			item = true
			size = n
		default:
			return i, item, false
		}
		i += size
	}
	return start, item, false
}

// numbering gives the length of "12." or "3)" before a space, or 0.
func numbering(text string) int {
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if i+1 < len(text) && (text[i] == '.' || text[i] == ')') && text[i+1] == ' ' {
		return i + 1
	}
	return 0
}

func trim(text string, start, end int) (int, int) {
	for start < end {
		r, size := utf8.DecodeRuneInString(text[start:end])
		if !unicode.IsSpace(r) {
			break
		}
		start += size
	}
	return start, start + len(strings.TrimRightFunc(text[start:end], unicode.IsSpace))
}

// row reads the cells of a table's row, each on its own.
func (s *scan) row(start, end int) {
	for start < end {
		stop := start + before(s.reply[start:end], '|')
		if a, b := trim(s.reply, start, min(stop, end)); a < b {
			s.cell(a, b)
		}
		start = stop + 1
	}
}

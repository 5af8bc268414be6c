package lexicon

// Role is a part that a word can play in a clause; a word may have several.
type Role uint64

const (
	Agent Role = 1 << iota
	User
	Pronoun
	Determiner
	Have
	Be
	Been
	Being
	Get
	Do
	Modal
	Will
	To
	Negator
	Achieved
	Unachieved
	Adverb
	And
	But
	Condition
	Relative
	That
	Assertive
	View
	Wish
	Interrogative
	Preposition
	Complete
	Opener
	Interjection
	Carrying
	Status
	Now
	Earlier
	Failure
	Unknown
	// Was is a past form of be; News makes news of a state ("is now set");
	// Since begins an age ("more than a day ago"); Calendar is a day or month.
	Was
	News
	Since
	Calendar
	// Reason begins what is taken as known; Standing marks a state that stands;
	// Possessive points to a thing of the user's.
	Reason
	Standing
	Possessive
	// Assent agrees to what was offered; By brings in who did it.
	Assent
	By
	// Relational participles tell how records hang together.
	Relational
	// Closing ends a conversation.
	Closing
	// Ahead: a preposition before a time to come.
	Ahead
	// Within: a preposition before how long something will take.
	Within
	// Again makes news of the state before it: "is active again".
	Again
	// Absence tells that there is none of what was looked for; Breakdown, that
	// something technical went wrong; Widened, that what is shown is not quite
	// what was asked for.
	Absence
	Breakdown
	Widened
	// Alternative: what stands beside it may hold or not.
	Alternative
	// Presenting begins what is shown as done: "that's your table booked".
	Presenting
	// Whole: all of what was asked for.
	Whole
	// Planning: what it goes with is to come, or may be.
	Planning
	// Comparing: what follows is what something is like.
	Comparing
	// Merely lessens what follows. Asker is the user, as the one who is told.
	Merely
	Asker
	// Indefinite determiners speak of a thing of a kind. Refusing tells that a request
	// was turned down.
	Indefinite
	Refusing
	// Letter is a letter's first or last words.
	Letter
	// Singular: a form of be that goes with one thing.
	Singular
)

// roles are the names that a lexicon's file uses.
var roles = map[string]Role{
	"agent": Agent, "user": User, "pronoun": Pronoun, "determiner": Determiner,
	"have": Have, "be": Be, "been": Been, "being": Being, "get": Get, "do": Do,
	"modal": Modal, "will": Will, "to": To, "negator": Negator,
	"achieved": Achieved, "unachieved": Unachieved, "adverb": Adverb, "and": And,
	"but": But, "condition": Condition, "relative": Relative, "that": That,
	"assertive": Assertive, "view": View, "wish": Wish,
	"interrogative": Interrogative, "preposition": Preposition,
	"complete": Complete, "opener": Opener, "interjection": Interjection,
	"carrying": Carrying, "status": Status, "now": Now, "earlier": Earlier,
	"failure": Failure, "unknown": Unknown, "was": Was, "news": News,
	"since": Since, "calendar": Calendar, "reason": Reason, "standing": Standing,
	"possessive": Possessive, "assent": Assent, "by": By,
	"relational": Relational, "closing": Closing, "ahead": Ahead, "within": Within, "again": Again, "absence": Absence, "breakdown": Breakdown, "widened": Widened, "alternative": Alternative,
	"presenting": Presenting, "whole": Whole, "planning": Planning, "comparing": Comparing, "merely": Merely, "asker": Asker, "indefinite": Indefinite, "refusing": Refusing, "letter": Letter, "singular": Singular,
}

// Form is a form of a verb; a word may be several.
type Form uint8

const (
	Base Form = 1 << iota
	Third
	Past
	Participle
	Ing
)

// Word is all that is known of a word or phrase.
type Word struct {
	Roles Role
	// Verb is the action class of the verb that the word is a form of; empty for
	// other words. Base is that verb.
	Verb, Base string
	Forms      Form
	// Noun is the class of the act that the word names.
	Noun string
	// State is the class of the act that brings about what the word says of its
	// subject: "off" after "is" is what turning off leaves behind.
	State string
	// Finite says that the state brings its verb along: "no longer has".
	Finite bool
	// Idiom: the words look like a verb's form and are none.
	Idiom bool
	// phrases are those of several words that begin with this one, the longest
	// first.
	phrases []phrase
	// parts: one of them is a verb of two words.
	parts bool
}

type phrase struct {
	rest []string
	word *Word
}

// Is reports whether the word has one of the roles. A nil word has none.
func (w *Word) Is(r Role) bool { return w != nil && w.Roles&r != 0 }

// Form reports whether the word has one of the forms. A nil word has none.
func (w *Word) Form(f Form) bool { return w != nil && w.Forms&f != 0 }

// Phrase finds the longest phrase that begins with the word, where next gives
// the words that follow (empty at the end). It returns how many it takes up.
func (w *Word) Phrase(next func(i int) string) (*Word, int) {
	if w == nil || len(w.phrases) == 0 {
		return nil, 0
	}
	second := next(0)
	for i := range w.phrases {
		if p := &w.phrases[i]; p.rest[0] == second && p.matches(next) {
			return p.word, len(p.rest)
		}
	}
	return nil, 0
}

// matches reports whether the words from the third on are those that follow.
func (p *phrase) matches(next func(i int) string) bool {
	for i := 1; i < len(p.rest); i++ {
		if next(i) != p.rest[i] {
			return false
		}
	}
	return true
}

// Parts reports whether the word begins a verb of two words, which others may part.
func (w *Word) Parts() bool { return w != nil && w.parts }

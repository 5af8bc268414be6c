package reply

import "troth/agent/turn"

// Cards renders the records with the ids of show, in that order, from what the
// tools of this turn returned. An id that no tool returned has nothing to be
// built from, and is left out.
func (w *Wording) Cards(show []string, steps []turn.Step) []turn.Card {
	byID := map[string]turn.Record{}
	for _, r := range turn.Records(steps) {
		byID[r.ID] = r
	}
	cards := []turn.Card{}
	seen := map[string]bool{}
	for _, id := range show {
		record, known := byID[id]
		if !known || seen[id] {
			continue
		}
		seen[id] = true
		if c, ok := w.card(record); ok {
			cards = append(cards, c)
		}
	}
	return cards
}

func (w *Wording) card(r turn.Record) (turn.Card, bool) {
	c, ok := w.cards[r.Type]
	if !ok {
		return turn.Card{}, false
	}
	built := turn.Card{Type: r.Type, ID: r.ID, Title: render(c.title, r.Data), Image: render(c.image, r.Data), Screen: render(c.screen, r.Data)}
	for _, line := range c.lines {
		if text := render(line, r.Data); text != "" {
			built.Lines = append(built.Lines, text)
		}
	}
	return built, true
}

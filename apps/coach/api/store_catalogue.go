package api

import (
	"context"
	"encoding/json"
	"fmt"
)

// The catalogue beside the sessions:
//
//	route  PK ROUTES   SK <route>  doc
//	coach  PK COACHES  SK <coach>  doc
const (
	routesPK  = "ROUTES"
	coachesPK = "COACHES"
)

// SessionPlaces gives how full a session is. Whoever waits is counted in the
// session's own item.
func (s *Store) SessionPlaces(ctx context.Context, id string) (SessionPlaces, error) {
	i, err := s.get(ctx, key(sessionsPK, id))
	if err != nil {
		return SessionPlaces{}, err
	}
	if len(i) == 0 {
		return SessionPlaces{}, errNoSession
	}
	session, err := readSession(i)
	return SessionPlaces{
		SessionID: session.ID, SessionName: session.Name, Start: session.Start,
		Places: session.Places, PlacesLeft: session.PlacesLeft, Waiting: number(i["waiting"]),
	}, err
}

// Route gives one public route.
func (s *Store) Route(ctx context.Context, id string) (Route, error) {
	return document[Route](ctx, s, key(routesPK, id), errNoRoute)
}

// Routes gives all public routes.
func (s *Store) Routes(ctx context.Context) ([]Route, error) {
	return documents[Route](ctx, s, routesPK, "rte_")
}

// Coach gives one coach.
func (s *Store) Coach(ctx context.Context, id string) (Coach, error) {
	return document[Coach](ctx, s, key(coachesPK, id), errNoCoach)
}

// Coaches gives all coaches.
func (s *Store) Coaches(ctx context.Context) ([]Coach, error) {
	return documents[Coach](ctx, s, coachesPK, "coa_")
}

// document reads the document of an item; missing is the error where there is
// none.
func document[T any](ctx context.Context, s *Store, k item, missing error) (T, error) {
	var doc T
	i, err := s.get(ctx, k)
	if err != nil {
		return doc, err
	}
	if len(i) == 0 {
		return doc, missing
	}
	return doc, readDoc(i, &doc)
}

// documents reads the documents of a partition whose sort keys begin with prefix.
func documents[T any](ctx context.Context, s *Store, pk, prefix string) ([]T, error) {
	items, err := s.query(ctx, pk, prefix)
	if err != nil {
		return nil, err
	}
	docs := make([]T, len(items))
	for n, i := range items {
		if err := readDoc(i, &docs[n]); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

func readDoc(i item, into any) error {
	if err := json.Unmarshal([]byte(text(i["doc"])), into); err != nil {
		return fmt.Errorf("reading %s: %w", text(i["SK"]), err)
	}
	return nil
}

package api

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A member's list of routes:
//
//	route  PK USER#<user>   SK ROUTE#<route>  doc
//	owner  PK RTE#<route>   SK OWNER          user   of their own ones
//	count  PK USER#<user>   SK ROUTES         count
const routeCounter = "ROUTES"

// MostRoutes is how many routes a list holds.
const MostRoutes = 100

func myRouteKey(user, id string) item { return key(userPK(user), "ROUTE#"+id) }

func routeOwnerKey(id string) item { return key("RTE#"+id, "OWNER") }

// MyRoute gives one route of a user's list.
func (s *Store) MyRoute(ctx context.Context, user, id string) (MyRoute, bool, error) {
	route, err := document[MyRoute](ctx, s, myRouteKey(user, id), errNotInList)
	if errors.Is(err, errNotInList) {
		return route, false, nil
	}
	return route, err == nil, err
}

// MyRoutes gives all routes of a user's list.
func (s *Store) MyRoutes(ctx context.Context, user string) ([]MyRoute, error) {
	return documents[MyRoute](ctx, s, userPK(user), "ROUTE#")
}

// RouteOwner gives the user who made a route; none for a public one and for one
// that does not exist.
func (s *Store) RouteOwner(ctx context.Context, id string) (string, error) {
	i, err := s.get(ctx, routeOwnerKey(id))
	return text(i["user"]), err
}

// AddRoute puts a route into the list of who asked, once and within the limit.
func (s *Store) AddRoute(ctx context.Context, a Asked, route MyRoute) error {
	items, err := myRouteItems(a.User, route)
	if err != nil {
		return err
	}
	var writes []types.TransactWriteItem
	for _, i := range items {
		writes = append(writes, s.putNew(i))
	}
	refusals := make([]error, len(writes)+1)
	refusals[0], refusals[len(writes)] = errAlreadySaved, errManyRoutes
	writes = append(writes, s.takeOne(a.User, routeCounter, MostRoutes))
	return wrapped("adding a route", s.create(ctx, a, route, writes, refusals))
}

// myRouteItems are a route's items: the route and, where it is the user's own,
// the owner.
func myRouteItems(user string, route MyRoute) ([]item, error) {
	i, err := withDoc(myRouteKey(user, route.ID), route)
	if err != nil {
		return nil, err
	}
	if route.Source != OwnRoute {
		return []item{i}, nil
	}
	owner := routeOwnerKey(route.ID)
	owner["user"] = str(user)
	return []item{i, owner}, nil
}

// ReplaceRoute puts is in the place of was, if it is still as it was.
func (s *Store) ReplaceRoute(ctx context.Context, user string, was, is MyRoute) error {
	old, err := docText(was)
	if err != nil {
		return err
	}
	i, err := withDoc(myRouteKey(user, is.ID), is)
	if err != nil {
		return err
	}
	refused, err := s.transact(ctx, []types.TransactWriteItem{s.replace(i, old)})
	return wrapped("changing a route", refusal(refused, []error{errChanged}, err))
}

// DeleteRoute takes a route out of a user's list, if it is still as it was; an own
// one is then gone.
func (s *Store) DeleteRoute(ctx context.Context, user string, was MyRoute) error {
	old, err := docText(was)
	if err != nil {
		return err
	}
	writes := []types.TransactWriteItem{s.drop(myRouteKey(user, was.ID), old), s.giveOne(user, routeCounter)}
	if was.Source == OwnRoute {
		writes = append(writes, s.remove(routeOwnerKey(was.ID)))
	}
	refused, err := s.transact(ctx, writes)
	return wrapped("deleting a route", refusal(refused, []error{errChanged}, err))
}

// wrapped says what was being done when it failed.
func wrapped(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

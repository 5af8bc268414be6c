package main

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"troth/agent/app"
	"troth/agent/tools"
	"troth/agent/turn"
)

// memory is what the chat function needs of the agent's table.
type memory interface {
	History(ctx context.Context, user turn.User, conversation string, limit int) ([]turn.Exchange, int64, error)
	Reply(ctx context.Context, user turn.User, turnID string) (turn.Reply, bool, error)
}

type handler struct {
	app       app.App
	model     string
	catalogue *tools.Catalogue
	tokens    *verifier
	table     memory
	workflow  workflow
	machine   string
	// patience is how long a client waits for its reply before it is told where
	// to find it: below the 30 s at which API Gateway ends a request.
	patience time.Duration
	now      func() time.Time
	after    func(time.Duration) <-chan time.Time
	newID    func() string
	log      *slog.Logger
}

// Handle answers one HTTP request (API Gateway HTTP API, payload 2.0).
func (h *handler) Handle(ctx context.Context, e events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error) {
	method, path := e.RequestContext.HTTP.Method, e.RawPath
	switch id, isTurn := strings.CutPrefix(path, "/v1/turns/"); {
	case path == "/v1/health":
		return respond(http.StatusOK, "application/json", map[string]string{"status": "ok", "app": h.app.Name}), nil
	case path == "/v1/chat" && method == http.MethodPost:
		return h.chat(ctx, e), nil
	case path == "/v1/chat":
		return refuse(newProblem(http.StatusMethodNotAllowed, "method_not_allowed", "Use POST /v1/chat.")), nil
	case isTurn && method == http.MethodGet:
		return h.turn(ctx, e, id), nil
	}
	return refuse(newProblem(http.StatusNotFound, "not_found", "There is no %s %s. Say something with POST /v1/chat.", method, path)), nil
}

func (h *handler) chat(ctx context.Context, e events.APIGatewayV2HTTPRequest) events.APIGatewayV2HTTPResponse {
	user, p := h.tokens.user(ctx, e.Headers["authorization"])
	if p != nil {
		return refuse(p)
	}
	r, p := readRequest(e, h.app.Message.MaxChars)
	if p != nil {
		return refuse(p)
	}
	t, err := h.begin(ctx, user, r.identified(user, h.newID))
	if err != nil {
		h.log.Error("the turn did not start", "turn", t.ID, "error", err.Error())
		return refuse(newProblem(http.StatusServiceUnavailable, "not_started", "The message was not taken and nothing was done. Send it again."))
	}
	return h.answer(ctx, t)
}

// begin loads the conversation and starts the turn.
func (h *handler) begin(ctx context.Context, user turn.User, r request) (turn.Turn, error) {
	t := newTurn(h.app, h.toolNames(user), h.model, user, r, h.now())
	history, head, err := h.table.History(ctx, user, t.Conversation, h.app.History.Turns)
	if err != nil {
		return t, err
	}
	t.History, t.Head = history, head
	h.log.Info("turn begins", "turn", t.ID, "execution", executionARN(h.machine, t.ID), "conversation", t.Conversation, "history", len(history))
	return t, h.start(ctx, t)
}

func (h *handler) toolNames(user turn.User) []string {
	names := []string{}
	for _, tool := range h.catalogue.For(user) {
		names = append(names, tool.Name)
	}
	return names
}

// answer waits for the reply. A turn that takes longer is not lost: the client
// is told where its reply will be.
func (h *handler) answer(ctx context.Context, t turn.Turn) events.APIGatewayV2HTTPResponse {
	waiting, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	reply, found, err := h.await(waiting, t.User, t.ID)
	switch {
	case err != nil:
		h.log.Error("the reply could not be read", "turn", t.ID, "error", err.Error())
		return h.later(t)
	case found:
		return respond(http.StatusOK, "application/json", reply)
	case !h.over(ctx, t.ID):
		return h.later(t)
	}
	// It may have ended since the last look, with its reply saved.
	if reply, found, err = h.table.Reply(ctx, t.User, t.ID); err == nil && found {
		return respond(http.StatusOK, "application/json", reply)
	}
	h.log.Error("the turn ended without a reply", "turn", t.ID)
	return respond(http.StatusOK, "application/json", lost(t))
}

func (h *handler) later(t turn.Turn) events.APIGatewayV2HTTPResponse {
	r := respond(http.StatusAccepted, "application/json", map[string]string{"turn": t.ID, "conversation": t.Conversation, "status": "running"})
	r.Headers["location"] = "/v1/turns/" + t.ID
	return r
}

// lost is the reply when even the backstop did not live to write one: nothing
// is known, and so nothing is claimed.
func lost(t turn.Turn) turn.Reply {
	return turn.Reply{
		Turn:         t.ID,
		Conversation: t.Conversation,
		Text:         "Something went wrong on my side, and I can't say what was done of it. Please check before trying again.",
		Cards:        []turn.Card{},
		Receipts:     []turn.Receipt{},
		Suggestions:  []string{},
		Overridden:   true,
		Failed:       "turn_lost",
	}
}

func (h *handler) turn(ctx context.Context, e events.APIGatewayV2HTTPRequest, id string) events.APIGatewayV2HTTPResponse {
	user, p := h.tokens.user(ctx, e.Headers["authorization"])
	if p != nil {
		return refuse(p)
	}
	reply, found, err := h.table.Reply(ctx, user, id)
	switch {
	case err != nil:
		return refuse(newProblem(http.StatusServiceUnavailable, "memory_unavailable", "The turn could not be looked up. Try again."))
	case !found:
		return refuse(newProblem(http.StatusNotFound, "turn_not_found", "There is no reply of this turn for you, or it is still being written. If you were told 202, look again in a second."))
	}
	return respond(http.StatusOK, "application/json", reply)
}

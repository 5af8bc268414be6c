// Package api is the reference backend of the counter: one act that happens
// once for each idempotency key.
package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"troth/agent/identity"
	"troth/agent/problem"
)

// Count is a recorded count. Effect says whether this request recorded it or
// an earlier one with the same key did.
type Count struct {
	ID     string `json:"id"`
	Count  int    `json:"count"`
	Effect string `json:"effect"`
}

const (
	committed = "committed"
	replayed  = "replayed"
	maxCount  = 1_000_000
)

// Server is the API over its own table: PK USER#<user>, SK COUNT#<id>, count.
type Server struct {
	client *dynamodb.Client
	table  string
	tokens *identity.Verifier
	log    *slog.Logger
}

// New gives the API over a table.
func New(client *dynamodb.Client, table string, tokens *identity.Verifier, log *slog.Logger) http.Handler {
	s := &Server{client: client, table: table, tokens: tokens, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("POST /v1/counts", s.user("record_count", s.record))
	mux.HandleFunc("GET /v1/counts", s.user("list_counts", s.list))
	return mux
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *Server) user(operation string, op func(r *http.Request, user string) (int, any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		claims, err := s.tokens.Verify(r.Header.Get(identity.Header), operation)
		if err != nil {
			s.fail(w, problem.New(http.StatusUnauthorized, "unauthorized", "Who you are could not be verified: "+err.Error()+"."))
			return
		}
		status, body, err := op(r, claims.User)
		if err != nil {
			s.fail(w, err)
			return
		}
		write(w, status, body)
	}
}

func (s *Server) fail(w http.ResponseWriter, err error) {
	var p *problem.Problem
	if !errors.As(err, &p) {
		s.log.Error("request failed", "error", err.Error())
		p = problem.New(http.StatusInternalServerError, "internal", "The counter has a fault.")
	}
	p.Write(w)
}

func (s *Server) record(r *http.Request, user string) (int, any, error) {
	var in struct {
		Count *int `json:"count"`
	}
	d := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<10))
	d.DisallowUnknownFields()
	requestKey := r.Header.Get("Idempotency-Key")
	if err := d.Decode(&in); err != nil || in.Count == nil || *in.Count < 0 || *in.Count > maxCount || requestKey == "" {
		return 0, nil, problem.New(http.StatusBadRequest, "validation_failed", fmt.Sprintf("Send {\"count\": N} with N from 0 to %d, and an Idempotency-Key.", maxCount))
	}
	sum := sha256.Sum256([]byte(user + "\x00" + requestKey))
	return s.commit(r.Context(), user, Count{ID: "cnt_" + hex.EncodeToString(sum[:6]), Count: *in.Count, Effect: committed})
}

// commit records the count unless its key has recorded one before.
func (s *Server) commit(ctx context.Context, user string, c Count) (int, any, error) {
	item := key(user, c.ID)
	item["count"] = &types.AttributeValueMemberN{Value: strconv.Itoa(c.Count)}
	_, err := s.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: &s.table, Item: item,
		ConditionExpression: aws.String("attribute_not_exists(#k1)"), ExpressionAttributeNames: map[string]string{"#k1": "PK"},
	})
	var exists *types.ConditionalCheckFailedException
	if err == nil {
		return http.StatusCreated, c, nil
	}
	if !errors.As(err, &exists) {
		return 0, nil, err
	}
	out, err := s.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &s.table, Key: key(user, c.ID), ConsistentRead: aws.Bool(true)})
	if err != nil {
		return 0, nil, err
	}
	before := read(out.Item)
	if before.Count != c.Count {
		return 0, nil, problem.New(http.StatusConflict, "value_conflict", fmt.Sprintf("This key has recorded %d; it can't record %d.", before.Count, c.Count))
	}
	before.Effect = replayed
	return http.StatusOK, before, nil
}

func key(user, id string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"PK": &types.AttributeValueMemberS{Value: "USER#" + user},
		"SK": &types.AttributeValueMemberS{Value: "COUNT#" + id},
	}
}

func read(item map[string]types.AttributeValue) Count {
	c := Count{Effect: committed}
	if sk, ok := item["SK"].(*types.AttributeValueMemberS); ok {
		c.ID = sk.Value[len("COUNT#"):]
	}
	if n, ok := item["count"].(*types.AttributeValueMemberN); ok {
		c.Count, _ = strconv.Atoi(n.Value)
	}
	return c
}

func (s *Server) list(r *http.Request, user string) (int, any, error) {
	out, err := s.client.Query(r.Context(), &dynamodb.QueryInput{
		TableName: &s.table, KeyConditionExpression: aws.String("#k1 = :v1"),
		ExpressionAttributeNames:  map[string]string{"#k1": "PK"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":v1": &types.AttributeValueMemberS{Value: "USER#" + user}},
	})
	if err != nil {
		return 0, nil, err
	}
	counts := []Count{}
	for _, item := range out.Items {
		counts = append(counts, read(item))
	}
	return http.StatusOK, map[string]any{"counts": counts}, nil
}

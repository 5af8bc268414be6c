# Troth. `make dev` runs it on this machine, `make test` tests it.

APP  ?= coach
PORT ?= 8080
ARGS ?=
NODE_CHECKS := local/states/conformance

.PHONY: dev test test-node build bench scenarios vet clean

## dev: serve APP at 127.0.0.1:PORT until Ctrl-C; ARGS=--no-sign-in and the like go to troth dev
dev: build
	@exec bin/troth dev --app $(APP) --port $(PORT) $(ARGS)

## build: the functions and the command line, into bin/
build:
	@mkdir -p bin
	go build -o bin/ ./functions/... ./cmd/...

## test: every test, twice in a row and under the race detector
test: vet test-node build
	go test -race -count=2 ./...

## test-node: what some tests compare us with; needs npm, and is left out without it
test-node:
	@if command -v npm >/dev/null; then \
	  for d in $(NODE_CHECKS); do [ -d $$d/node_modules ] || npm ci --silent --no-fund --no-audit --prefix $$d || exit 1; done; \
	else echo "npm is not installed: the comparisons with aws-local-stepfunctions and asl-validator are skipped"; fi

vet:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w on these files"; exit 1; }
	go vet ./...

## scenarios: run every test conversation and count how many pass
scenarios: build
	@bin/troth scenarios run

## bench: the benchmarks; BenchmarkTurn in local/stack is a whole turn
bench:
	go test -run '^$$' -bench . -benchtime 2s ./...

clean:
	rm -rf bin

# make help lists the targets. Everything runs offline once the modules are downloaded, except peers.
GO      ?= go
FUZZTIME ?= 5m
BENCHTIME ?= 1s
BENCHCOUNT ?= 5
BENCH   ?= .
TESTFLAGS ?=

.DEFAULT_GOAL := help
.PHONY: help build test check bench peers record integration fuzz docs lint
help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

build: ## bin/orrery
	$(GO) build -trimpath -o bin/orrery ./cmd/orrery

test: ## all unit tests
	$(GO) test $(TESTFLAGS) ./...

check: ## formatting, vet, lint, the rules of the house, cross builds, docs up to date
	@GO="$(GO)" tools/check/run.sh

lint: ## golangci-lint alone
	@GO="$(GO)" tools/check/run.sh lint

integration: build ## the built program from outside: corpus, sealing, start-up
	@GO="$(GO)" tools/integration/run.sh

bench: build ## medians of all benchmarks, and of the start-up of the program
	@GO="$(GO)" BENCHTIME="$(BENCHTIME)" BENCHCOUNT="$(BENCHCOUNT)" BENCH="$(BENCH)" tools/bench/run.sh

peers: ## other engines and ours in one table, one core each
	@GO="$(GO)" tools/peers/table.sh

record: ## record the corpus anew from the real programs (root on Debian 12)
	tools/record/run.sh

fuzz: ## every fuzz target for FUZZTIME
	@GO="$(GO)" FUZZTIME="$(FUZZTIME)" tools/fuzz/run.sh

docs: ## write the generated parts of docs/ anew
	$(GO) test ./cmd/orrery -run TestReference -update
	$(GO) test ./internal/machine -run TestOptionsPage -update

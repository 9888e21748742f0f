# `make demo` and `make test` are the two that most people need; `make help` lists the rest.
# Each target installs what it needs (scripts/setup), builds and runs.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
AREA ?=
SHORT ?=

export JOBS
# Tests that can take long read this and do less.
ifneq ($(SHORT),)
export DALA_TEST_SHORT := 1
endif

.DEFAULT_GOAL := help
.PHONY: help demo test bench lint fuzz sanitize install format clean release

# Configures once; after that ninja itself notices when CMake has to run again.
define build
	@test -f build/$(1)/build.ninja || cmake --preset $(1)
	@cmake --build build/$(1) --parallel $(JOBS)
endef

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

release:
	@scripts/setup base
	$(call build,release)

demo: release ## what the library does, with pictures in out/demo
	@build/release/bin/dala-demo

test: release ## every test
	@scripts/run-tests build/release

bench: ## how fast it is, beside its peers (AREA=matmul for one area)
	@scripts/setup base bench
	@cmake --preset release >/dev/null
	@cmake --build build/release --parallel $(JOBS)
	@build/release/bin/dala bench $(AREA)

lint: ## formatting, clang-tidy, tidiness of the tree
	@scripts/setup base lint
	@scripts/lint

fuzz: ## each fuzz target for FUZZ_SECONDS (600)
	@scripts/setup base fuzz
	$(call build,fuzz)
	@scripts/run-fuzzers $(FUZZ_SECONDS)

sanitize: ## the tests under asan+ubsan and under tsan (SHORT=1 for less)
	@scripts/setup base
	$(call build,asan)
	@scripts/run-sanitized build/asan
	$(call build,tsan)
	@scripts/run-sanitized build/tsan

install: release ## library, headers and command line to PREFIX (/usr/local)
	@cmake --install build/release --prefix $(PREFIX)

format: ## rewrites the C++ files in the house style
	@scripts/setup lint
	@git ls-files -co --exclude-standard '*.cpp' '*.hpp' '*.inc' | xargs clang-format-19 -i

clean: ## removes everything built
	@rm -rf build out bindings/elixir/_build bindings/elixir/tmp

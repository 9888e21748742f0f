# `make demo` and `make test` are the two that most people need; `make help` lists the rest.
# Each target installs what it needs (scripts/setup), builds and runs.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
AREA ?=
ALL ?=
SHORT ?=
TEST ?=

export JOBS
# Tests that can take long read this and do less.
ifneq ($(SHORT),)
export DALA_TEST_SHORT := 1
endif

.DEFAULT_GOAL := help
.PHONY: help demo test bench lint fuzz sanitize install package docs format clean release

# Configures once; after that ninja itself notices when CMake has to run again.
define build
	@test -f build/$(1)/build.ninja || cmake --preset $(1)
	@cmake --build build/$(1) --parallel $(JOBS)
endef

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

release:
	@scripts/setup base tests
	$(call build,release)

# Where the library was built before, what is there is used.
demo: DEMO := $(if $(wildcard build/release/lib/libdala.so),release,demo)
demo: ## what the library does, on one page: out/demo/index.html
	@scripts/setup demo
	@test -f build/$(DEMO)/build.ninja || cmake --preset $(DEMO) >/dev/null
	@cmake --build build/$(DEMO) --parallel $(JOBS) --target dala-demo
	@build/$(DEMO)/bin/dala-demo

test: release ## every test
	@scripts/setup package
	@scripts/run-tests build/release

bench: ## how fast it is, beside its peers (AREA=matmul for one area)
	@scripts/setup base tests bench
	@cmake --preset release >/dev/null
	@cmake --build build/release --parallel $(JOBS)
	@build/release/bin/dala bench $(AREA)

lint: ## formatting, tidiness, clang-tidy on what changed (ALL=1: on everything)
	@scripts/setup base tests lint docs
	@scripts/lint $(if $(ALL),--all)

fuzz: ## each fuzz target for FUZZ_SECONDS (600)
	@scripts/setup base tests checked
	$(call build,asan)
	@scripts/run-fuzzers $(FUZZ_SECONDS)

sanitize: ## the tests under asan+ubsan and under tsan (SHORT=1 for less)
	@scripts/setup base tests checked
	$(call build,asan)
	@scripts/run-sanitized build/asan
	$(call build,tsan)
	@scripts/run-sanitized build/tsan

# Without the tests, unless they are built already.
install: INSTALLED := $(if $(wildcard build/release/lib/libdala.so),release,install)
install: ## library, headers and command line to PREFIX (/usr/local)
	@scripts/setup base
	$(call build,$(INSTALLED))
	@cmake --install build/$(INSTALLED) --prefix $(PREFIX)

package: ## .deb files, a tar and checksums in out/packages (TEST=1: tried on a clean Debian)
	@scripts/setup base package $(if $(TEST),packagetest)
	@scripts/package
	@$(if $(TEST),scripts/test-packages)

docs: ## the pages and the public headers as HTML in build/docs/html
	@scripts/setup docs
	@mkdir -p build/docs
	@doxygen docs/doxygen/Doxyfile
	@echo "build/docs/html/index.html"

format: ## rewrites the C++ files in the house style
	@scripts/setup lint
	@git ls-files -co --exclude-standard '*.cpp' '*.hpp' '*.inc' | xargs clang-format-19 -i

clean: ## removes everything built
	@rm -rf build out bindings/elixir/_build bindings/elixir/tmp

.PHONY: play test test-all tests tests-all check bench clean

# What Python has compiled is kept, also where the environment says otherwise: else every program compiles its imports anew.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.cache/compiled

play: ## open tables on this machine for everyone on the network, and print the link; ARGS="--port 9000" goes to moot serve
	@scripts/setup.sh
	@.venv/bin/moot serve --lan $(ARGS)

test: ## everything: style, types, imports, rules, pages, storage
	@scripts/setup.sh check
	@$(MAKE) --no-print-directory --jobs 2 check tests

test-all: ## the same, with the slow tests and ten times the examples; before a release
	@scripts/setup.sh check
	@$(MAKE) --no-print-directory --jobs 2 check tests-all

tests:
	@scripts/setup.sh test
	@.venv/bin/pytest --collect-only -qq >/dev/null || true # compiles once what each worker would else compile anew
	@.venv/bin/pytest -q -n auto --dist worksteal

tests-all:
	@scripts/setup.sh test
	@luck="$${MOOT_LUCK:-$$(date +%s)}"; echo "the same dice again: make test-all MOOT_LUCK=$$luck"; MOOT_LUCK="$$luck" \
	.venv/bin/pytest -q -n auto --dist worksteal -m "" --timeout 3600 --hypothesis-profile thorough

check: ## style, types, and which way imports point
	@scripts/setup.sh check
	@.venv/bin/ruff check --quiet
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo

bench: ## each benchmark in turn, against its named peer
	@scripts/setup.sh bench
	@set -e; for script in $(sort $(wildcard benchmarks/*.py)); do echo "== $$script"; .venv/bin/python $$script; done

clean: ## remove everything that the other targets made
	rm -rf .venv .cache .*_cache .hypothesis build dist src/moot/web/static/vendor src/moot/web/static/.vendor-*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

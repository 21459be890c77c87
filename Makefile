# Every target sets up what it needs. `make help` lists the targets.

PYTHON ?= python3
BIN := .venv/bin
LOCKED := .venv/.locked
READY := .venv/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
# Strict types are asked of the library and of what tests share, not of each test.
TYPED := src $(shell find tests -name '*.py' ! -name 'test_*.py')

.DEFAULT_GOAL := help
.PHONY: help setup play judge test deep lint ruff format mypy pyright imports spelling deps readme bench load screenshots compiled lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: $(READY) ## make .venv with the locked tools and the package itself

$(LOCKED): requirements/dev.txt
	$(PYTHON) -m venv --clear .venv
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

play: $(READY) ## open the table in the browser
	@$(BIN)/cardlaw play

judge: $(READY) ## judge the cases of the tour
	@$(BIN)/cardlaw judge cases/tour/*.yaml

test: $(READY) ## run the tests, then every gate
	@failed=; \
	$(BIN)/pytest -n 2 || failed=yes; \
	$(MAKE) --no-print-directory --keep-going lint || failed=yes; \
	test -z "$$failed"

deep: $(READY) ## run all tests, the long random ones too
	CARDLAW_DEEP=1 $(BIN)/pytest -n 2

lint: ruff format mypy pyright imports spelling deps ## run the gates only

ruff: $(READY)
	$(BIN)/ruff check

format: $(READY)
	$(BIN)/ruff format --check

mypy: $(READY)
	$(BIN)/mypy --strict $(TYPED)

pyright: $(READY)
	$(BIN)/basedpyright src $(wildcard examples)

imports: $(READY)
	$(BIN)/lint-imports --no-logo

spelling: $(READY)
	$(BIN)/codespell

deps: $(READY)
	$(BIN)/deptry --no-ansi src

readme: $(READY) ## write the rulings that README.md shows anew
	$(BIN)/python docs/rulings.py

bench: $(READY) ## measure the speed of play
	@$(BIN)/cardlaw bench

load: $(READY) ## measure 50 tables with two players each for a minute
	@$(BIN)/python -m tests.table.load

screenshots: $(READY) ## make the pictures of the tables in docs/images (needs chromium)
	$(BIN)/python docs/screenshots.py

compiled: $(READY) ## compile kernel and rulebooks with mypyc into build/compiled (needs a C compiler)
	@$(BIN)/python -m tests.conformance.compiled build/compiled

lock: ## pin the dependencies again; needs uv on the PATH
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command "make lock" --upgrade \
	  --extra dev --extra table --extra postgresql --output-file requirements/dev.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command "make lock" \
	  --constraint requirements/dev.txt --output-file requirements/run.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command "make lock" --extra table --extra postgresql \
	  --constraint requirements/dev.txt --output-file requirements/table.txt pyproject.toml

clean: ## remove what the other targets made
	rm -rf .venv build dist .benchmarks .hypothesis .import_linter_cache \
	  .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

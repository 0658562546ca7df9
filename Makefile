# Everything here works on a fresh clone with Python 3.10 to 3.13 and a connection to the package registries.
#
#   make demo     mine the bundled corpus, offline, in an embedded graph
#   make test     the tests, with the embedded engine and with Neo4j where one can be had
#   make faults   the long fault runs
#   make bench    quality and speed, into benchmarks/RESULTS.md
#   make neo4j    a Neo4j server on loopback without Docker (needs a JDK and Maven)
#   make lint     ruff and mypy
#   make docs     the references of commands and named queries, from themselves and the demo
#   make notebook the outputs of docs/notebook.ipynb

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
DATA   ?= $(or $(GRAPHPROBE_DATA),../shared/data)
READY   = $(VENV)/.ready
READY_DEV = $(VENV)/.ready-dev

.PHONY: demo test faults bench neo4j lint docs notebook clean

demo: $(READY)
	$(BIN)/graphprobe demo

test: $(READY_DEV)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

faults: $(READY_DEV)
	GRAPHPROBE_FAULTS=whole $(BIN)/python -m pytest -m fault --timeout=3600 $(PYTEST_ARGS)

bench: $(READY_DEV)
	GRAPHPROBE_DATA=$(DATA) $(BIN)/python -m benchmarks

neo4j:
	tools/neo4j/serve

lint: $(READY_DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: $(READY_DEV)
	$(BIN)/python docs/make_commands.py
	$(BIN)/python docs/make_queries.py

notebook: $(READY_DEV)
	$(BIN)/python docs/make_notebook.py

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not ((3, 10) <= sys.version_info[:2] <= (3, 13)))' || \
	  { echo "GraphProbe needs Python 3.10 to 3.13; name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(READY): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(READY_DEV): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@ $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache dist

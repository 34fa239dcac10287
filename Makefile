# Two commands are all a newcomer needs: `make demo` and `make test`. Each target sets up what it needs and may be run again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(if $(filter 1 2,$(shell getconf _NPROCESSORS_ONLN)),4,auto)

.DEFAULT_GOAL := help
.PHONY: help demo unit test cluster-test check format bench eval proof e2e wheel address release clean

help:  ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## */\1\t/' | expand -t 10

demo:  ## what an agent is told, in an example project and in this repository (needs Python only)
	@$(PYTHON) bin/memories try

unit: $(VENV)/unit  ## the unit tests with fewer generated examples, in less than a minute: no database, no browser, no root
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q tests/unit --hypothesis-profile quick

test: check  ## everything CI runs: the checks, the whole suite, the floors of quality
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q
	$(BIN)/memories eval lab/eval/collections --gate lab/eval/floors.json

cluster-test: $(VENV)/ready  ## the team engine on a Citus cluster: CITUS_URL=postgresql://postgres@COORDINATOR/DATABASE (docs/maintainers/scale.md)
	@test -n "$(CITUS_URL)" || { echo "cluster-test: CITUS_URL is missing: the address of a coordinator's database, for a superuser"; exit 2; }
	MEMORIES_TEST_CITUS_URL="$(CITUS_URL)" $(BIN)/python -m pytest -q tests/functional/conformance tests/functional/postgres

check: $(VENV)/ready  ## ruff, types, imports, rooms, budget, docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/check_rooms.py
	$(BIN)/python tools/budget.py
	$(BIN)/python tools/check_docs.py
	$(BIN)/python tools/release.py check
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

format: $(VENV)/ready  ## write the code as ruff formats it, and mend what it can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/ready  ## speed: hook against a bare interpreter (SIZES="100 1000 10000 100000"), viewer's pages, team database (AGAINST=CHECKOUT)
	$(BIN)/python lab/benchmarks/hook_speed.py $(if $(SIZES),--sizes $(SIZES))
	$(BIN)/python lab/benchmarks/viewer_speed.py
	$(BIN)/python lab/benchmarks/team.py speed
	$(BIN)/python lab/benchmarks/team.py workspaces $(if $(AGAINST),--against $(AGAINST))

eval: $(VENV)/ready  ## quality on the labelled collections under eval/
	$(BIN)/memories eval lab/eval/collections --engine fts5_bm25,title_tags,seed_fts5,fts5_plain --gate lab/eval/floors.json

proof: $(VENV)/ready  ## the figures of docs/maintainers/proof.md: SETS=FOLDER of the public sets, ONLY=ROW,... (fetches nothing)
	$(BIN)/python lab/benchmarks/proof.py $(if $(SETS),--sets "$(SETS)") $(if $(ONLY),--only "$(ONLY)")

fuzz: $(VENV)/ready  ## hostile stores, payloads, transcripts, records, rows and MCP lines for SECONDS each; kills, races, full disks
	MEMORY_FUZZ_SECONDS=$(or $(SECONDS),300) MEMORY_FUZZ_FORKED=$(or $(FORKED),25000) MEMORY_FUZZ_PROCESSES=$(or $(PROCESSES),2500) \
	  MEMORY_FUZZ_SYSTEM_CALLS=$(or $(SYSTEM_CALLS),1000) MEMORY_FUZZ_FULL_DISKS=$(or $(FULL_DISKS),400) MEMORY_FUZZ_ROWS=$(or $(ROWS),500) MEMORY_FUZZ_GUARDS=$(or $(GUARDS),5000) \
	  $(BIN)/python -m pytest -q -rP -n $(JOBS) tests/fuzz
	LINEAR_RUN=100000 $(BIN)/python -m pytest -q --timeout 0 tests/functional/test_linear_time.py
	MEMORY_TEST_RACE=$(or $(RACE),125) MEMORY_TEST_STEP=1 $(BIN)/python -m pytest -q --timeout 0 \
	  tests/functional/test_crash.py tests/functional/test_race.py

e2e:  ## the real Claude Code, Codex and Gemini CLI, offline, where they can be had
	$(PYTHON) lab/clients/run.py

wheel: $(VENV)/ready  ## build the package, and use it in a clean environment on each Python there is (PYTHONS="python3.12 ...")
	$(BIN)/python tools/release.py smoke $(PYTHONS)

address: $(VENV)/ready  ## set the repository's address wherever it is named: URL=https://HOST/PATH.git
	$(BIN)/python tools/release.py address "$(URL)"

release: $(VENV)/ready  ## make VERSION=1.2.3 ready, check it, and print the commands that publish it; publishes nothing
	$(BIN)/python tools/release.py release "$(VERSION)"

clean:  ## remove what the targets above made
	rm -rf $(VENV) build dist artifacts .ruff_cache .mypy_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/ready: pyproject.toml tools/constraints.txt tools/make_venv.sh
	sh tools/make_venv.sh $(PYTHON) $(VENV)
	touch $@ $(VENV)/unit

$(VENV)/unit: pyproject.toml tools/constraints.txt tools/make_venv.sh
	sh tools/make_venv.sh $(PYTHON) $(VENV) unit
	touch $@

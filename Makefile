# `make` lists what can be done.

VENV := .venv
PYTHON := $(VENV)/bin/python
LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(PYTHON) -m piptools compile --quiet --generate-hashes \
	--allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	--extra build

# Each part of `make test` ends after this many seconds, whatever hangs in it: three times what it
# takes, since other work may keep the machine busy.
BUDGET := timeout --kill-after=30
# Tests see the settings they give themselves, and keep their files apart from a running site's.
# They start hundreds of programs, so that Python keeps what it has compiled for the next one.
CLEAN_ENVIRONMENT := env -u DATABASE_URL -u REDIS_URL -u PYTHONDONTWRITEBYTECODE KAURI_VAR=var/test
PYTEST := $(PYTHON) -m pytest
# tests/scheduling.py says which process runs what.
PARALLEL := $(PYTEST) -n 2
LINTED_TEMPLATES := $(wildcard templates)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check fmt lock migration sheet clean \
	check-types check-style checked compiled test-compiled test-interpreted \
	test-e2e test-e2e-pages test-e2e-files test-e2e-servers packages-run packages-test

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages-run $(VENV)/installed ## start everything here; Ctrl-C stops it
	@tools/build-engine
	@tools/build-words
	@exec $(PYTHON) manage.py run

test: packages-test checked test-compiled test-interpreted test-e2e ## check, then test everything

check: $(VENV)/installed-dev ## lint, format, types, templates and imports, without changing anything
	@$(MAKE) --output-sync --jobs=2 check-types check-style

# One processor looks at the types while the other does all the rest, and compiles the engine.
checked: packages-test $(VENV)/installed-dev
	@$(MAKE) --output-sync --jobs=2 check-types check-style compiled

check-types: $(VENV)/installed-dev
	ENGINE_BUILD=interpreted $(PYTHON) -m mypy --config-file tools/mypy.ini

check-style: $(VENV)/installed-dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) tools/check_formatting.py engine agents tournaments benchmarks tools
	$(PYTHON) -m djlint --quiet --check --lint $(LINTED_TEMPLATES)
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as run; run()'

fmt: $(VENV)/installed-dev ## format code and templates
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .
	$(PYTHON) -m djlint --quiet --reformat $(LINTED_TEMPLATES)

lock: $(VENV)/installed-dev ## pin the newest allowed dependencies, with their hashes
	$(LOCK) --upgrade --output-file requirements.txt pyproject.toml
	$(LOCK) --upgrade --extra s3 --constraint requirements.txt \
		--output-file requirements-s3.txt pyproject.toml
	$(LOCK) --upgrade --extra s3 --extra dev --constraint requirements-s3.txt \
		--output-file requirements-dev.txt pyproject.toml

# Until the first release there is one migration, which is written from the models each time.
migration: $(VENV)/installed-dev ## write the one migration from the models
	rm -f tournaments/migrations/0*.py
	ENGINE_BUILD=interpreted $(PYTHON) manage.py makemigrations tournaments --name first --no-header
	$(PYTHON) -m ruff check --quiet --fix tournaments/migrations
	$(PYTHON) -m ruff format --quiet tournaments/migrations

clean: ## remove what was installed and cached; the data under var/ stays
	rm -rf $(VENV) engine/.compiled *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache var/test var/test-pages var/test-servers
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

compiled: packages-test $(VENV)/installed-dev
	@tools/build-engine
	@tools/build-words

# All tests run with the compiled engine on SQLite and files. What another build of the engine or
# another database can change runs once more, with the engine's sources as they stand on PostgreSQL
# and Redis, which `tests.servers` starts: not the mathematics, the sandbox, the referee, what pages
# make of what they are given, who may do what, what describes the API, nor what stands around the
# platform, but for its workers.
ONCE := tests/tournaments/mathematics tests/agents tests/tournaments/services/bots/test_checks.py \
	$(addprefix tests/engine/test_,lockstep.py film.py svg.py docs.py) \
	$(addprefix tests/tournaments/web/test_,addresses.py charsets.py pages.py static.py) \
	$(addprefix tests/tournaments/,views forms templatetags words) \
	$(addprefix tests/tournaments/machinery/test_,checks.py environment.py folders.py logs.py \
		pool.py programs.py scheduler.py supervise.py transport.py webserver.py) \
	tests/tournaments/management/test_preflight.py tests/tournaments/api/test_schema.py \
	$(addprefix tests/tournaments/queries/,test_films.py test_replay.py) \
	$(addprefix tests/tournaments/queries/tournaments/test_,export_readers.py exports.py) \
	tests/tournaments/test_permissions.py \
	$(wildcard tests/test_*.py)
# Single tests that run once: long plays over what other tests try on both databases (and what
# becomes in each format of who is banned or paused for a while), texts that are
# only shown (both databases are given them to keep), what addresses show of a seed (both databases
# keep it from them by the same lines), what a bucket does, and a Redis that goes away.
ONCE += tests/tournaments/services/test_fairness.py \
	tests/tournaments/services/tournaments/test_ladder_days.py::test_on_a_ladder_nobody_starves \
	$(addprefix tests/tournaments/services/tournaments/test_withdrawals.py::test_who_is_,\
		banned_leaves_at_once paused_holds_up_its_own) \
	$(addprefix tests/tournaments/attacks/test_hostile_texts.py::test_,\
		every_address_shows whatever_is_done the_administration_shows files_of_results) \
	tests/tournaments/attacks/test_adversaries.py::test_no_address_tells_the_seed \
	$(addprefix tests/tournaments/machinery/test_object_storage.py::test_,an_archive what_is all_objects \
		a_missing a_torn a_bucket doctor) \
	tests/tournaments/machinery/test_workers.py::test_workers_and_requests_outlive_redis

test-compiled: compiled
	$(BUDGET) 1800 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled $(PARALLEL) -m "not e2e"

test-interpreted: packages-test $(VENV)/installed-dev
	$(BUDGET) 1800 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=interpreted \
		$(PYTHON) -m tests.servers $(PARALLEL) -m "not e2e" $(addprefix --deselect=,$(ONCE))

# Both kinds of site, and pages that stand still, at once: browsers and sites mostly wait.
test-e2e: compiled
	$(MAKE) --output-sync --jobs=3 test-e2e-pages test-e2e-files test-e2e-servers

# How pages look does not depend on the database, nor does a replay in the browser. Moves at a board
# are tried where rows are locked.
E2E := $(BUDGET) 2100 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled
STILL := tests/e2e/pages

test-e2e-pages:
	$(E2E) KAURI_VAR=var/test-pages $(PYTEST) -m e2e $(STILL)

test-e2e-files:
	$(E2E) $(PYTEST) -m e2e $(addprefix --ignore=,$(STILL) tests/e2e/test_play.py)

test-e2e-servers:
	$(E2E) KAURI_VAR=var/test-servers \
		$(PYTHON) -m tests.servers $(PYTEST) -m e2e \
		$(addprefix --ignore=,$(STILL) tests/e2e/test_replay.py)

sheet: compiled ## picture every page in four looks, on one sheet
	SCREENSHOTS=1 $(E2E) $(PYTEST) -m e2e $(STILL)/test_every_page.py
	$(PYTHON) tools/sheet.py var/screenshots

packages-run:
	@tools/system-packages run

packages-test:
	@tools/system-packages test

# The prerequisites: nothing is installed again until one of them changes.
$(VENV)/installed: requirements.txt pyproject.toml tools/install tools/find-python
	@tools/install requirements.txt $@

$(VENV)/installed-dev: requirements-dev.txt pyproject.toml tools/install tools/find-python
	@tools/install requirements-dev.txt $@

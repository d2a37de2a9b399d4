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
# tests/scheduling.py says which process runs what. Each of them reads all files that it is given.
PARALLEL := $(PYTEST) -n 2 --ignore=tests/e2e
SCRIPTS := node_modules/.bin
LINTED_TEMPLATES := $(wildcard templates)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run kit test check fmt lock migration sheet clean \
	check-types check-style check-scripts checked compiled test-scripts test-sources test-compiled test-interpreted \
	test-e2e test-e2e-pages test-e2e-files test-e2e-servers test-e2e-chaos packages-run packages-test

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages-run $(VENV)/installed ## start everything here; Ctrl-C stops it
	@tools/build-kit
	@tools/build-words
	@exec $(PYTHON) manage.py run

kit: packages-run $(VENV)/installed ## build the wheels of the kit for authors
	@tools/build-kit

test: packages-test checked test-scripts test-compiled test-interpreted test-e2e ## check, then test everything

check: $(VENV)/installed-dev ## lint, format, types, templates, scripts and imports, without changing anything
	@$(MAKE) --output-sync --jobs=2 check-types check-style check-scripts

# One processor looks at the types, which takes minutes. Meanwhile the other one does all the rest,
# compiles the engine, and tests its sources: nothing there looks at a clock.
checked: packages-test $(VENV)/installed-dev
	@$(MAKE) --output-sync --jobs=2 check-types check-style check-scripts compiled test-sources

check-types: $(VENV)/installed-dev
	ENGINE_BUILD=interpreted $(PYTHON) -m mypy --config-file tools/mypy.ini

check-style: $(VENV)/installed-dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) tools/check_formatting.py engine agents tournaments benchmarks tools
	$(PYTHON) -m tools.check_names engine agents tournaments
	$(PYTHON) -m djlint --check --lint $(LINTED_TEMPLATES)
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as run; run()'

# A service worker knows other names than a page does.
check-scripts: node_modules/.installed
	$(SCRIPTS)/tsc
	$(SCRIPTS)/tsc --project tools/worker.tsconfig.json
	$(SCRIPTS)/biome check --error-on-warnings

fmt: $(VENV)/installed-dev node_modules/.installed ## format code, scripts and templates
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .
	$(PYTHON) -m djlint --quiet --reformat $(LINTED_TEMPLATES)
	$(SCRIPTS)/biome check --write

lock: $(VENV)/installed-dev ## pin the newest allowed dependencies, with their hashes
	$(LOCK) --upgrade --output-file requirements.txt pyproject.toml
	$(LOCK) --upgrade --extra s3 --constraint requirements.txt \
		--output-file requirements-s3.txt pyproject.toml
	$(LOCK) --upgrade --extra s3 --extra dev --constraint requirements-s3.txt \
		--output-file requirements-dev.txt pyproject.toml
	npm update --silent

# Until the first release there is one migration, which is written from the models each time.
migration: $(VENV)/installed-dev ## write the one migration from the models
	rm -f tournaments/migrations/0*.py
	ENGINE_BUILD=interpreted $(PYTHON) manage.py makemigrations tournaments --name first --no-header
	$(PYTHON) -m ruff check --quiet --fix tournaments/migrations
	$(PYTHON) -m ruff format --quiet tournaments/migrations

clean: ## remove what was installed and cached; the data under var/ stays
	rm -rf $(VENV) node_modules dist engine/.compiled *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache $(addprefix var/test,/ -pages -servers -chaos)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

compiled: packages-test $(VENV)/installed-dev
	@tools/build-kit
	@tools/build-words

# All tests run with the compiled engine on SQLite and files. What another build of the engine or
# another database can change runs once more, with the engine's sources as they stand on PostgreSQL
# and Redis, which `tests.servers` starts: not the mathematics, the kit, the sandbox, the referee,
# what pages make of what they are given, who may do what, what describes the API, nor what stands
# around the platform, but for its workers.
DYING := test_a_tournament_that_dies_at_every_write_is_the_one_that_never_died
ONCE := $(addprefix tests/tournaments/,mathematics kit) tests/agents \
	tests/tournaments/services/bots/test_checks.py \
	$(addprefix tests/engine/test_,lockstep.py film.py svg.py docs.py) \
	$(addprefix tests/tournaments/web/test_,entrance.py charsets.py pages.py static.py) \
	$(addprefix tests/tournaments/,views forms templatetags words) \
	$(addprefix tests/tournaments/machinery/,setup/test_checks.py setup/test_environment.py \
		setup/test_folders.py messages/test_transport.py web/test_webserver.py \
		$(addprefix processes/test_,logs.py pool.py scheduler.py supervise.py)) \
	tests/tournaments/management/test_preflight.py \
	$(addprefix tests/tournaments/api/test_,schema.py queries.py) \
	$(addprefix tests/tournaments/queries/games/test_,films.py replay.py) \
	$(addprefix tests/tournaments/queries/tournaments/test_,export_readers.py exports.py) \
	$(addprefix tests/tournaments/test_,permissions.py docs.py) \
	$(wildcard tests/test_*.py)
# Single tests that run once: long plays over what other tests try on both databases (what becomes
# in each format of who is banned or paused for a while, each format but the knockout that dies at
# every write, who meets whom, dice, openings, and what solves small boards), how many queries
# Django makes, bots that are checked in sandboxes (two hosts check theirs on PostgreSQL), texts
# that are only shown (both databases are given them to keep), what addresses show of a seed (both
# databases keep it from them by the same lines), forms of other sites, which no view gets to see,
# what a bucket does, and a Redis that goes away.
ONCE += $(addprefix tests/tournaments/services/playing/test_,fairness.py longest_play.py) \
	$(addprefix tests/tournaments/services/tournaments/test_,ladder_days.py \
		random_tournaments.py) \
	$(addprefix tests/tournaments/services/tournaments/test_pairings.py::test_,openings_are_new_even \
		every_game_of_a_block in_further_blocks a_longer_opening) \
	$(addprefix tests/tournaments/services/tournaments/test_ladder.py::test_,\
		nobody_plays_more_than an_owner_has_a_share bots_that_are_known_well) \
	tests/tournaments/services/tournaments/test_rules_versions.py::test_a_check_begun \
	tests/tournaments/services/house/test_showcase.py \
	tests/tournaments/services/tournaments/test_tables.py::test_who_looks_first \
	tests/tournaments/services/tournaments/test_files.py::test_a_file_takes_as_many \
	$(addprefix tests/tournaments/services/playing/test_crashes.py::$(DYING),\
		[round-robin [swiss [double-elimination [gauntlet [groups-knockout) \
	tests/engine/games/kalah/test_rules.py::test_small_boards_have \
	tests/tournaments/services/house/test_opening.py::test_the_first_time_two \
	$(addprefix tests/tournaments/services/playing/test_play.py::test_,a_good_bot a_check_of_a_bot \
		on_a_busy_host) \
	$(addprefix tests/tournaments/services/tournaments/test_withdrawals.py::test_who_is_,\
		banned_leaves_at_once banned_between_two_rounds paused_holds_up_its_own) \
	$(addprefix tests/tournaments/attacks/test_hostile_world.py::test_,\
		every_address_shows whatever_is_done the_administration_shows files_of_results) \
	$(addprefix tests/tournaments/attacks/test_adversaries.py::test_no_address_,\
		tells_the_seed takes_a_form) \
	$(addprefix tests/tournaments/machinery/setup/test_object_storage.py::test_,an_archive what_is \
		all_objects a_missing a_torn a_bucket doctor) \
	tests/tournaments/machinery/processes/test_workers.py::test_workers_and_requests_outlive_redis \
	tests/tournaments/machinery/processes/test_foreground.py::test_programs_load
SINGLE := $(foreach one,$(ONCE),$(if $(findstring ::,$(one)),$(one)))

test-scripts: node_modules/.installed ## test the site's scripts in node: seconds
	$(BUDGET) 60 node --import ./tests/tournaments/static/page.js --test \
		$$(find tests -name '*.test.js')

test-compiled: compiled
	$(BUDGET) 1800 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled $(PARALLEL)

TWICE := $(addprefix --ignore=,$(filter-out $(SINGLE),$(ONCE))) $(addprefix --deselect=,$(SINGLE))

test-sources: compiled
	$(BUDGET) 900 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=interpreted $(PYTEST) $(TWICE) tests/engine

test-interpreted: packages-test $(VENV)/installed-dev
	$(BUDGET) 1800 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=interpreted \
		$(PYTHON) -m tests.servers $(PARALLEL) --ignore=tests/engine $(TWICE)

# Four parts at once: browsers and sites mostly wait.
test-e2e: compiled
	$(MAKE) --output-sync --jobs=4 test-e2e-pages test-e2e-files test-e2e-servers test-e2e-chaos

# What locks, messages, live events, or archives can change is tried on both kinds of site: uploads
# and their checks, tournaments, ratings, what is live, and what is stopped or killed. The rest is
# tried on one: how pages look, a replay in the browser, the example that authors get, and a port in
# use on files; moves at a board where rows are locked. Chaos brings both kinds of its own.
E2E := $(BUDGET) 1500 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled
STILL := tests/e2e/pages
CHAOS := tests/e2e/test_chaos.py
ON_FILES := $(addprefix tests/e2e/test_,replay.py \
	first_steps.py::test_the_example_in_the_box first_steps.py::test_one_steps_through_a_game \
	first_steps.py::test_a_game_shows_notation stopping.py::test_a_port_in_use)

test-e2e-pages:
	$(E2E) KAURI_VAR=var/test-pages $(PYTEST) -m e2e $(STILL)

test-e2e-files:
	$(E2E) $(PYTEST) -m e2e $(addprefix --ignore=,$(STILL) $(CHAOS) tests/e2e/test_play.py) \
		tests/e2e

test-e2e-servers:
	$(E2E) KAURI_VAR=var/test-servers \
		$(PYTHON) -m tests.servers $(PYTEST) -m e2e $(addprefix --ignore=,$(STILL) $(CHAOS)) \
		$(addprefix --deselect=,$(ON_FILES)) tests/e2e

test-e2e-chaos:
	$(E2E) KAURI_VAR=var/test-chaos $(PYTEST) -m e2e $(CHAOS)

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

# What looks at scripts: npm installs exactly what the lock file names.
node_modules/.installed: package.json package-lock.json .npmrc
	@tools/system-packages scripts
	@echo "Installing package-lock.json (some seconds)"
	@npm ci --silent
	@touch $@

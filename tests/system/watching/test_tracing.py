"""Traces: nothing of them is there unless they are wanted, and then no secret is in them.

Instrumenting a process cannot be undone in it, so each test has one of its own.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from tideapi.local.up import ROOT

PLAYED = """
import json, os, django
django.setup()
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tideapi import tracing
kept = InMemorySpanExporter()
tracing.trace_to(SimpleSpanProcessor(tracing.strip_secrets(kept)))

from django.test.utils import setup_databases, setup_test_environment, teardown_databases
from django.db import connection
from tests import migrated
if migrated.copied():
    connection.settings_dict["TEST"]["TEMPLATE"] = migrated.TEMPLATE
setup_test_environment()
old = setup_databases(verbosity=0, interactive=False)
try:
    from django.test import Client
    from games.background import botplay
    from games import tasks
    client = Client()
    def call(method, path, body, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        said = client.generic(method, f"/api/v1{path}", json.dumps(body), headers=headers,
            content_type="application/json")
        return said.json()
    name = {"username": "ann", "password": "rock-pool-and-anemone", "email": "ann@post.example"}
    token = call("POST", "/players", name)["token"]
    game = call("POST", "/games", {"ruleset": "turn_the_tide", "seat_count": 3,
        "bots": ["random", "random"]}, token)
    card = game["mine"]["hand"][0]
    at = f"/games/{game['id']}/turns/1/submission"
    sealed = call("PUT", at, {"action": {"type": "play", "card": card}}, token)
    client.get(f"/api/v1/games?secret={token}")
    client.get(f"/play/{token}")
    tasks.sweep.apply(throw=True)
    tasks.move_bots.apply(throw=True)
    spans = [{"name": one.name, "attributes": dict(one.attributes), "events": len(one.events),
        "said": one.status.description} for one in kept.get_finished_spans()]
    print(json.dumps({"spans": spans, "secrets": [token, game["id"], sealed["nonce"],
        sealed["receipt"], "ann@post.example", "rock-pool-and-anemone", "127.0.0.1"]}))
finally:
    teardown_databases(old, verbosity=0)
"""


def runs(program: str, **environment: str) -> str:
    """What a process of its own writes."""
    given: Mapping[str, str] = {**os.environ, **environment}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**given, "DJANGO_SETTINGS_MODULE": "tideapi.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("process", ["tideapi.celery", "tideapi.urls"])
def test_without_an_endpoint_nothing_of_it_is_imported_and_with_one_it_begins(process: str) -> None:
    program = (
        f"import django, sys; django.setup(); import {process}; from django.conf import settings;"
        " print(settings.MIDDLEWARE[2], *(one for one in sys.modules if one[:4] == 'open'))"
    )
    # Where it is installed redis-py imports what OpenTelemetry has for metrics, whether wanted or not.
    traces = tuple(f"opentelemetry.{part}" for part in ("sdk.trace", "instrumentation", "exporter"))
    found = runs(program, OTEL_EXPORTER_OTLP_ENDPOINT="").split()
    assert [name for name in found if name.startswith(traces)] == []
    endpoint = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}
    assert runs(program, **endpoint).startswith("opentelemetry.instrumentation.django.")


def test_calls_statements_and_tasks_are_traced_and_no_secret_is(backing: None) -> None:
    # The database that it makes is not the one that other tests use meanwhile.
    its_own = urlsplit(os.environ["DATABASE_URL"])._replace(path="/traced").geturl()
    told: dict[str, Any] = json.loads(runs(PLAYED, DATABASE_URL=its_own).splitlines()[-1])
    spans = told["spans"]
    names = {one["name"] for one in spans}
    assert "PUT api/v1/games/<id:game>/turns/<count:turn>/submission" in names
    assert any(name.startswith("SELECT") for name in names)
    assert "run/games.tasks.sweep" in names
    written = json.dumps(spans)
    assert [secret for secret in told["secrets"] if secret in written] == []
    assert '"card' not in written.replace('\\"', "").replace("games_", "")
    assert all(one["events"] == 0 and not one["said"] for one in spans)

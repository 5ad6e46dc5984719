"""GET /healthz and /readyz."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from games.background import due_turns
from tests.app.api.refusals import refused
from tests.migration_rows import forget_newest_migration
from tests.people import Person
from tideapi import health


@pytest.fixture(autouse=True)
def forgotten_checks() -> None:
    health.NEWEST.forget()
    health.MIGRATED.clear()


def refuse_ready(detail: str) -> None:
    """Look anew: it is not ready and says why, and yet the process is alive."""
    health.NEWEST.forget()
    said = Person().get("/readyz")
    refused(said, 503, "unavailable")
    assert said.json["detail"] == f"Not ready: {detail}."
    assert Person().get("/healthz").json == {"status": "ok", "checks": {}}


def test_it_is_ready_when_all_is_well(ann: Person) -> None:
    refuse_ready("sweep has not run yet")
    health.NEWEST.forget()
    due_turns.sweep_due_turns()
    checks = {"database": "ok", "broker": "ok", "migrations": "ok", "sweep": "ok"}
    for person in (Person(), Person("tide_void"), ann):
        assert person.get("/readyz").json == {"status": "ok", "checks": checks}
        assert person.get("/healthz").status == 200


def test_it_is_not_ready_without_what_it_needs(settings, monkeypatch, time) -> None:
    due_turns.sweep_due_turns()
    time.advance(seconds=settings.TIDE_MAX_SWEEP_AGE_SECONDS + 5)
    refuse_ready("sweep ran 35 seconds ago")
    due_turns.sweep_due_turns()
    broker, settings.BROKER_URL = settings.BROKER_URL, "redis://127.0.0.1:1/0"
    refuse_ready("broker does not answer")
    settings.BROKER_URL = broker

    def fail() -> None:
        raise DatabaseError("password=hunter2")

    monkeypatch.setattr(health, "_select_one", fail)
    refuse_ready("database does not answer, migrations unknown, sweep unknown")


def test_it_is_ready_once_all_migrations_are_applied(stranger: Person) -> None:
    due_turns.sweep_due_turns()
    assert stranger.get("/readyz").status == 200
    forget_newest_migration()
    health.NEWEST._found = None
    assert stranger.get("/readyz").status == 200, "a newer release on the disk changes nothing"
    health.MIGRATED.clear()
    refuse_ready("migrations 1 are not applied, sweep unknown")


HOSTS = ["10.1.2.3", "10.1.2.3:8000", "[fd00::1]:8000", "[::1]", "web:8000", "a b", "evil.example"]


@pytest.mark.parametrize("host", HOSTS)
def test_machines_call_by_any_name_or_address(client: Client, settings: Any, host: str) -> None:
    settings.ALLOWED_HOSTS, settings.TIDE_METRICS_TOKEN = ["tide.example"], "low-water"
    sent = {"Host": host, "Authorization": "Bearer low-water"}
    due_turns.sweep_due_turns()
    for address, others in (("/healthz", 204), ("/readyz", 204), ("/metrics", 405)):
        for method, status in (("GET", 200), ("HEAD", 200), ("OPTIONS", others), ("POST", 405)):
            said = client.generic(method, address, headers=sent)
            assert said.status_code == status, (method, address)
    assert client.get("/healthz/", headers={"Host": host}).status_code == 400


def test_however_many_ask_it_is_looked_at_once_a_second(stranger, monkeypatch) -> None:
    looks, now = [], [1000.0]

    def look() -> dict[str, str]:
        looks.append(now[0])
        return {"database": "ok", "broker": "ok", "sweep": "ok"}

    monkeypatch.setattr(health, "_check_all", look)
    monkeypatch.setattr(health, "monotonic", lambda: now[0])
    for _ in range(3):
        assert {stranger.get("/readyz").status for _ in range(10)} == {200}
        now[0] += 1.0
    assert looks == [1000.0, 1001.0, 1002.0]


def test_no_caller_waits_for_a_check_that_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    going, go_on, now = Event(), Event(), [1000.0]

    def look() -> dict[str, str]:
        going.set()
        assert go_on.wait(60)
        return {"database": "does not answer"}

    monkeypatch.setattr(health, "monotonic", lambda: now[0])
    newest = health.Newest()
    monkeypatch.setattr(health, "_check_all", lambda: {"database": "ok"})
    assert newest.checks() == {"database": "ok"}
    now[0] += 5.0
    monkeypatch.setattr(health, "_check_all", look)
    with ThreadPoolExecutor(1) as threads:
        looking = threads.submit(newest.checks)
        assert going.wait(60)
        assert newest.checks() == {"database": "ok"}, "what was found last"
        go_on.set()
        assert looking.result() == newest.checks() == {"database": "does not answer"}

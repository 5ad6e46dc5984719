"""GET /healthz and /readyz."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone

from games import deadlines
from games.models import Heartbeat
from tests.api.refusals import refused
from tests.people import Person
from tideapi import health

pytestmark = pytest.mark.django_db


def test_the_process_is_alive(stranger: Person) -> None:
    assert stranger.get("/healthz").json == {"status": "ok", "checks": {}}


def test_it_is_ready_when_all_is_well(stranger: Person) -> None:
    deadlines.sweep()
    checks = {"database": "ok", "broker": "ok", "sweep": "ok"}
    assert stranger.get("/readyz").json == {"status": "ok", "checks": checks}


def test_it_is_not_ready_before_the_first_sweep(stranger: Person) -> None:
    said = stranger.get("/readyz")
    refused(said, 503, "unavailable")
    assert said.json["detail"] == "Not ready: sweep has not run yet."


def test_it_is_not_ready_when_no_sweep_came_for_a_while(stranger: Person, settings: Any) -> None:
    deadlines.sweep()
    late = timezone.now() - timedelta(seconds=settings.TIDE_READY_WITHIN + 5)
    Heartbeat.objects.update(at=late)
    said = stranger.get("/readyz")
    refused(said, 503, "unavailable")
    assert "sweep ran 35 seconds ago" in said.json["detail"]


def test_it_is_not_ready_without_the_broker(stranger: Person, settings: Any) -> None:
    deadlines.sweep()
    settings.BROKER_URL = "redis://127.0.0.1:1/0"
    said = stranger.get("/readyz")
    refused(said, 503, "unavailable")
    assert said.json["detail"] == "Not ready: broker does not answer."
    assert stranger.get("/healthz").status == 200


def test_it_is_not_ready_without_the_database(
    stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise DatabaseError("password=hunter2")

    monkeypatch.setattr(health, "_select_one", fails)
    said = stranger.get("/readyz")
    refused(said, 503, "unavailable")
    assert said.json["detail"] == "Not ready: database does not answer, sweep unknown."


def test_neither_needs_a_token_nor_minds_one(ann: Person) -> None:
    deadlines.sweep()
    for person in (Person(), Person("tide_void"), ann):
        assert person.get("/healthz").status == person.get("/readyz").status == 200

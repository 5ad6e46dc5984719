"""Where a web process listens for notifications: past a pooler, and to whichever server takes writes."""

import asyncio
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from django.db import connection

from games.feeds.streams import listener
from tideapi.environment import Environment


def find_connection_settings(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What libpq is told when somebody begins to listen."""
    told: dict[str, Any] = {}

    class Enough(Exception):
        pass

    async def connect(conninfo: str = "", **given: Any) -> None:
        told.update({"conninfo": conninfo, **given})
        raise Enough

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
    with suppress(Enough):
        asyncio.run(listener.listen_forever(lambda payload: None))
    return told


def test_a_database_that_is_away_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = iter(range(5))

    class Enough(Exception):
        pass

    async def refuse_connection(conninfo: str = "", **given: Any) -> None:
        raise Enough if next(tries, None) is None else psycopg.OperationalError("gone")

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", refuse_connection)
    monkeypatch.setattr(listener, "RECONNECT_AFTER", 0.0)
    with suppress(Enough):
        asyncio.run(listener.listen_forever(lambda payload: None))
    listener.POSTGRESQL.note_answer()
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_it_listens_where_the_operator_says_else_where_calls_are_answered(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all that the database's address has: several hosts, which of them, and whose certificate."""
    more = {"host": "one.example,two.example", "target_session_attrs": "read-write"}
    more["sslrootcert"] = "ca"
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", more)
    monkeypatch.setitem(connection.settings_dict, "HOST", "")
    assert more.items() <= find_connection_settings(monkeypatch).items()
    settings.TIDE_LISTEN_URL = "postgresql://tide@db.example/tide"
    assert find_connection_settings(monkeypatch)["conninfo"] == settings.TIDE_LISTEN_URL


def test_an_address_that_cannot_be_read_is_said_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TIDE_LISTEN_URL", "postgresql://tide:low-water@db.example/tide?nonsense=1")
    environment = Environment()
    assert environment.read_conninfo("TIDE_LISTEN_URL", default="") == ""
    assert "low-water" not in environment.faults["TIDE_LISTEN_URL"]

"""The log is a chain: what docs/fairness.md says of it, worked out here a second time."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Log
from tests.event_log import logged_events
from tests.people import Person

pytestmark = pytest.mark.django_db


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def head_of(events: list[Any]) -> str:
    head = bytes(32)
    for event in events:
        body = {name: event[name] for name in ("at", "data", "game", "type")}
        head = sha256(head, sha256(canonical({**body, "number": event["event"]})))
    return f"sha256:{head.hex()}"


def test_every_event_shows_the_hash_of_all_before_it(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    events = stranger.get(f"/games/{game}/events", page_size=100).json["results"]
    for count in range(1, len(events) + 1):
        assert events[count - 1]["hash"] == head_of(events[:count])


def test_the_head_stands_in_every_answer_that_shows_the_game(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    newest = stranger.get(f"/games/{game}/events", page_size=100).json["results"][-1]
    log = {"events": newest["event"], "head": newest["hash"]}
    assert ann.sees(game)["log"] == log
    assert stranger.get("/games").json["results"][0]["log"] == log
    assert stranger.get(f"/games/{game}").json["log"] == log


def test_a_feed_over_all_games_shows_the_hashes_of_their_logs(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    logged = {event["event"]: event for event in ann.get(f"/games/{game}/events").json["results"]}
    for event in ann.get("/me/events").json["results"]:
        if event["game"] is not None:
            assert event["hash"] == logged[event["event"]]["hash"]


def test_the_database_keeps_what_the_chain_was_made_of(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    """JSON that comes back from the database in another order gives the same hashes."""
    game = table()
    ann.seals_anything(game)
    events = stranger.get(f"/games/{game}/events", page_size=100).json["results"]
    assert ann.sees(game)["log"]["head"] == head_of(events)
    row = Log.objects.get(pk=game)
    assert bytes(row.head) == logged_events(game)[row.event_number - 1].hash


def test_a_changed_event_gives_another_head(stranger: Person, table: Callable[..., str]) -> None:
    game = table()
    events = stranger.get(f"/games/{game}/events", page_size=100).json["results"]
    true = head_of(events)
    events[2]["data"]["player"] = "mallory"
    assert head_of(events) != true

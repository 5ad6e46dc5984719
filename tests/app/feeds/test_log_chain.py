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


def test_every_event_shows_the_hash_of_all_before_it_and_so_does_what_shows_the_game(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    """JSON that comes back from the database in another order gives the same hashes."""
    game = table()
    ann.seals_anything(game)
    events = stranger.get(f"/games/{game}/events", page_size=100).json["results"]
    for count, event in enumerate(events, 1):
        assert event["hash"] == head_of(events[:count])
    log = {"events": events[-1]["event"], "head": events[-1]["hash"]}
    assert ann.sees(game)["log"] == log
    assert stranger.get("/games").json["results"][0]["log"] == log
    assert stranger.get(f"/games/{game}").json["log"] == log
    row = Log.objects.get(pk=game)
    assert bytes(row.head) == logged_events(game)[row.event_number - 1].hash
    hashes = {event["event"]: event["hash"] for event in events}
    mine = [one for one in ann.get("/me/events", page_size=100).json["results"] if one["game"]]
    assert mine
    assert all(one["hash"] == hashes[one["event"]] for one in mine)

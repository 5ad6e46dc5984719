"""One game played by a client's program, and what the program says of it held against what the server has."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any

import yaml

from tests.running import SETTINGS, mortal_server
from tests.servers import FOR_TESTS
from tests.system.flows.client import Person
from tools.clients.catalogue import DOCUMENT, Client
from tools.clients.commands import Failed, run

RULESETS = ("turn_the_tide", "high_tide", "goofspiel")
"""The last of them is one that the server has and the document has not."""
SAID = re.compile(
    r"^game (?P<game>\S+): (?P<moves>\d+) moves, (?P<events>\d+) events, (?P<unknown>\d+) unknown, "
    r"won by \[(?P<winners>[\d, ]*)\], (?P<turns>\d+) turns in the record$",
    re.MULTILINE,
)
"""The one line that every program prints in the end. All of it comes out of generated objects."""
NUMBERS = count(1)


@contextmanager
def running_server() -> Iterator[str]:
    """The address of a server with all of `make up`; nothing of it is left at the end."""
    with mortal_server({**os.environ, **FOR_TESTS, **SETTINGS}) as server:
        server.start()
        yield server.url
        faults = server.tracebacks()
        assert not faults, "\n".join(faults)


def play(client: Client, url: str, ruleset: str) -> str:
    """Let the client play one game; Failed unless it has seen what there was to see."""
    assert client.play is not None
    said = run(client.folder, (*client.play, url, ruleset, f"{client.name}-{next(NUMBERS)}"))
    line = SAID.search(said)
    if line is None:
        raise Failed(f"it has not said how its game of {ruleset} went:\n{said[-2000:]}")
    seen: dict[str, Any] = {
        name: int(line[name]) for name in ("moves", "events", "unknown", "turns")
    }
    seen["winners"] = [int(seat) for seat in re.findall(r"\d+", line["winners"])]
    true = _truth(Person(url), line["game"])
    if seen != true:
        raise Failed(f"it says of its game of {ruleset}: {seen}, and that was {true}")
    return f"played {ruleset}: {seen['moves']} moves, {seen['events']} events"


def _truth(judge: Person, game: str) -> dict[str, Any]:
    """What every client must have seen of this game."""
    record = judge.get(f"/games/{game}/record")
    events = list[dict[str, Any]]()
    while page := judge.get(f"/games/{game}/events", after=len(events), page_size=100)["results"]:
        events += page
    actions = [action for turn in record["turns"] for action in turn["actions"]]
    return {
        "moves": sum(one["by"] == "player" for one in actions),
        "events": len(events),
        "unknown": sum(one["type"] not in _known_types() for one in events),
        "turns": len(record["turns"]),
        "winners": record["result"]["winners"],
    }


@cache
def _known_types() -> frozenset[str]:
    """The types of events that the document knows."""
    schemas = yaml.load(DOCUMENT.read_bytes(), Loader=yaml.CSafeLoader)["components"]["schemas"]
    return frozenset(schemas["EventType"]["enum"])

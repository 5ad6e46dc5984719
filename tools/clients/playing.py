"""One game played by a client's program, and what the program says of it held against what the server has."""

import re
from collections.abc import Collection
from itertools import count
from typing import Any

from tests.system.flows.client import Person
from tools.clients.catalogue import Client
from tools.clients.commands import Failed, run
from tools.clients.later import BECOMES_UNKNOWN
from tools.clients.server import Tables

SAID = re.compile(
    r"^game (?P<game>\S+): (?P<moves>\d+) moves, (?P<events>\d+) events, (?P<unknown>\d+) unknown, "
    r"won by \[(?P<winners>[\d, ]*)\], (?P<turns>\d+) turns in the record$",
    re.MULTILINE,
)
"""The one line that every program prints in the end. All of it comes out of generated objects."""
NUMBERS = count(1)


def play(client: Client, tables: Tables, ruleset: str, *, later: bool = False) -> str:
    """Let the client play one game; Failed unless it has seen what there was to see."""
    assert client.play is not None
    url = tables.later if later else tables.server
    said = run(client.folder, (*client.play, url, ruleset, f"{client.name}-{next(NUMBERS)}"))
    line = SAID.search(said)
    if line is None:
        raise Failed(f"it has not said how its game of {ruleset} went:\n{said[-2000:]}")
    winners = [int(seat) for seat in re.findall(r"\d+", line["winners"])]
    seen: dict[str, Any] = {
        name: int(line[name]) for name in ("moves", "events", "unknown", "turns")
    }
    seen["winners"] = winners
    unknown = {BECOMES_UNKNOWN} if later else set[str]()
    true = _truth(Person(tables.server), line["game"], tables.known_types - unknown)
    if seen != true:
        raise Failed(f"it says of its game of {ruleset}: {seen}, and that was {true}")
    where = f"{ruleset}, a later version" if later else ruleset
    return f"played {where}: {seen['moves']} moves, {seen['events']} events"


def _truth(judge: Person, game: str, known: Collection[str]) -> dict[str, Any]:
    """What every client must have seen of this game."""
    record = judge.get(f"/games/{game}/record")
    events = list[dict[str, Any]]()
    while page := judge.get(f"/games/{game}/events", after=len(events), page_size=100)["results"]:
        events += page
    actions = [action for turn in record["turns"] for action in turn["actions"]]
    return {
        "moves": sum(one["by"] == "player" for one in actions),
        "events": len(events),
        "unknown": sum(one["type"] not in known for one in events),
        "turns": len(record["turns"]),
        "winners": record["result"]["winners"],
    }

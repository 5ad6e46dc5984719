"""Requests to a town's server, as the bytes that are sent, and what they are answered with."""

from random import Random
from typing import Any

from orjson import dumps

from tests.system.flows.client import Person
from tideapi.local.up import HOST
from tools.bench.clients import Result, Task, call
from tools.bench.copies import SEATS, game_id, seated, token
from tools.bench.server import Server, Town

Action = dict[str, Any]
Place = tuple[int, int]
"""The number of a copy and a seat in it."""


def person(town: Town, place: Place) -> Person:
    """Who sits there."""
    return Person(f"http://{HOST}:{town.server.port}", token(seated(town.games, *place)))


def places(town: Town, many: int, seed: str, seats: int = SEATS) -> list[Place]:
    """So many seats out of the whole town, each once, in any order; all there are if there are less."""
    chance = Random(seed)
    every = range((town.games - 1) * seats)
    chosen = chance.sample(every, min(many, len(every)))
    return [(1 + one // seats, one % seats) for one in chosen]


def get(town: Town, path: str, who: int, seen: str = "") -> bytes:
    """A GET with the token of that player, and the validator of what she has seen."""
    condition = f"If-None-Match: {seen}\r\n" if seen else ""
    return _request("GET", path, f"Authorization: Bearer {token(who)}\r\n{condition}", b"")


def look(town: Town, place: Place, seen: str = "") -> bytes:
    """Of the game, as the seat sees it."""
    return get(town, f"/api/v1/games/{game_id(place[0])}", seated(town.games, *place), seen)


def stream(town: Town, place: Place) -> bytes:
    """Of what is new in the game's log, to the seat."""
    path = f"/api/v1/games/{game_id(place[0])}/stream?after=latest"
    return get(town, path, seated(town.games, *place))


def seal(town: Town, place: Place, action: Action, turn: int = 1) -> bytes:
    """A card for a turn."""
    body = dumps({"action": action})
    headers = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    who = f"Authorization: Bearer {token(seated(town.games, *place))}\r\n"
    path = f"/api/v1/games/{game_id(place[0])}/turns/{turn}/submission"
    return _request("PUT", path, who + headers, body)


def cards(town: Town) -> list[Action]:
    """What each seat may play in the first turn of any copy."""
    seen = [person(town, (1, seat)).sees(game_id(1)) for seat in range(SEATS)]
    return [one["mine"]["legal_actions"][0] for one in seen]


def ask(
    town: Town,
    requests: list[bytes],
    expected: int,
    clients: int,
    seconds: float,
    *,
    again: bool = False,
    server: Server | None = None,
) -> Result:
    """Have clients call the town's server, by asgi if no other is named. Raises `Failed`."""
    server = server or town.server
    counted = {"server": server.pid, "PostgreSQL": town.backing.pid}
    address = (HOST, server.port)
    return call(Task(address, requests, expected, clients, seconds, again=again, counted=counted))


def _request(method: str, path: str, headers: str, body: bytes) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{headers}\r\n".encode() + body

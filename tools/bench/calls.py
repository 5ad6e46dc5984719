"""Cards that are sealed, games that are read, and what waits for a player."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from http.client import HTTPConnection
from itertools import cycle
from random import Random
from typing import Any

from orjson import dumps

from tests.system.flows.client import Person
from tideapi.local.up import HOST
from tools.bench import copies
from tools.bench.copies import SEATS, game_id, seated, token
from tools.bench.load import Failed, Load, Result, measure
from tools.bench.server import MeasuredServer

CLIENTS = 8
SEEN = 200
"""Seats that have seen their game before and ask whether it has changed."""
MOST = 60_000
"""Requests that are made beforehand for one measurement."""

Action = dict[str, Any]
Place = tuple[int, int]
"""The number of a copy and a seat in it."""


def seal(server: MeasuredServer, seconds: float, seed: str) -> Result:
    """Cards that close no turn; what was acknowledged is counted in the database."""
    cards = [hand[0] for hand in hands(server)]
    some = places(server, seed, seats=SEATS - 1)
    requests = iter([seal_request(server, place, cards[place[1]]) for place in some])
    result = _ask(server, requests, b"200", seconds)
    there = server.count("games_submission WHERE by = 'player'")
    if there != result.answered:
        raise Failed(f"{result.answered} cards were sealed, {there} are there.")
    return result


def read(server: MeasuredServer, seconds: float, seed: str) -> Result:
    """A game as one of its seats sees it."""
    return _ask(server, cycle([look(server, one) for one in places(server, seed)]), b"200", seconds)


def read_unchanged(server: MeasuredServer, seconds: float, seed: str) -> Result:
    """The same with the validator of what the seat has seen."""
    requests = []
    for place in places(server, seed)[:SEEN]:
        connection = HTTPConnection(HOST, server.port)
        who = {"Authorization": f"Bearer {token(seated(server.games, *place))}"}
        connection.request("GET", f"/api/v1/games/{game_id(place[0])}", headers=who)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        requests.append(look(server, place, answer.headers["ETag"]))
    return _ask(server, cycle(requests), b"304", seconds)


def list_turns(server: MeasuredServer, seconds: float, seed: str) -> Result:
    """All that waits for a player in fifty games."""
    people = range(copies.people(server.games))
    chosen = Random(seed).sample(people, min(1000, len(people)))
    requests = [get("/api/v1/me/turns", one) for one in chosen]
    return _ask(server, cycle(requests), b"200", seconds)


def _ask(
    server: MeasuredServer, requests: Iterator[bytes], expected: bytes, seconds: float
) -> Result:
    async def client(load: Load) -> None:
        connection = await load.connect()
        while not load.over and (request := next(requests, None)) is not None:
            await load.call(connection, request, expected)
        connection[1].close()

    some: list[Callable[[Load], Awaitable[None]]] = [client] * CLIENTS
    return asyncio.run(measure(server, some, seconds))


def hands(server: MeasuredServer) -> list[list[Action]]:
    """The cards that each seat may play in the first turn of any copy."""
    url = f"http://{HOST}:{server.port}"
    people = [Person(url, token(seated(server.games, 1, seat))) for seat in range(SEATS)]
    return [one.sees(game_id(1))["mine"]["legal_actions"] for one in people]


def places(server: MeasuredServer, seed: str, seats: int = SEATS) -> list[Place]:
    """Seats out of all games, each once, in any order."""
    every = range((server.games - 1) * seats)
    chosen = Random(seed).sample(every, min(MOST, len(every)))
    return [(1 + one // seats, one % seats) for one in chosen]


def look(server: MeasuredServer, place: Place, seen: str = "") -> bytes:
    """A read of the game as the seat sees it."""
    return get(f"/api/v1/games/{game_id(place[0])}", seated(server.games, *place), seen)


def stream(server: MeasuredServer, place: Place) -> bytes:
    """A read of what is new in the game's log, as the seat hears it."""
    path = f"/api/v1/games/{game_id(place[0])}/stream?after=latest"
    return get(path, seated(server.games, *place))


def get(path: str, who: int, seen: str = "") -> bytes:
    """A GET with the token of that player, and the validator of what the player has seen."""
    condition = f"If-None-Match: {seen}\r\n" if seen else ""
    return _request("GET", path, f"Authorization: Bearer {token(who)}\r\n{condition}", b"")


def seal_request(server: MeasuredServer, place: Place, action: Action, turn: int = 1) -> bytes:
    """A card for a turn."""
    body = dumps({"action": action})
    headers = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    who = f"Authorization: Bearer {token(seated(server.games, *place))}\r\n"
    path = f"/api/v1/games/{game_id(place[0])}/turns/{turn}/submission"
    return _request("PUT", path, who + headers, body)


def _request(method: str, path: str, headers: str, body: bytes) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{headers}\r\n".encode() + body

"""Looking at a game, and at all that waits: what it costs beside a call that does nothing."""

from collections.abc import Iterator
from http.client import HTTPConnection
from random import Random

from tideapi.local.up import HOST
from tools.bench import calls, copies
from tools.bench.bench import Bench
from tools.bench.clients import Result
from tools.bench.costs import costs, rates
from tools.bench.server import Town
from tools.bench.table import Row

CLIENTS = 8
SEEN = 200
"""Seats that have seen their game before and ask whether it has changed."""
LOOKED_AT = 20_000
NOTHING = "a view that does nothing"


def read(bench: Bench) -> Iterator[Row]:
    """A game as one of its seats sees it, for the first time and again."""
    town = bench.usual
    town.restore()
    places = calls.places(town, LOOKED_AT, "read")
    kinds = {
        "nothing": ([calls.get(town, "/bench/nothing", 0)], 204),
        "cold": ([calls.look(town, place) for place in places], 200),
        "unchanged": (seen_before(town, places[:SEEN]), 304),
    }
    results: dict[str, list[Result]] = {kind: [] for kind in kinds}
    for _ in bench.rounds:
        for kind, (requests, expected) in kinds.items():
            some = calls.ask(town, requests, expected, CLIENTS, bench.options.seconds, again=True)
            results[kind].append(some)
        bench.say(
            ", ".join(f"read, {kind}: {some[-1].rate:.0f}/s" for kind, some in results.items())
        )
    for kind, name, wanted in (("cold", "cold", None), ("unchanged", "If-None-Match", 0.5)):
        ours, nothing = rates(results[kind]), rates(results["nothing"])
        yield Row("read", name, "/s", ours, NOTHING, nothing, at_least=wanted)
        yield from costs("read", name, results[kind])


def inbox(bench: Bench) -> Iterator[Row]:
    """All questions that wait for a player in fifty games."""
    town = bench.usual
    town.restore()
    people = Random("inbox").sample(
        range(copies.people(town.games)), min(1000, copies.people(town.games))
    )
    requests = [calls.get(town, "/api/v1/me/turns", who) for who in people]
    nothing, ours = list[float](), list[Result]()
    for _ in bench.rounds:
        empty = [calls.get(town, "/bench/nothing", 0)]
        seconds = bench.options.seconds
        nothing.append(calls.ask(town, empty, 204, CLIENTS, seconds, again=True).rate)
        ours.append(calls.ask(town, requests, 200, CLIENTS, seconds, again=True))
        bench.say(f"inbox: {ours[-1].rate:.0f}/s")
    name = f"a player in {copies.EACH} games"
    yield Row("inbox", name, "/s", rates(ours), NOTHING, nothing)
    yield from costs("inbox", name, ours)


def seen_before(town: Town, places: list[calls.Place]) -> list[bytes]:
    """Requests of who has seen the game already, with the validator that she was given."""
    connection = HTTPConnection(HOST, town.server.port)
    requests = []
    for place in places:
        connection.putrequest("GET", f"/api/v1/games/{copies.game_id(place[0])}")
        who = copies.token(copies.seated(town.games, *place))
        connection.putheader("Authorization", f"Bearer {who}")
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        validator = answer.headers["ETag"]
        assert answer.status == 200, answer.status
        requests.append(calls.look(town, place, validator))
    connection.close()
    return requests

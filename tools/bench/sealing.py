"""Sealing a card, never the last one of its round: how much of PostgreSQL's own speed is left over HTTP."""

from collections.abc import Iterator, Sequence
from typing import Any

from tools.bench import calls, copies, pgbench, statements
from tools.bench.bench import Bench
from tools.bench.clients import Failed, Result
from tools.bench.costs import costs, rates
from tools.bench.server import Server, Town
from tools.bench.table import Row

CLIENTS = (8, 32)
MOST = 60_000
"""Requests that are made beforehand for one measurement."""
SAME = "pgbench, same statements"
LEAST = "pgbench, least durable move"
CAPTURED = 7
"""The copy that is played in while the statements are captured."""


def seal(bench: Bench) -> Iterator[Row]:
    """Durable submissions over HTTP with real tokens, against pgbench with the same statements."""
    town = bench.usual
    cards = calls.cards(town)
    sealed(town, cards, CLIENTS[0], 0.5, "warm", town.wsgi)
    warm(town, cards)
    captured = heard(town, 1, cards)
    script = statements.repeated(captured, [CAPTURED], range(1, town.games))
    seconds = bench.options.seconds
    for clients in CLIENTS:
        ours, wsgi, least, same = list[Result](), list[Result](), list[float](), list[float]()
        for number in bench.rounds:
            least.append(pgbench.least(bench.backing, clients, seconds).rate)
            same.append(repeated(town, script, clients, seconds, 1))
            seed = f"{clients} {number}"
            ours.append(sealed(town, cards, clients, seconds, seed))
            wsgi.append(sealed(town, cards, clients, seconds, seed, town.wsgi))
            bench.say(
                f"seal, {clients} clients: {ours[-1].rate:.0f}/s, by wsgi {wsgi[-1].rate:.0f}/s;"
                f" {SAME}: {same[-1]:.0f}/s; {LEAST}: {least[-1]:.0f}/s"
            )
        name = f"{clients} clients"
        yield Row("seal", name, "/s", rates(ours), LEAST, least)
        yield Row("seal", name, "/s", rates(ours), SAME, same)
        yield from costs("seal", name, ours, steady=5 if clients == CLIENTS[-1] else None)
        yield Row("seal", f"{name}, wsgi", "/s", rates(wsgi), "asgi", rates(ours))
        yield from costs("seal", f"{name}, wsgi", wsgi)
    yield from statements.counted("seal", captured)


def warm(town: Town, cards: Sequence[Any]) -> None:
    """Have each process of the server do once what it is asked later, and undo it."""
    sealed(town, cards, CLIENTS[0], 0.5, "warm")
    town.restore()


def heard(town: Town, seat: int, cards: Sequence[Any]) -> list[statements.Asked]:
    """The statements that one sealed card takes."""
    person, card = calls.person(town, (CAPTURED, seat)), cards[seat]
    return statements.heard(town, lambda: person.seals(copies.game_id(CAPTURED), 1, card))


def sealed(
    town: Town,
    cards: Sequence[Any],
    clients: int,
    seconds: float,
    seed: str,
    server: Server | None = None,
) -> Result:
    """Seal for so many seconds, and count in the database what was said to be sealed. Raises `Failed`."""
    town.restore()
    places = calls.places(town, MOST, seed, seats=copies.SEATS - 1)
    requests = [calls.seal(town, place, cards[place[1]]) for place in places]
    result = calls.ask(town, requests, 200, clients, seconds, server=server)
    there = town.count("games_submission WHERE by = 'player'")
    if there != result.answered:
        raise Failed(f"{result.answered} cards were sealed, {there} are there.")
    return result


def repeated(town: Town, script: str, clients: int, seconds: float, each: int) -> float:
    """Answers a second that pgbench writes, so many with each transaction. Raises `Failed`."""
    town.restore()
    done = pgbench.repeat(town.backing, town.database, script, clients, seconds)
    there = town.count("games_submission")
    if there != done.transactions * each:
        said = f"pgbench counts {done.transactions} times {each} answers, {there} are there"
        raise Failed(f"{said}: with too few games it meets some of them twice.")
    return done.rate * each

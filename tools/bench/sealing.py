"""Sealing a card, never the last one of its round: how much of PostgreSQL's own speed is left over HTTP."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from tools.bench import calls, copies, pgbench, statements
from tools.bench.bench import Bench
from tools.bench.clients import Failed, Result
from tools.bench.costs import costs, rates
from tools.bench.server import Town
from tools.bench.table import Row
from tools.peers import harness

CLIENTS = (8, 32)
MOST = 60_000
"""Requests that are made beforehand for one measurement."""
SAME = "pgbench, same statements"
CAPTURED = 7
"""The copy that is played in while the statements are captured."""


def seal(bench: Bench) -> Iterator[Row]:
    """Durable submissions over HTTP with real tokens, against pgbench with the same statements."""
    town = bench.usual
    cards = calls.cards(town)
    warm(town, cards)
    captured = heard(town, 1, cards)
    script = statements.repeated(captured, [CAPTURED], range(1, town.games))
    seconds = bench.options.seconds
    for clients in CLIENTS:
        ours, held = list[Result](), defaultdict[str, list[float]](list)
        for number in bench.rounds:
            held["pgbench, least durable move"].append(
                pgbench.least(bench.backing, clients, seconds).rate
            )
            held[SAME].append(repeated(town, script, clients, seconds, 1))
            ours.append(sealed(town, cards, clients, seconds, f"{clients} {number}"))
            said = ", ".join(f"{name}: {some[-1]:.0f}/s" for name, some in held.items())
            bench.say(f"seal, {clients} clients: {ours[-1].rate:.0f}/s; {said}")
            if clients == CLIENTS[0]:
                for name, rate in bench.peers_moves().items():
                    held[name].append(rate)
        name = f"{clients} clients"
        for against, theirs in held.items():
            wanted = {SAME: 0.5, **harness.WANTED}.get(against) if clients == CLIENTS[0] else None
            yield Row("seal", name, "/s", rates(ours), against, theirs, at_least=wanted)
        yield from costs("seal", name, ours, steady=5 if clients == CLIENTS[-1] else None)
    yield from statements.counted("seal", captured)


def warm(town: Town, cards: Sequence[Any]) -> None:
    """Have each process of the server do once what it is asked later, and undo it."""
    sealed(town, cards, CLIENTS[0], 0.5, "warm")
    town.restore()


def heard(town: Town, seat: int, cards: Sequence[Any]) -> list[str]:
    """The statements that one sealed card takes."""
    person, card = calls.person(town, (CAPTURED, seat)), cards[seat]
    return statements.heard(town, lambda: person.seals(copies.game_id(CAPTURED), 1, card))


def sealed(town: Town, cards: Sequence[Any], clients: int, seconds: float, seed: str) -> Result:
    """Seal for so many seconds, and count in the database what was said to be sealed. Raises `Failed`."""
    town.restore()
    places = calls.places(town, MOST, seed, seats=copies.SEATS - 1)
    requests = [calls.seal(town, place, cards[place[1]]) for place in places]
    result = calls.ask(town, requests, 200, clients, seconds)
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
        raise Failed(f"pgbench counts {done.transactions} times {each} answers, {there} are there.")
    return done.rate * each

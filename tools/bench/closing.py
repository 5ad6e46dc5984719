"""The card that closes a round: the rules go on, and the next questions are put."""

from collections.abc import Iterator, Sequence
from typing import Any

from tools.bench import calls, copies, pgbench, sealing, statements
from tools.bench.bench import Bench
from tools.bench.clients import Failed, Result
from tools.bench.costs import costs, rates
from tools.bench.server import Town
from tools.bench.table import Row

CLIENTS = 8
LAST = copies.SEATS - 1
FASTEST = 2500
"""Rounds a second for which games are made ready: more than PostgreSQL can close."""
_CLOSED = "games_turn WHERE closed_at IS NOT NULL"


def advance(bench: Bench) -> Iterator[Row]:
    """All others have sealed before the clock starts; against pgbench with the same statements."""
    town = bench.usual
    cards = calls.cards(town)
    sealing.warm(town, cards)
    seconds = bench.options.seconds
    numbers = range(1, min(town.games - 1, round(FASTEST * (seconds + 2))))
    _all_but_one(town, cards, range(sealing.CAPTURED, sealing.CAPTURED + 1), numbers.stop)
    captured = sealing.heard(town, LAST, cards)
    script = statements.repeated(captured, [sealing.CAPTURED], numbers)
    requests = [calls.seal(town, (number, LAST), cards[LAST]) for number in numbers]
    ours, same = list[Result](), list[float]()
    for _ in bench.rounds:
        _all_but_one(town, cards, numbers, numbers.stop)
        done = pgbench.repeat(town.backing, town.database, script, CLIENTS, seconds)
        _check(town, done.transactions)
        same.append(done.rate)
        _all_but_one(town, cards, numbers, numbers.stop)
        ours.append(calls.ask(town, requests, 200, CLIENTS, seconds))
        _check(town, ours[-1].answered)
        bench.say(f"advance: {ours[-1].rate:.0f}/s; {sealing.SAME}: {same[-1]:.0f}/s")
    name = f"{CLIENTS} clients"
    yield Row("advance", name, "/s", rates(ours), sealing.SAME, same)
    yield from costs("advance", name, ours)
    yield from statements.counted("advance", captured)


def _all_but_one(town: Town, cards: Sequence[Any], numbers: range, pattern: int) -> None:
    """In each of these copies, and in one more that is their pattern, only the last seat is asked still."""
    town.restore()
    for seat in range(LAST):
        calls.person(town, (pattern, seat)).seals(copies.game_id(pattern), 1, cards[seat])
    copies.make_like(town.db, pattern, numbers)
    town.backing.settle()


def _check(town: Town, rounds: int) -> None:
    if (closed := town.count(_CLOSED)) != rounds:
        raise Failed(f"{rounds} rounds were closed, in the database {closed} are.")

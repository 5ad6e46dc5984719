"""Sealing a card, and the card that closes a round: what of PostgreSQL's own speed is left over HTTP."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tests.bench import calls, copies, peer, pgbench, statements
from tests.bench.bench import Bench
from tests.bench.clients import Failed, Result
from tests.bench.server import Town
from tests.bench.table import Row

CLIENTS = (8, 32)
MOST = 60_000
"""Requests that are made beforehand for one measurement."""
ADVANCED = 20_000
"""Games in which all but one have answered before a round is closed in them."""
LAST = copies.SEATS - 1


def seal(bench: Bench) -> Iterator[Row]:
    """A fresh card, never the last one of its round, against pgbench with the same statements."""
    town = bench.usual
    cards = calls.cards(town)
    warm(town)
    captured = statements.heard(
        town, lambda: calls.person(town, (7, 1)).seals(copies.game_id(7), 1, cards[1])
    )
    script = statements.repeated(captured, [7], range(1, town.games))
    for clients in CLIENTS:
        ours, figures = list[Result](), defaultdict[str, list[float]](list)
        for number in bench.rounds:
            seconds = bench.options.seconds
            figures["least"].append(pgbench.least(bench.backing, clients, seconds).rate)
            figures["same"].append(repeated(town, script, clients, seconds, 1))
            ours.append(sealed(town, cards, clients, seconds, f"{clients} {number}"))
            bench.say(
                f"seal, {clients} clients: {ours[-1].rate:.0f}/s,"
                f" the same by pgbench {figures['same'][-1]:.0f}/s, the least {figures['least'][-1]:.0f}/s"
            )
            if clients == CLIENTS[0] and bench.options.peer:
                for name, rate in peer.moves(bench).items():
                    figures[name].append(rate)
        yield from _rows("seal", f"{clients} clients", ours, figures, clients)
    counts = statements.counted(captured)
    yield Row("seal", "queries a request", "", [counts.queries])
    yield Row("seal", "transaction control, probes", "", [counts.control + counts.probes])


def advance(bench: Bench) -> Iterator[Row]:
    """The card that closes a round; the others lie sealed before the clock starts."""
    town = bench.usual
    cards = calls.cards(town)
    numbers = range(1, min(town.games - 1, ADVANCED))
    pattern = numbers.stop
    warm(town)

    def all_but_one() -> None:
        town.restore()
        for seat in range(LAST):
            calls.person(town, (pattern, seat)).seals(copies.game_id(pattern), 1, cards[seat])
        copies.make_like(town.db, pattern, numbers)
        bench.backing.settle()

    all_but_one()
    captured = statements.heard(
        town, lambda: calls.person(town, (7, LAST)).seals(copies.game_id(7), 1, cards[LAST])
    )
    script = statements.repeated(captured, [7], numbers)
    requests = [calls.seal(town, (number, LAST), cards[LAST]) for number in numbers]
    ours, same = list[Result](), list[float]()
    for _ in bench.rounds:
        all_but_one()
        same.append(
            pgbench.repeat(bench.backing, town.database, script, 8, bench.options.seconds).rate
        )
        all_but_one()
        ours.append(calls.ask(town, requests, 200, 8, bench.options.seconds))
        closed = _count(town, "games_turn WHERE closed_at IS NOT NULL")
        if closed != ours[-1].answered:
            raise Failed(f"{ours[-1].answered} rounds were closed, {closed} are.")
        bench.say(f"advance: {ours[-1].rate:.0f}/s, the same by pgbench {same[-1]:.0f}/s")
    town.restore()
    yield from _rows("advance", "8 clients", ours, {"same": same}, 8)
    yield Row("advance", "queries a request", "", [statements.counted(captured).queries])


def warm(town: Town) -> None:
    """Have each process of the server answer what it is asked later, and undo it."""
    cards = calls.cards(town)
    sealed(town, cards, 8, 0.5, "warm")
    town.restore()


def sealed(
    town: Town, cards: Sequence[dict[str, object]], clients: int, seconds: float, seed: str
) -> Result:
    """Seal for so many seconds, and count in the database what was said to be sealed. Raises `Failed`."""
    town.restore()
    places = calls.places(town, MOST, seed, seats=LAST)
    requests = [calls.seal(town, place, cards[place[1]]) for place in places]
    result = calls.ask(town, requests, 200, clients, seconds)
    there = _count(town, "games_submission WHERE by = 'player'")
    if there != result.answered:
        raise Failed(f"{result.answered} cards were sealed, {there} are there.")
    return result


def repeated(town: Town, script: str, clients: int, seconds: float, each: int) -> float:
    """How often a second pgbench does the same, each time with so many answers. Raises `Failed`."""
    town.restore()
    done = pgbench.repeat(town.backing, town.database, script, clients, seconds)
    there = _count(town, "games_submission")
    if there != done.transactions * each:
        raise Failed(f"pgbench counts {done.transactions} times {each} answers, {there} are there.")
    return done.rate * each


def _rows(
    part: str, name: str, ours: list[Result], figures: dict[str, list[float]], clients: int
) -> Iterator[Row]:
    rates = [one.rate for one in ours]
    wanted = 0.5 if part == "seal" and clients == CLIENTS[0] else None
    yield Row(part, name, "/s", rates, "pgbench, same statements", figures["same"], at_least=wanted)
    if least := figures.get("least"):
        yield Row(part, name, "/s", rates, "pgbench, least durable move", least)
    for backend, wish in peer.WANTED.items():
        if rivals := figures.get(backend):
            yield Row(part, name, "/s", rates, f"peer, {backend}", rivals, at_least=wish)
    for quantile in ("p50", "p95"):
        yield Row(part, f"{name}, {quantile}", "ms", [getattr(one, quantile) for one in ours])
    steady = 5 if part == "seal" and clients == CLIENTS[-1] else None
    p99, p50 = [one.p99 for one in ours], [one.p50 for one in ours]
    yield Row(part, f"{name}, p99", "ms", p99, "its median", p50, at_most=steady)
    for who in ours[0].cpu:
        yield Row(part, f"{name}, CPU of {who}", "ms each", [one.cpu[who] for one in ours])


def _count(town: Town, rows: str) -> int:
    found = town.db.execute(f"SELECT count(*) FROM {rows}".encode()).fetchone()
    assert found is not None
    return int(str(found[0]))

"""Whether a thousand times as many games make anything slower."""

from collections.abc import Callable, Iterator

from tools.bench import calls, sealing
from tools.bench.bench import Bench
from tools.bench.reading import LOOKED_AT
from tools.bench.server import Town
from tools.bench.table import Row

CLIENTS = 8


def growth(bench: Bench) -> Iterator[Row]:
    """Sealing and reading in the smallest town and in the largest one, in turns.

    In both the same number of requests goes to seats out of the whole town before the clock starts.
    """
    few, many = bench.options.games[0], bench.options.games[-1]
    if few == many:
        return
    kinds: dict[str, Callable[[Town, float, str], float]] = {"seal": _seal, "read": _read}
    for kind, measure in kinds.items():
        rates: dict[int, list[float]] = {few: [], many: []}
        for number in bench.rounds:
            for games, some in rates.items():
                some.append(measure(bench.town(games), bench.options.seconds, str(number)))
            said = ", ".join(f"{games:,} games: {some[-1]:.0f}/s" for games, some in rates.items())
            bench.say(f"growth, {kind}, {said}")
        yield Row(
            "growth",
            f"{kind}, {many:,} games",
            "/s",
            rates[many],
            f"{few:,} games",
            rates[few],
            slower=True,
            at_most=1.2,
        )


def _seal(town: Town, seconds: float, seed: str) -> float:
    """Cards a second; in a small town its games are played anew as often as needed."""
    cards = calls.cards(town)
    measured, took, turn = 0, 0.0, 0
    while took < seconds:
        result = sealing.sealed(town, cards, CLIENTS, seconds - took, f"{seed} {turn}")
        measured, took, turn = measured + result.measured, took + result.seconds, turn + 1
    return measured / took


def _read(town: Town, seconds: float, seed: str) -> float:
    town.restore()
    requests = [calls.look(town, place) for place in calls.places(town, LOOKED_AT, seed)]
    return calls.ask(town, requests, 200, CLIENTS, seconds, again=True).rate

"""Deadlines that have passed: how many turns a second two processes resolve, among more and more games."""

import json
import subprocess
import sys
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from tideapi.local.up import ROOT
from tools.bench import copies, statements
from tools.bench.bench import Bench
from tools.bench.clients import Failed
from tools.bench.sealing import SAME, repeated
from tools.bench.server import Town
from tools.bench.table import Row

DUE = 1000
PROCESSES = 2
CAPTURED = 100
"""Turns of which the statements are captured and repeated together: whole batches, however large they are."""


def sweep(bench: Bench) -> Iterator[Row]:
    """A thousand turns that are due, among more and more open games."""
    sizes = bench.options.games
    rates: dict[int, list[float]] = {games: [] for games in sizes}
    limits = list[float]()
    script = _script(bench.usual)
    for number in bench.rounds:
        limits.append(_limit(bench, script))
        for games in sizes:
            rates[games].append(swept(bench.town(games), str(number)))
            bench.say(
                f"sweep, {games:,} games: {rates[games][-1]:.0f}/s, by pgbench {limits[-1]:.0f}/s"
            )
    usual = bench.usual.games
    for games, ours in rates.items():
        against = (SAME, limits) if games == usual else ("", [])
        wanted = 0.3 if games == usual else None
        yield Row("sweep", f"{games:,} games", "turns/s", ours, *against, at_least=wanted)
    if len(sizes) > 1:
        slowest = min(sizes, key=lambda games: sum(rates[games]))
        fastest = max(sizes, key=lambda games: sum(rates[games]))
        yield Row(
            "sweep",
            f"slowest: {slowest:,} games",
            "turns/s",
            rates[slowest],
            f"fastest: {fastest:,} games",
            rates[fastest],
            slower=True,
            at_most=1.2,
        )


def swept(town: Town, seed: str) -> float:
    """Turns a second that two processes resolve. Raises `Failed` where one was left or done twice."""
    town.restore()
    many = min(DUE, town.games - 1)
    done = _sweep(town, PROCESSES, Random(seed).sample(range(1, town.games), many))
    dealt_with = sum(one["dealt_with"] for one in done)
    closed = town.count("games_turn WHERE closed_at IS NOT NULL")
    if not dealt_with == closed == many:
        raise Failed(f"Of {many} turns {dealt_with} were dealt with, and closed are {closed}.")
    took: float = max(one["ended"] for one in done) - min(one["began"] for one in done)
    return many / took


def _limit(bench: Bench, script: str) -> float:
    """Turns a second that pgbench resolves with the same statements."""
    town = bench.usual
    town.restore()
    # What it claims are others than those it writes to: which ones come first it cannot know.
    copies.due(town.db, range(1, DUE + 1), ago=3600)
    return (
        repeated(town, script, PROCESSES, bench.options.seconds, CAPTURED * copies.SEATS)
        / copies.SEATS
    )


def _script(town: Town) -> str:
    """What a sweep does to turns that are due, without what it does once in a while."""
    town.restore()
    numbers = range(1, CAPTURED + 1)
    captured = statements.heard(town, lambda: _sweep(town, 1, numbers))
    kept = [some for some in statements.transactions(captured) if any(one.copies for one in some)]
    return statements.repeated(
        [one for some in kept for one in some], numbers, range(DUE + 1, town.games)
    )


def _sweep(town: Town, processes: int, numbers: Collection[int]) -> list[dict[str, Any]]:
    """Have the deadlines of these copies pass, and so many processes sweep; what each says of it."""
    env = {**town.backing.environment(town.database), "DJANGO_SETTINGS_MODULE": "tideapi.settings"}
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tools.bench.sweeper"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
            cwd=ROOT,
            text=True,
        )
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdout is not None
        if process.stdout.readline() != "ready\n":
            raise Failed("A process that sweeps did not start.")
    copies.due(town.db, numbers)
    town.backing.settle()
    for process in started:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return [json.loads(process.communicate()[0]) for process in started]

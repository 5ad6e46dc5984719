"""One attack on a server that runs, while the other player plays there, and what came of it."""

import asyncio
import inspect
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context

from tests import machine
from tests.running import MortalServer, mortal_server
from tests.servers import FOR_TESTS
from tideapi.local import up
from tools.siege import attack, calls, connections
from tools.siege.attack import Report, Siege
from tools.siege.player import Call, Player

MAX_SECONDS = 2.0
"""In which each call of the other player has to be answered."""
MAX_BOT_SECONDS = {"games-given-up": 2.0}
"""In which bots have to answer after another player's card, where that is judged."""
WARM_UP = 2.0
"""Seconds in which she plays before the attack begins."""
DROPPED = 1.0
"""Seconds in which the server may have something to say of dropped connections."""
SETTINGS = {
    # What a production cannot do without.
    "SECRET_KEY": FOR_TESTS["SECRET_KEY"],
    "ALLOWED_HOSTS": up.HOST,
    "TIDE_DEBUG": "false",
    # The receivers of webhooks are on this machine.
    "TIDE_PRIVATE_ADDRESSES_ENABLED": "true",
}
HEAD = "attack           calls  worst    p99  failed   bots  web MB  log lines"

Attack = Callable[[Siege], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    one.__name__.replace("_", "-"): one
    for one in (
        calls.peace,
        connections.bodies,
        connections.unread_files,
        connections.unread_answers,
        connections.streams,
        connections.half_open,
        connections.kept_alive,
        calls.sign_ins,
        calls.admin_sign_ins,
        calls.documents,
        calls.games_given_up,
        calls.open_games,
        connections.long_polls,
        calls.noise,
        calls.slow_webhooks,
    )
}


def summary(name: str) -> str:
    """What an attack does, in one line."""
    return inspect.getdoc(ATTACKS[name]) or ""


def shipped() -> dict[str, str]:
    """The environment of the server's processes: no setting but ours, whatever is set around us."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("TIDE_") and name != "CACHE_URL"
    }
    return {**kept, **SETTINGS}


@contextmanager
def besieged() -> Iterator[MortalServer]:
    """A server of its own that is ready; nothing of it is left at the end."""
    with mortal_server(shipped()) as server:
        server.start()
        yield server


@dataclass
class Outcome:
    """One attack: the other player's calls, and what was measured besides."""

    name: str
    calls: list[Call] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    megabytes: float = 0.0
    log_lines: int = 0
    errors: list[str] = field(default_factory=list)
    """What the server itself calls an error, as its logs have it."""
    broken: str | None = None
    """Why there is nothing to judge, if so."""

    @property
    def refusals(self) -> Counter[str]:
        return Counter(f"{call.kind}: {call.fault}" for call in self.calls if call.fault)

    @property
    def faults(self) -> list[str]:
        """What must not have been."""
        found = [self.broken] if self.broken else []
        found += [f"{count} times {what}" for what, count in self.refusals.most_common(6)]
        slow = [call for call in self.calls if call.seconds > MAX_SECONDS]
        found += [f"{one.kind} took {one.seconds:.1f} s" for one in slow[:6]]
        if not self.calls:
            found.append("the other player has made no call")
        if max(self.bots, default=0) > MAX_BOT_SECONDS.get(self.name, float("inf")):
            found.append(f"bots took {max(self.bots):.1f} s")
        figures = [one for one in self.report.figures if one.value > one.most]
        found += [f"{one.name}: {one.value:g}, not {one.most:g}" for one in figures]
        return found if self.report.counts["begun"] else [*found, "the attack did nothing"]

    def row(self) -> str:
        """What stands below `HEAD`."""
        seconds = sorted(call.seconds for call in self.calls) or [0.0]
        p99, failed = seconds[(len(seconds) - 1) * 99 // 100], self.refusals.total()
        return (
            f"{self.name:<15}{len(self.calls):>7}{seconds[-1]:>7.2f}{p99:>7.2f}{failed:>8}"
            f"{max(self.bots, default=0):>7.2f}{self.megabytes:>8.0f}{self.log_lines:>11}"
            f"  {'FAILED' if self.faults else 'held'}"
        )

    def lines(self) -> list[str]:
        """What does not fit into the table."""
        done = ", ".join(f"{what} {count}" for what, count in sorted(self.report.counts.items()))
        figures = [f"{one.name}: {one.value:g}" for one in self.report.figures]
        logged = [f"errors logged: {len(self.errors)}"] if self.errors else []
        return [f"did: {done}", *figures, *logged, *(f"NOT: {one}" for one in self.faults)]


async def besiege(server: MortalServer, name: str, seconds: float) -> Outcome:
    """Attack for so many seconds; the other player's last calls are waited for."""
    outcome, player = Outcome(name), Player(server.port)
    web = server.processes["web"]
    await player.sit_down()
    said = len(web.log.read_bytes().splitlines())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        playing = asyncio.create_task(player.play())
        await asyncio.sleep(WARM_UP)
        run = partial(attack.run, ATTACKS[name], server.port, seconds, player.listener)
        attacking = asyncio.get_running_loop().run_in_executor(pool, run)
        while not attacking.done():
            family = machine.family(web.pid) if web.pid else []
            megabytes = sum(map(machine.memory, family))
            outcome.megabytes = max(outcome.megabytes, megabytes)
            await asyncio.wait({attacking}, timeout=1)
        player.stop()
        await playing
    try:
        outcome.report = attacking.result()
    except Exception as error:  # noqa: BLE001  Whatever it is, the other attacks go on.
        outcome.broken = f"the attacker failed: {error!r}"
    await asyncio.sleep(DROPPED)
    outcome.calls = [call for call in player.calls if call.ended >= outcome.report.began]
    outcome.bots = player.bots
    outcome.log_lines = len(web.log.read_bytes().splitlines()) - said
    outcome.errors = server.tracebacks()
    return outcome

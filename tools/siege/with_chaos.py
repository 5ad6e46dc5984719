"""All attacks one after the other, again and again, while every process is killed at random.

Then nobody asks how long a call takes: it is counted what was lost, done twice or stood still, as by
`python -m tools.chaos`.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from time import monotonic

from tests.running import MortalServer
from tools.chaos.chaos import Pace, Run, WithTwoWorkers, reads_what_is_sealed
from tools.chaos.verdict import Verdict
from tools.siege.attack import Attack
from tools.siege.server import besieged
from tools.siege.siege import besiege
from tools.siege.verdict import Outcome

SETTINGS = {"TIDE_MIN_TIME_PER_TURN": "PT1S"}
"""Games that the clock plays too must end while somebody waits."""
SEED = "siege"


@dataclass(frozen=True)
class Both:
    """How the other player fared, attack by attack, and what was lost of everybody's games."""

    outcomes: list[Outcome]
    chaos: Verdict


def siege_with_chaos(
    kinds: list[type[Attack]],
    seconds: float,
    minutes: float,
    games: int,
    say: Callable[[str], None],
    kind: type[MortalServer] = WithTwoWorkers,
) -> Both:
    """Attack and kill for so many minutes, each attack for so many seconds."""
    reads_what_is_sealed()
    with besieged(kind, **SETTINGS) as server, ThreadPoolExecutor(1) as thread:
        # Children of this thread die with it: the server's are started again by the one that waits.
        ends = monotonic() + minutes * 60
        attacking = thread.submit(lambda: list(_attacks(server, kinds, seconds, ends, say)))
        chaos = Run(server, games, SEED, say, Pace()).plays(minutes * 60)
        return Both(attacking.result(), chaos)


def _attacks(
    server: MortalServer,
    kinds: list[type[Attack]],
    seconds: float,
    ends: float,
    say: Callable[[str], None],
) -> Iterator[Outcome]:
    for kind in cycle(kinds):
        if monotonic() > ends:
            return
        say(f"         attacked by {kind.name}")
        yield asyncio.run(besiege(server, kind, seconds))

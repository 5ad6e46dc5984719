"""Kills parts of a server at random, and starts them again a moment later."""

import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from tests.running import MortalServer

PAUSE = 5.5
"""Seconds from one kill to the next, on average."""
DOWN = (0.0, 3.0)
"""Seconds that a part stays dead."""


@dataclass(frozen=True)
class Outage:
    """A part was away: from its death to its new start."""

    victim: str
    died: datetime
    back: datetime


class Killer:
    """`looks` is called again and again, by the thread that lives longest: children die with theirs."""

    def __init__(self, server: MortalServer, seed: str, pause: float = PAUSE) -> None:
        self.outages: list[Outage] = []
        self._server = server
        self._chance = Random(seed)
        self._pause = pause
        self._left: list[str] = []
        self._dead: dict[str, tuple[datetime, float]] = {}
        self._next = time.monotonic() + pause

    def looks(self) -> None:
        """Start again what has been dead for long enough, and kill something if it is time to."""
        for victim, (_, until) in list(self._dead.items()):
            if time.monotonic() >= until:
                self._revive(victim)
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + self._pause * self._chance.uniform(0.3, 1.7)
            self._strike()

    def stops(self) -> None:
        """Start all again."""
        for victim in list(self._dead):
            self._revive(victim)

    @property
    def kills(self) -> Counter[str]:
        return Counter(outage.victim for outage in self.outages)

    def _strike(self) -> None:
        # Everybody's turn comes before anybody's second one.
        if not self._left:
            self._left = [*self._server.backing, *self._server.processes]
            self._chance.shuffle(self._left)
        victim = self._left.pop()
        if victim not in self._dead:
            self._server.kill(victim)
            self._dead[victim] = datetime.now(UTC), time.monotonic() + self._chance.uniform(*DOWN)

    def _revive(self, victim: str) -> None:
        died, _ = self._dead.pop(victim)
        self._server.restart(victim)
        self.outages.append(Outage(victim, died, datetime.now(UTC)))

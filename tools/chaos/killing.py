"""Kills parts of a server at random, and starts them again a moment later."""

import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

import psycopg

from tests import rows
from tests.running import MortalServer
from tideapi.local import up

DOWN = (0.0, 3.0)
"""Seconds that a part stays dead."""
AT_ONCE = (1, 1, 1, 2, 2, 3)
"""How many parts are killed together."""
MERCILESS = 0.2
"""How often a kill does not wait for the server to be back at work."""


@dataclass(frozen=True)
class Outage:
    """A part was away: from its death to its new start."""

    victim: str
    died: datetime
    back: datetime


class Killer:
    """Gives a server that is back at work about `pause` seconds until the next kill.

    `looks` is called again and again, by the thread that lives longest: children die with theirs.
    """

    def __init__(self, server: MortalServer, seed: str, pause: float) -> None:
        self.outages: list[Outage] = []
        self._server = server
        self._chance = Random(seed)
        self._pause = pause
        self._left: list[str] = []
        self._dead: dict[str, tuple[datetime, float]] = {}
        self._restarted: datetime | None = None
        """When the last part was started again, until the server is back at work."""
        self._next = time.monotonic() + pause

    @property
    def kills(self) -> Counter[str]:
        return Counter(outage.victim for outage in self.outages) + Counter(self._dead.keys())

    @property
    def done(self) -> bool:
        """Whether every part has died once at least."""
        return self.kills.keys() >= {*self._server.backing, *self._server.processes}

    def looks(self) -> None:
        """Start again what has been dead for long enough, and kill something if it is time to."""
        for victim, (_, until) in list(self._dead.items()):
            if time.monotonic() >= until:
                self._revive(victim)
        if self._dead:
            return
        if self._restarted is not None and self._at_work(self._restarted):
            self._restarted = None
            self._next = time.monotonic() + self._pause * self._chance.uniform(0.3, 1.7)
        if time.monotonic() >= self._next:
            self._strike()

    def stops(self) -> None:
        """Start all again."""
        for victim in list(self._dead):
            self._revive(victim)

    def _at_work(self, since: datetime) -> bool:
        if not up.ready(self._server.port)[0]:
            return False
        try:
            swept = rows.seconds_since_a_sweep(self._server)
        except psycopg.OperationalError:
            return False
        return swept < (datetime.now(UTC) - since).total_seconds()

    def _strike(self) -> None:
        for _ in range(self._chance.choice(AT_ONCE)):
            # Everybody's turn comes before anybody's second one.
            if not self._left:
                self._left = [*self._server.backing, *self._server.processes]
                self._chance.shuffle(self._left)
            victim = self._left.pop()
            if victim not in self._dead:
                self._server.kill(victim)
                until = time.monotonic() + self._chance.uniform(*DOWN)
                self._dead[victim] = datetime.now(UTC), until
        merciless = self._chance.random() < MERCILESS
        self._next = time.monotonic() + self._pause if merciless else float("inf")

    def _revive(self, victim: str) -> None:
        died, _ = self._dead.pop(victim)
        self._server.restart(victim)
        self._restarted = datetime.now(UTC)
        self.outages.append(Outage(victim, died, self._restarted))

"""Plays many games while everything is killed at random, and counts what was lost. It must be nothing.

Web, all workers, beat, the broker with all its data, and PostgreSQL are killed with SIGKILL and
started again a moment later. At the end every game is played out and verified from its record.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import psycopg

from tests import rows
from tests.retrying_person import Ledger
from tests.running import MortalServer
from tests.servers import FOR_TESTS
from tests.system.flows.client import Person
from tools.chaos.crowd import EVERYBODY, Guest, Host, Wish, wanted
from tools.chaos.killing import Killer
from tools.chaos.verdict import Verdict, judge

AT_ONCE = 40
"""Games that are under way at a time, so that the machine can keep up."""
LEAST_PEOPLE, MOST_PEOPLE = 7, 28
TELLS_EVERY = 5.0
GIVES_UP_AFTER = 90.0
"""Seconds without a turn closed, after which what is not over has stalled."""


@dataclass(frozen=True)
class Pace:
    """How much is to happen: seconds between kills and between a guest's looks, and which games."""

    pause: float = 3.0
    rests: float = 1.0
    wish: Wish = wanted


class Run:
    """One chaos run on a server that is up, with a second worker; `say` hears how it goes."""

    def __init__(
        self, server: MortalServer, games: int, seed: str, say: Callable[[str], None], pace: Pace
    ) -> None:
        self._ledger = Ledger()
        self._server = server
        self._games = games
        self._say = say
        self._pace = pace
        many = min(MOST_PEOPLE, max(LEAST_PEOPLE, games // 5))
        self._guests = [self._guest(place, seed) for place in range(many)]
        self._host = Host(self._guests, f"{seed} host", pace.wish)
        self._killer = Killer(server, f"{seed} killer", pace.pause)
        self._over = Event()
        self._began = self._told = self._moved = time.monotonic()
        self._now = rows.Progress(0, 0, 0)

    def plays(self, seconds: float) -> Verdict:
        """Kill for so many seconds, until all games have begun and every part has died once at least.

        Then let the games be played out.

        For the thread that lives longest: the parts of the server die with the one that started them.
        """
        ends = time.monotonic() + seconds
        with ThreadPoolExecutor(len(self._guests) + 1) as threads:
            opening = threads.submit(self._opens)
            playing = [threads.submit(guest.plays, self._over) for guest in self._guests]
            try:
                while not (time.monotonic() > ends and opening.done() and self._killer.done):
                    self._killer.looks()
                    if self._stands_still():
                        break
                    time.sleep(0.05)
                self._killer.stops()
                self._server.is_ready()
                while self._now.over < len(self._host.games) and not self._stands_still():
                    time.sleep(0.05)
            finally:
                self._over.set()
        verdict = judge(self._server, self._ledger, self._host.games, self._killer.outages)
        failures = [one.exception() for one in (opening, *playing)]
        verdict.faults.extend(f"a client failed: {one!r}" for one in failures if one is not None)
        if gaps := sum(guest.gaps for guest in self._guests):
            verdict.faults.append(f"{gaps} gaps in players' feeds")
        return verdict

    def _guest(self, place: int, seed: str) -> Guest:
        ways = EVERYBODY[place % len(EVERYBODY)]
        person = Person.signs_up(self._server.url, f"{ways.name}{place}")
        return Guest(person, ways, self._ledger, f"{seed} {place}", self._pace.rests)

    def _opens(self) -> None:
        while len(self._host.games) < self._games and not self._over.is_set():
            if len(self._host.games) - self._now.over < AT_ONCE:
                self._host.opens_one()
            else:
                self._over.wait(0.2)

    def _stands_still(self) -> bool:
        """Look how far the games are and tell of it now and then; whether nothing moves any more."""
        now = time.monotonic()
        if now - self._told < TELLS_EVERY:
            return False
        self._told = now
        try:
            seen = rows.progress(self._server, self._host.games)
        except psycopg.OperationalError:
            return False  # PostgreSQL is dead just now
        if seen.closed != self._now.closed:
            self._moved = now
        self._now = seen
        minutes, seconds = divmod(int(now - self._began), 60)
        kills = self._killer.kills
        self._say(
            f"{minutes:3}:{seconds:02}  {len(self._host.games)} games begun, {seen.over} over,"
            f" {seen.closed} turns closed, {len(self._ledger.receipts)} moves acknowledged,"
            f" {sum(kills.values())} kills"
        )
        return now - self._moved > GIVES_UP_AFTER


class WithTwoWorkers(MortalServer):
    """One machine, but for a second worker."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.add("worker2", "worker", "--hostname", "worker2@%h")


def say(line: str) -> None:
    """Progress and results, as they come."""
    print(line, flush=True)


def reads_what_is_sealed() -> None:
    """Give this process the settings of the server's: at the end it compares receipts with the database."""
    for name, value in {**FOR_TESTS, "DJANGO_SETTINGS_MODULE": "tideapi.settings"}.items():
        os.environ.setdefault(name, value)

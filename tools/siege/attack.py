"""What every attack has: what it is given before, what it does in a process of its own, what is judged."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import ClassVar

from tools.siege.caller import Caller, Json, Unanswered, addresses, answer

ATTACKER = "127.0.0.9"
"""Where attacks come from that do not say otherwise."""


@dataclass(frozen=True)
class Figure:
    """What was measured of one attack besides calls; above `most` it has failed."""

    name: str
    value: float
    most: float | None = None

    @property
    def wrong(self) -> bool:
        return self.most is not None and self.value > self.most


@dataclass
class Town:
    """Who is not of the attack: makes accounts for it, and looks what reaches others."""

    port: int
    player: Caller
    """The other player, who sits in a game in which something happens all the time."""
    stack: ExitStack
    """Whatever has to end with the attack."""
    another: Callable[[], str]

    async def people(self, name: str, many: int, source: str = ATTACKER) -> list[Caller]:
        """New players, who will call from this address."""
        made = [Caller(self.port, self.another()).signs_up(name) for _ in range(many)]
        return [
            Caller(self.port, source, one.token, one.name) for one in await asyncio.gather(*made)
        ]


@dataclass
class Ground:
    """What an attack stands on, in a process of its own."""

    port: int
    ends: float
    given: Json = field(default_factory=dict)
    """What was prepared for it."""
    counts: Counter[str] = field(default_factory=Counter)
    """What it has done, and what came of it."""
    another: Callable[[], str] = field(default_factory=lambda: addresses(9))
    """Gives one more address of the attacker's."""

    @property
    def over(self) -> bool:
        return monotonic() >= self.ends

    @property
    def stranger(self) -> Caller:
        return Caller(self.port, ATTACKER)

    @property
    def people(self) -> list[Caller]:
        """The accounts that were made for the attack."""
        return [Caller(self.port, ATTACKER, token, name) for name, token in self.given["people"]]

    async def crowd(
        self,
        many: int,
        one: Callable[[int], Awaitable[None]],
        *,
        pause: float = 0.2,
        a_second: float = inf,
    ) -> None:
        """So many at a time do this, each again after a pause, until it is over.

        At first so many begin in a second.
        """

        async def again(place: int) -> None:
            await asyncio.sleep(place / a_second)
            while not self.over:
                try:
                    await one(place)
                except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
                    self.counts[type(error).__name__] += 1
                except Unanswered as error:
                    self.counts[str(error)] += 1
                await asyncio.sleep(pause)

        await asyncio.gather(*(again(place) for place in range(many)))

    async def calls(
        self, caller: Caller, method: str, path: str, body: Json | None = None
    ) -> Json | None:
        """Make a call and count what came; its JSON where it was granted."""
        said = await caller.call(method, path, body)
        self.counts[said.refusal or str(said.status)] += 1
        is_json = said.headers.get("content-type", "").startswith("application/json")
        return said.json if said.refusal is None and is_json else None

    async def last_word(self, reader: asyncio.StreamReader) -> None:
        """Wait until the server has answered or hung up, and count which."""
        said = await answer(reader)
        self.counts[said.refusal or str(said.status)] += 1


class Attack:
    """An attack's first line is what it does."""

    name: ClassVar[str]
    bots_within: ClassVar[float | None] = None
    """Seconds in which bots have to answer after another player's card, where that is judged."""

    async def prepares(self, town: Town) -> Json:
        """Before it begins; what the attack is given."""
        return {}

    async def goes(self, ground: Ground) -> None:
        """Go on until it is over. What it does is counted in `ground.counts`."""
        raise NotImplementedError

    async def judged(self, town: Town) -> list[Figure]:
        """What has become of others, besides their calls; asked while it still goes on."""
        return []


def named(people: list[Caller]) -> Json:
    """Accounts, as an attack is given them."""
    return {"people": [[one.name, one.token] for one in people]}

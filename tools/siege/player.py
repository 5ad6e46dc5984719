"""The other player: what she does while somebody attacks the server.

She plays against bots as fast as they answer, looks at her game, at what waits for her and at
/healthz, signs in now and then, and waits for news of a game with friends by long polls: together a
call about every 100 ms, each on a connection of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import cycle
from time import monotonic

from tools.siege.caller import PASSWORD, Caller
from tools.siege.notes import Notes
from tools.siege.waiting import Waiting

HOME = "127.0.0.2"
AGAINST_BOTS = {
    "ruleset": "turn_the_tide",
    "seat_count": 4,
    "bots": ["careful", "random", "random"],
}
CARDS_EVERY = 0.5
LOOKS_EVERY = 0.2
SIGNS_IN_EVERY = 4.0


class Player:
    """She and her friends; `another` gives an address from which nobody has signed in yet."""

    def __init__(self, port: int, another: Callable[[], str]) -> None:
        self.notes = Notes()
        self._port = port
        self._another = another
        self._over = asyncio.Event()

    async def settles(self) -> None:
        """Sign up, and sit down at two tables."""
        everybody = (self._signs_up(name) for name in ("ann", "bea", "cyd", "dee"))
        self._ann, *friends = await asyncio.gather(*everybody)
        self._game = str((await self._ann.has("POST", "/api/v1/games", AGAINST_BOTS))["id"])
        self._waiting = Waiting(friends, self.notes)
        await self._waiting.settles()

    @property
    def who_waits(self) -> Caller:
        """The friend who hears of something every second or two."""
        return self._waiting.listener

    async def plays(self) -> None:
        """Until `stops`, and until what was asked then is answered."""
        looks = cycle([self._looks_at_the_game, self._asks_for_health])

        async def looks_about() -> None:
            await next(looks)()

        await asyncio.gather(
            self._every(CARDS_EVERY, self._plays_a_card),
            self._every(LOOKS_EVERY, looks_about),
            self._every(SIGNS_IN_EVERY, self._signs_in),
            self._every(0.1, self._waiting.rounds),
        )

    def stops(self) -> None:
        self.notes.stopped_at = monotonic()
        self._over.set()

    async def _every(self, seconds: float, does: Callable[[], Awaitable[None]]) -> None:
        while not self._over.is_set():
            began = monotonic()
            await does()
            await asyncio.sleep(max(0.0, began + seconds - monotonic()))

    async def _signs_up(self, name: str) -> Caller:
        made = await Caller(self._port, self._another()).signs_up(name)
        return Caller(self._port, HOME, made.token, made.name)

    async def _plays_a_card(self) -> None:
        said = await self.notes.calls_for("my turns", self._ann, "GET", "/api/v1/me/turns")
        if said is None:
            return
        mine = next((one for one in said.json["results"] if one["game"] == self._game), None)
        if mine is not None and mine["submission"] is not None:
            return  # The bots have yet to answer.
        if self.notes.sealed_at is not None:
            self.notes.bots.append(monotonic() - self.notes.sealed_at)
            self.notes.sealed_at = None
        if mine is None:
            await self._goes_on()
        else:
            path = f"/api/v1/games/{self._game}/turns/{mine['turn']}/submission"
            action = {"action": mine["legal_actions"][0]}
            if await self.notes.calls_for("seal", self._ann, "PUT", path, action) is not None:
                self.notes.sealed_at = monotonic()

    async def _goes_on(self) -> None:
        """Open a new game when the old one is over; bots may also play a stage to its end alone."""
        path, wish = f"/api/v1/games/{self._game}", AGAINST_BOTS
        said = await self.notes.calls_for("game", self._ann, "GET", path)
        if said is not None and said.json["status"] != "running":
            made = await self.notes.calls_for("open", self._ann, "POST", "/api/v1/games", wish)
            if made is not None:
                self._game = made.json["id"]

    async def _looks_at_the_game(self) -> None:
        await self.notes.calls_for("game", self._ann, "GET", f"/api/v1/games/{self._game}")

    async def _asks_for_health(self) -> None:
        await self.notes.calls_for("healthz", self._ann, "GET", "/healthz")

    async def _signs_in(self) -> None:
        who = {"username": self._ann.name, "password": PASSWORD}
        stranger = Caller(self._port, self._another())
        await self.notes.calls_for("sign in", stranger, "POST", "/api/v1/me/tokens", who)

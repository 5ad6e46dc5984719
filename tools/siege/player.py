"""The other player: how the server answers while somebody attacks it.

She plays against bots as fast as they answer, looks at her game, at what waits for her and at
/healthz, signs in now and then, and waits for news of a game with friends by long polls: together a
call about every 100 ms, each on a connection of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

import httpx

from tools.siege.caller import PASSWORD, Caller, Json, Unanswered, random_address, refusal, sign_up

HOME = "127.0.0.2"
BOTS = ["careful", "random", "random"]
RETRY_TIMEOUT = 10.0
"""Seconds in which she comes again where she is told to."""
QUIET = 1.5
"""Seconds in which nothing happens in the game of the friends."""


@dataclass(frozen=True)
class Call:
    """One call of hers; `fault` is what was wrong with the answer."""

    kind: str
    ended: float
    seconds: float
    fault: str | None


class Player:
    """She and her friends, and all calls of theirs."""

    def __init__(self, port: int) -> None:
        self.calls: list[Call] = []
        self.bots: list[float] = []
        """Seconds that bots have taken to answer after her card."""
        self._port = port
        self._sealed_at: float | None = None
        self._over = asyncio.Event()

    async def sit_down(self) -> None:
        """Sign up, and sit down at two tables."""
        names = ("ann", "bea", "cyd", "dee")
        people = await asyncio.gather(*(sign_up(self._port, name, HOME) for name in names))
        self._ann, self.listener, *self._others = people
        self._game = await self._ann.open_game(seat_count=4, bots=BOTS)
        await self._open_table()

    async def play(self) -> None:
        """Play until `stop`, and until what was asked then is answered."""
        await asyncio.gather(
            self._repeat(0.5, self._play_card),
            self._repeat(0.4, lambda: self._call("game", self._ann, "GET", self._game)),
            self._repeat(0.4, lambda: self._call("healthz", self._ann, "GET", "/healthz")),
            self._repeat(4.0, self._sign_in),
            self._repeat(0.1, self._play_with_friends),
        )

    def stop(self) -> None:
        """Make no more calls; what bots have yet to answer counts as it is."""
        if self._sealed_at is not None:
            self.bots.append(monotonic() - self._sealed_at)
            self._sealed_at = None
        self._over.set()

    async def _repeat(self, seconds: float, act: Callable[[], Awaitable[object]]) -> None:
        while not self._over.is_set():
            began = monotonic()
            with suppress(Unanswered):  # It is noted.
                await act()
            await asyncio.sleep(max(0.0, began + seconds - monotonic()))

    async def _call(
        self, kind: str, caller: Caller, method: str, path: str, body: Json | None = None
    ) -> httpx.Response:
        """Make a call and note it. Raises `Unanswered` for any but a good answer."""
        began, fault = monotonic(), None
        try:
            answer = await caller.call(method, path, body)
            while refusal(answer) == "503 busy" and monotonic() < began + RETRY_TIMEOUT:
                # As docs/clients.md tells her to. All of it is one call of hers, for as long as it takes.
                await asyncio.sleep(int(answer.headers["retry-after"]))
                answer = await caller.call(method, path, body)
            fault = refusal(answer)
        except Unanswered as error:
            fault = str(error)
        self._note(kind, began, fault)
        if fault is not None:
            raise Unanswered(fault)
        return answer

    def _note(self, kind: str, began: float, fault: str | None) -> None:
        now = monotonic()
        self.calls.append(Call(kind, now, now - began, fault))

    async def _find_question(self, caller: Caller, game: str) -> Json | None:
        page = await self._call("my turns", caller, "GET", "/api/v1/me/turns")
        return next((one for one in page.json()["results"] if game.endswith(one["game"])), None)

    async def _seal(self, caller: Caller, game: str, question: Json) -> None:
        path = f"{game}/turns/{question['turn']}/submission"
        await self._call("seal", caller, "PUT", path, {"action": question["legal_actions"][0]})

    async def _is_over(self, caller: Caller, game: str) -> bool:
        answer = await self._call("game", caller, "GET", game)
        return bool(answer.json()["status"] != "running")

    async def _play_card(self) -> None:
        question = await self._find_question(self._ann, self._game)
        if question is not None and question["submission"] is not None:
            return  # The bots have yet to answer.
        if self._sealed_at is not None:
            self.bots.append(monotonic() - self._sealed_at)
            self._sealed_at = None
        if question is not None:
            await self._seal(self._ann, self._game, question)
            self._sealed_at = None if self._over.is_set() else monotonic()
        elif await self._is_over(self._ann, self._game):  # Bots may play a stage to its end alone.
            self._game = await self._ann.open_game(seat_count=4, bots=BOTS)

    async def _sign_in(self) -> None:
        account = {"username": self._ann.name, "password": PASSWORD}
        stranger = Caller(self._port, random_address(3))
        await self._call("sign in", stranger, "POST", "/api/v1/me/tokens", account)

    async def _open_table(self) -> None:
        self._table = await self.listener.open_game()
        for friend in self._others:
            await friend.require("POST", f"{self._table}/join", {})

    async def _play_with_friends(self) -> None:
        """One turn: the listener waits for news of each friend's card, then plays her own."""
        friends = (*self._others, self.listener)
        found = [await self._find_question(one, self._table) for one in friends]
        asked = [
            (friend, question)
            for friend, question in zip(friends, found, strict=True)
            if question is not None and question["submission"] is None
        ]
        for friend, question in asked:
            if friend is self.listener:
                await self._seal(friend, self._table, question)
            else:
                await self._wait_for_news(friend, question)
        if not asked and await self._is_over(self.listener, self._table):
            await self._open_table()

    async def _wait_for_news(self, friend: Caller, question: Json) -> None:
        """A long poll waits while nothing happens. From a friend's card on it waits for the server."""
        newest = await self._call("game", self.listener, "GET", self._table)
        feed = f"{self._table}/events?after={newest.json()['log']['events']}&wait=20"
        poll = asyncio.create_task(self._poll(feed))
        await asyncio.sleep(QUIET)
        early = "returned before anything happened" if poll.done() else None
        began = monotonic()
        with suppress(Unanswered):  # It is noted, and the poll is waited for.
            await self._seal(friend, self._table, question)
        self._note("wait", began, await poll or early)

    async def _poll(self, feed: str) -> str | None:
        """Wait for news; what was wrong with the answer."""
        try:
            answer = await self.listener.call("GET", feed)
        except Unanswered as error:
            return str(error)
        return refusal(answer) or (None if answer.json()["results"] else "returned without news")

"""Long polls: `wait` has to wait while nothing happens, and to return when something does."""

import asyncio
from time import monotonic

from tools.siege.caller import Caller, Json, Unanswered
from tools.siege.notes import Notes

QUIET = 1.5
"""Seconds in which nothing happens."""
WAITS = 20


class Waiting:
    """Three friends at a table: one waits for news, the others seal, then she does."""

    def __init__(self, friends: list[Caller], notes: Notes) -> None:
        self.listener, *self._others = friends
        self._notes = notes
        self._game = ""

    async def settles(self) -> None:
        """Open a game and sit down."""
        wish = {"ruleset": "turn_the_tide", "seat_count": 3}
        made = await self.listener.has("POST", "/api/v1/games", wish)
        self._game = f"/api/v1/games/{made['id']}"
        for friend in self._others:
            await friend.insists("POST", f"{self._game}/join", {})

    async def rounds(self) -> None:
        """One turn of the game."""
        seen = [await self._sees(friend) for friend in (*self._others, self.listener)]
        for friend, place in zip(self._others, seen, strict=False):
            if place is not None:
                await self._hears_of(friend, place)
        if seen[-1] is not None:
            await self._seals(self.listener, seen[-1])
        elif seen == [None] * len(seen):
            await self._looks_whether_it_is_over()

    async def _sees(self, friend: Caller) -> tuple[str, Json] | None:
        """Where she is to seal now, and what she would."""
        said = await self._notes.calls_for("my turns", friend, "GET", "/api/v1/me/turns")
        for one in [] if said is None else said.json["results"]:
            if self._game.endswith(one["game"]) and one["submission"] is None:
                path = f"{self._game}/turns/{one['turn']}/submission"
                return path, {"action": one["legal_actions"][0]}
        return None

    async def _seals(self, friend: Caller, place: tuple[str, Json]) -> None:
        await self._notes.calls_for("seal", friend, "PUT", *place)

    async def _hears_of(self, friend: Caller, place: tuple[str, Json]) -> None:
        """Wait for news; after a while a friend makes some. Only from then on she waits for the server."""
        newest = await self._notes.calls_for("game", self.listener, "GET", self._game)
        if newest is None:
            return
        feed = f"{self._game}/events?after={newest.json['log']['events']}&wait={WAITS}"
        poll = asyncio.create_task(self._polls(feed))
        await asyncio.sleep(QUIET)
        early = "returned before anything happened" if poll.done() else None
        began = monotonic()
        await self._seals(friend, place)
        self._notes.note("wait", began, await poll or early)

    async def _polls(self, feed: str) -> str | None:
        """Wait for news; what was wrong with the answer."""
        try:
            said = await self.listener.call("GET", feed)
        except Unanswered as error:
            return str(error)
        return said.refusal or (None if said.json["results"] else "returned without news")

    async def _looks_whether_it_is_over(self) -> None:
        said = await self._notes.calls_for("game", self.listener, "GET", self._game)
        if said is not None and said.json["status"] != "running":
            try:
                await self.settles()
            except Unanswered as error:
                self._notes.note("open", monotonic(), str(error))

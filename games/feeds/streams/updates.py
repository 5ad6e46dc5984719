"""Which buffers have to be refreshed: those that a notification names, and those found by asking."""

import asyncio
import logging
from functools import partial

from django.db import Error

from games.feeds.streams import feeds
from games.feeds.streams.buffers import Buffers
from games.feeds.streams.feeds import GameLog, PlayersFeed

log = logging.getLogger(__name__)


class Updates:
    """Keeps the buffers of one process up to date."""

    def __init__(self, buffers: Buffers) -> None:
        self._buffers = buffers
        self._payloads: set[str] = set()
        self._some = asyncio.Event()

    def add_notification(self, payload: str | None) -> None:
        """Remember a notification for `follow`; None where some may have been missed."""
        if payload is None:
            self._buffers.refresh_all()
            return
        self._payloads.add(payload)
        self._some.set()

    async def follow_forever(self) -> None:
        """Refresh, for ever, the feeds of the games and players that were named, many at a time."""
        while True:
            await self._some.wait()
            self._some.clear()
            payloads, self._payloads = self._payloads, set()
            games = [one for one in payloads if not one.startswith("@")]
            players = [int(one[1:]) for one in payloads if one.startswith("@")]
            self._buffers.refresh_feeds(GameLog(game) for game in games)
            self._buffers.refresh_feeds(PlayersFeed(player) for player in players)
            try:
                await self._refresh_players_of(games)
            except Error as error:
                log.warning("Players get what is new in %s games later: %s", len(games), error)

    async def _refresh_players_of(self, games: list[str]) -> None:
        players = [
            one.player for one in self._buffers.newest_numbers() if isinstance(one, PlayersFeed)
        ]
        if games and players:
            seated = partial(feeds.players_of, games, players)
            found = await self._buffers.run_in_thread(seated)
            self._buffers.refresh_feeds(PlayersFeed(player) for player in found)

    async def check(self) -> None:
        """Refresh the feeds that have more than is known: notifications may have been missed."""
        known = self._buffers.newest_numbers()
        logs = {one.game: newest for one, newest in known.items() if isinstance(one, GameLog)}
        own = {one.player: newest for one, newest in known.items() if isinstance(one, PlayersFeed)}
        if logs:
            games = await self._buffers.run_in_thread(partial(feeds.logs_with_more, logs))
            self._buffers.refresh_feeds(GameLog(game) for game in games)
        if own:
            players = await self._buffers.run_in_thread(partial(feeds.feeds_with_more, own))
            self._buffers.refresh_feeds(PlayersFeed(player) for player in players)

"""Some events of a game's log, from its rows or from its archive."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from games.archive import reader
from games.archive.history import History
from games.feeds.envelope import event_envelope, private_envelope
from games.repository import log
from games.shapes.events import FeedEvent

Json = dict[str, Any]


class PartOfLog:
    """The events of one game on a page of a feed, and the present names of those who have taken part.

    A game that is archived has no rows of them: its archive is read for the first that is asked for. That
    raises `ApiError` (`unavailable`) where it cannot be read.
    """

    def __init__(
        self,
        game: str,
        first: int | None,
        last: int | None,
        with_turns: Iterable[tuple[str, str]] | None,
        recent: Iterable[Json] | None,
        names: dict[str, str] | None,
    ) -> None:
        self.names = names or {}
        self._game = game
        found = []
        if first is not None and last is not None:
            found = log.read_events(game, with_turns, recent, after=first - 1, upto=last)
        self._events = {event.number: event for event in found}

    def get_event(self, event: int, number: int) -> FeedEvent:
        """Return an event by its number in the game, with its number in the feed."""
        if event not in self._events:
            self._events |= {one.number: one for one in self._archived_history.events}
        return event_envelope(self._events[event], number, self.names)

    def private_event(self, event: int, number: int) -> FeedEvent:
        """Return a private event of an archived game in the same way."""
        return private_envelope(self._archived_history.private_events()[event], number, self.names)

    @cached_property
    def _archived_history(self) -> History:
        return reader.load_history(self._game)

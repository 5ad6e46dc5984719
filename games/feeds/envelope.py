"""The one form in which an event is shown: in a page, in a stream, and by a webhook."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property

from games.archive.history import History, load_history
from games.fairness.commitments import ChainEvent, digest_to_text, utc
from games.fairness.player_names import ABOUT, names_in_event
from games.models import PrivateEvent
from games.repository import log
from games.shapes.events import FeedEvent


def event_envelope(event: ChainEvent, number: int, known: Mapping[str, str]) -> FeedEvent:
    """An event with its number in the feed that it is read from.

    `known` has the present usernames of participants by their ids. They stand beside what is hashed.
    """
    return {
        "number": number,
        "game": event.game_id,
        "event": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
        "players": names_in_event(event.type, event.data, known),
        "hash": digest_to_text(event.hash),
    }


def private_envelope(event: PrivateEvent, number: int, known: Mapping[str, str]) -> FeedEvent:
    """Return a private event with its number in the player's feed. It is in no log and has no hash.

    It names the other player by username, because nothing of it is hashed.
    """
    about = {"player": known[ABOUT]} if ABOUT in known else {}
    return {
        "number": number,
        "game": event.game_id,
        "event": None,
        "type": event.type,
        "at": utc(event.at),
        "data": {**event.data, **about},
        "players": names_in_event(event.type, event.data, known),
        "hash": None,
    }


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
        stored: Iterable[log.StoredEvent] | None,
        names: dict[str, str] | None,
    ) -> None:
        self.names = names or {}
        self._game = game
        found = []
        if first is not None and last is not None:
            found = log.read_events(game, stored)
        self._events = {event.number: event for event in found}

    def get_event(self, event: int, number: int) -> FeedEvent:
        """Return an event by its number in the game, with its number in the feed."""
        if event not in self._events:
            self._events |= {one.number: one for one in self._archived_history.events}
        return event_envelope(self._events[event], number, self.names)

    def private_event(self, event: int, number: int) -> FeedEvent:
        """Return a private event of an archived game in the same way."""
        body = self._archived_history.private[event]
        at = datetime.fromisoformat(body["at"])
        found = PrivateEvent(game_id=self._game, type=body["type"], data=body["data"], at=at)
        return private_envelope(found, number, self.names)

    @cached_property
    def _archived_history(self) -> History:
        return load_history(self._game)

"""The one form in which an event is shown: in a page, in a stream, and by a webhook."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple, Self

from common.db.encrypted import Closed
from games.archive.history import History, load_history
from games.fairness.commitments import ChainEvent, digest_to_text, utc
from games.fairness.player_names import ABOUT, names_in_event
from games.models import PrivateEvent
from games.repository import log
from games.shapes.events import FeedEvent
from players.models import Player


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


class FeedPlace(NamedTuple):
    """Numbers of a player's feed, and the events that have them, as in `FeedRange`."""

    first: int
    last: int
    game: str | None
    event: int | None
    private_event: int | None
    type: str | None
    """The type of the private event, null where its game is archived."""
    data: bytes
    at: datetime
    about_id: int | None
    about: str | None
    """The player that an account event is about, and their username."""

    def clip(self, low: int, end: int) -> Self:
        """Return the part of it that begins at `low` or later, and ends before `end`."""
        first = max(self.first, low)
        event = None if self.event is None else self.event + first - self.first
        return self._replace(first=first, last=min(self.last, end - 1), event=event)

    def private(self) -> PrivateEvent:
        """Return the private event that it has."""
        assert self.type is not None  # noqa: S101  The caller has looked.
        data, about = Closed(bytes(self.data)), None
        if self.about is not None:
            about = Player(pk=self.about_id, username=self.about)
        return PrivateEvent(game_id=self.game, type=self.type, data=data, at=self.at, about=about)


class EventsOfFeed:
    """The events at some places of a player's feed.

    A game that is archived has no rows of them: its archive is read for the first that is asked for. That
    raises `ApiError` (`unavailable`) where it cannot be read.
    """

    def __init__(self, places: Collection[FeedPlace]) -> None:
        parts = dict[str, tuple[int, int]]()
        for place in places:
            if place.game is not None:
                first, last = parts.setdefault(place.game, (log.MAX_NUMBER, 0))
                if place.event is not None:
                    last = max(last, place.event + place.last - place.first)
                    parts[place.game] = min(first, place.event), last
        self._logs = log.read_logs(parts)
        self._events = {
            (game, event.number): event
            for game, part in self._logs.items()
            for event in part.events
        }
        self._archived = dict[str, History]()

    def find_stored(self, place: FeedPlace) -> ChainEvent | None:
        """Return the event at a place of one number, None where its game is archived."""
        return self._events.get((place.game or "", place.event or 0))

    def read(self, place: FeedPlace) -> Iterator[FeedEvent]:
        """Yield the events at a place as they are shown."""
        names = self._logs[place.game].names if place.game else {}
        if place.game is not None and place.event is not None:
            for step in range(place.last - place.first + 1):
                event = self._find_event(place.game, place.event + step)
                yield event_envelope(event, place.first + step, names)
        elif place.type is not None:
            known = {ABOUT: place.about} if place.about is not None else names
            yield private_envelope(place.private(), place.first, known)
        elif place.game is not None and place.private_event is not None:
            body = self._find_history(place.game).private[place.private_event]
            at = datetime.fromisoformat(body["at"])
            archived = PrivateEvent(game_id=place.game, type=body["type"], data=body["data"], at=at)
            yield private_envelope(archived, place.first, names)

    def _find_event(self, game: str, number: int) -> ChainEvent:
        found = self._events.get((game, number))
        return found or self._find_history(game).events[number - 1]

    def _find_history(self, game: str) -> History:
        if game not in self._archived:
            self._archived[game] = load_history(game)
        return self._archived[game]

"""Reading feeds: the log of one game, and a player's own feed over all games.

A player's feed gets its numbers when it is read (docs/decisions/feeds.md), under the lock of the
player's row: so no later event gets a number below one that was shown, and writers of games never wait
for one another.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

import orjson
from django.db import transaction

from common.rest.errors import ApiError
from games.archive.history import load_history
from games.fairness.commitments import ChainEvent
from games.feeds.envelope import PartOfLog, event_envelope, private_envelope
from games.models import Game, PrivateEvent, Seat
from games.repository import columns, log, rows
from games.repository.queries import feeds, people, pruning
from games.shapes.events import FeedEvent


class Page(NamedTuple):
    """Some events of a feed, the oldest first, and the number of its newest one then, 0 for none."""

    events: list[FeedEvent]
    last: int


def read_log(game_id: str, after: int, most: int) -> Page:
    """The events of a game with numbers above `after`; at most so many.

    Whether the caller may see the game is not asked here.
    """
    found = feeds.LOG.fetch_row(game=game_id, after=after, most=most)
    assert found is not None  # noqa: S101  The statement always has one row.
    return _page_of_log(game_id, after, most, *orjson.loads(found[0]))


def read_log_and_viewers(
    game_id: str, after: int, most: int
) -> tuple[Page, Game | None, list[Seat]]:
    """Return a page of a game's log, the game and its seats, which say who may see it: all of one moment.

    Without a game of this id it is None. Game and seats have only the columns that
    `games.visibility` asks for.
    """
    found = feeds.LOG_AND_VIEWERS.fetch_row(game=game_id, after=after, most=most)
    assert found is not None  # noqa: S101  The statement always has one row.
    *read, game, seats = orjson.loads(found[0])
    return (
        _page_of_log(game_id, after, most, *read),
        game and rows.read(Game, game, columns.WHO_SEES_GAME),
        [rows.read(Seat, one, columns.WHO_SEES_SEAT) for one in seats or ()],
    )


def _page_of_log(
    game_id: str,
    after: int,
    most: int,
    stored: list[log.StoredEvent] | None,
    names: dict[str, str] | None,
    last: int | None,
) -> Page:
    """Return a page as `LOG` has read it; of an archived game from its archive."""
    events = log.read_events(game_id, stored)
    if not events and after < (last or 0):
        events = load_history(game_id).events[after : after + most]
    return Page([event_envelope(event, event.number, names or {}) for event in events], last or 0)


def newest_of_games(games: Iterable[str]) -> dict[str, FeedEvent]:
    """Return the newest event of each of these games; none of an archived one, which ends with `finished`."""
    found = {}
    for game, raw in feeds.NEWEST.fetch_rows(games=[*games]):
        stored, names = orjson.loads(raw)
        for event in log.read_events(game, stored):
            found[game] = event_envelope(event, event.number, names or {})
    return found


class Gap(TypedDict):
    """An event in a player's feed of an archived game that cannot be read."""

    number: int
    game: str
    refused: str


def read_feed(player_id: int, after: int, most: int) -> Page:
    """Return what has a number above `after` in a player's feed; at most so many.

    Raises `ApiError` (`unavailable`).
    """
    last, page, logs = _read_page(player_id, after, most)
    return Page([event for row in page for event in _read_events(row, logs)], last)


def export_player(player_id: int, after: int, most: int) -> list[FeedEvent | Gap]:
    """Return the same events, with gaps in the place of those that cannot be read."""
    _, page, logs = _read_page(player_id, after, most)
    found: list[FeedEvent | Gap] = []
    for row in page:
        try:
            found += [*_read_events(row, logs)]
        except ApiError as error:
            first, last, game, *_ = row
            numbers = range(first, last + 1)
            found += [{"number": one, "game": game, "refused": error.code} for one in numbers]
    return found


def _read_page(
    player_id: int, after: int, most: int
) -> tuple[int, list[list[Any]], dict[str, PartOfLog]]:
    """Return the last number of a player's feed, the rows of a page, and the logs of their games."""
    with transaction.atomic():
        people.LOCK.fetch_row(player=player_id)
        found = feeds.FEED.fetch_row(player=player_id, after=after, most=most)
    assert found is not None  # noqa: S101  The statement always has one row.
    last, page, games = orjson.loads(found[0])
    return last, page or [], {game: PartOfLog(game, *read) for game, *read in games or ()}


def read_events_at(player_id: int, numbers: Iterable[int]) -> dict[int, ChainEvent | PrivateEvent]:
    """Return what stands under these numbers of a player's feed, but for what is of archived games."""
    places = feeds.AT.fetch_rows(player=player_id, numbers=[*numbers])
    private = PrivateEvent.objects.select_related("about").in_bulk({one[3] for one in places})
    found: dict[int, ChainEvent | PrivateEvent] = {
        number: private[event] for number, _, _, event in places if event is not None
    }
    in_logs = dict[str, dict[int, int]]()
    for number, game, event, _ in places:
        if event is not None:
            in_logs.setdefault(game, {})[event] = number
    for game, wanted in in_logs.items():
        for event in log.events_of(game, min(wanted) - 1, max(wanted)):
            if event.number in wanted:
                found[wanted[event.number]] = event
    return found


def update_feed(player_id: int) -> int:
    """Append the missing events of the player's games to the feed, and return its last number."""
    with transaction.atomic():
        people.LOCK.fetch_row(player=player_id)
        return update_locked(player_id)


def update_locked(player_id: int) -> int:
    """The same, for a caller who has the lock of the player's row."""
    found = feeds.UPDATE.fetch_row(player=player_id)
    return int(found[0]) if found else 0


def _read_events(row: list[Any], logs: Mapping[str, PartOfLog]) -> Iterator[FeedEvent]:
    """Return the events of a row of a page, as `FEED` has read it."""
    first, last, game, event, private_number, private, about = row
    if event is not None:
        for step in range(last - first + 1):
            yield logs[game].get_event(event + step, first + step)
    elif private is not None:
        known = about or (logs[game].names if game else {})
        yield private_envelope(rows.read(PrivateEvent, private), first, known)
    else:
        yield logs[game].private_event(private_number, first)


@transaction.atomic
def prune_feed(player_id: int, before: datetime) -> None:
    """Remove from a player's feed what happened before that moment, up to the first thing that stays.

    Only from its beginning, so that a feed has no gap but before its first number, and a range of numbers
    only as a whole. The last one stays in any case: the next number is worked out from it.
    """
    people.LOCK.fetch_row(player=player_id)
    pruning.PRUNE.fetch_rows(player=player_id, before=before)

"""Reading feeds: the log of one game, and a player's own feed over all her games.

A player's feed gets its numbers when it is read (docs/why.md), under the lock of the player's row: so no
later event gets a number below one that was shown, and writers of games never wait for one another.
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from django.db import transaction

from games.archive import reading
from games.fairness.chain import Event
from games.feeds import archived
from games.feeds.envelope import envelope, private_envelope
from games.models import Game, PrivateEvent, Seat
from games.store import log, rows
from games.store.sql import feeds, people

Json = dict[str, Any]


class Page(NamedTuple):
    """Some events of a feed, the oldest first, and the number of its newest one then, 0 for none."""

    events: list[Json]
    last: int


def of_game(game_id: str, after: int, most: int) -> Page:
    """The events of a game with numbers above `after`; at most so many.

    Whether the caller may see the game is not asked here.
    """
    found = feeds.LOG.row(game=game_id, after=after, most=most)
    assert found is not None  # noqa: S101  The statement always has one row.
    return _page_of_log(game_id, after, most, *orjson.loads(found[0]))


def of_game_and_viewers(
    game_id: str, after: int, most: int
) -> tuple[Page, Game | None, list[Seat]]:
    """Return a page of a game's log, the game and its seats, which say who may see it: all of one moment.

    Without a game of this id it is None. Game and seats have only the columns that `games.view` asks for.
    """
    found = feeds.LOG_AND_VIEWERS.row(game=game_id, after=after, most=most)
    assert found is not None  # noqa: S101  The statement always has one row.
    *read, game, seats = orjson.loads(found[0])
    return (
        _page_of_log(game_id, after, most, *read),
        game and rows.read(Game, game, feeds.GAME),
        [rows.read(Seat, one, feeds.SEAT) for one in seats or ()],
    )


def _page_of_log(
    game_id: str,
    after: int,
    most: int,
    with_turns: list[tuple[str, str]] | None,
    recent: list[Json] | None,
    names: dict[str, str] | None,
    last: int | None,
) -> Page:
    """Return a page as `LOG` has read it; of an archived game from its archive."""
    events = log.read_events(game_id, with_turns, recent, after=after, upto=after + most)
    if not events and after < (last or 0):
        events = reading.history(game_id).events[after : after + most]
    return Page([envelope(event, event.number, names or {}) for event in events], last or 0)


def of_player(player_id: int, after: int, most: int, *, gaps: bool = False) -> Page:
    """What has a number above `after` in a player's feed; at most so many. `gaps` as for `archived.shown`."""
    with transaction.atomic():
        people.LOCK.row(player=player_id)
        found = feeds.FEED.row(player=player_id, after=after, most=most)
        assert found is not None  # noqa: S101  The statement always has one row.
        last, with_archived, page, games = orjson.loads(found[0])
        places = archived.places(player_id, after, most) if with_archived else []
    events = [*_shown(page or (), games or ())]
    if places:
        every = sorted([*events, *archived.shown(places, gaps=gaps)], key=itemgetter("number"))
        events = every[:most]
    return Page(events, last)


def update(player_id: int) -> int:
    """Append to a player's feed what it lacks of the events of her games; its last number then."""
    with transaction.atomic():
        people.LOCK.row(player=player_id)
        return update_locked(player_id)


def update_locked(player_id: int) -> int:
    """The same, for a caller who has the lock of the player's row."""
    found = feeds.UPDATE.row(player=player_id)
    return int(found[0]) if found else 0


def _shown(page: Iterable[list[Any]], games: Iterable[list[Any]]) -> Iterator[Json]:
    """Return what stands on a page of a feed, as `FEED` has read it, as it is shown."""
    events, names = dict[tuple[str, int], Event](), dict[str, dict[str, str]]()
    for game, first, last, with_turns, recent, known in games:
        names[game] = known or {}
        if first is not None:
            for one in log.read_events(game, with_turns, recent, after=first - 1, upto=last):
                events[game, one.number] = one
    for number, game, event, private, about in page:
        known = about or names.get(game, {})
        if private is None:
            yield envelope(events[game, event], number, known)
        else:
            yield private_envelope(rows.read(PrivateEvent, private), number, known)

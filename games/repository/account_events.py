"""Account events: events among people, for one player alone and in the log of no game.

Why so: docs/decisions/log-and-proof.md, docs/decisions/people.md.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.clock.now import now
from games.models import PrivateEvent
from games.repository import rows, signals
from games.repository.queries import notifying as sql
from players.relations import asked_or_agreed

Json = dict[str, Any]
WRITTEN = {"message_written", "message_deleted"}
"""The types of events that are also withheld from a player who has muted the other one."""


def inform_players(
    players: Collection[int],
    kind: str,
    data: Json | None = None,
    *,
    moment: datetime | None = None,
    about: int | None = None,
) -> None:
    """Put an event into the feeds of these players, except those who have blocked player `about`."""
    inform_each({player: data or {} for player in players}, kind, moment=moment, about=about)


def inform_each(
    data: Mapping[int, Json],
    kind: str,
    *,
    moment: datetime | None = None,
    about: int | None = None,
) -> None:
    """Put an event into the feeds of these players, with other data for each.

    The statement and the notifications are the same whether a player has blocked another one or not.
    """
    informed = sorted(data)
    sealed = [rows.to_db_json(PrivateEvent, {"data": data[player]})["data"] for player in informed]
    sql.INFORM.fetch_rows(
        players=informed,
        data=sealed,
        type=kind,
        at=moment or now(),
        about=about,
        written=kind in WRITTEN,
    )
    signals.notify_subscribers([], informed)


@receiver(asked_or_agreed)
def inform_of_friend(player: int, kind: str, about: int, **_: object) -> None:
    """Put an event into a player's feed: a friend request, or its acceptance."""
    inform_players([player], kind, about=about)

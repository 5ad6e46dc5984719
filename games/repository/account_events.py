"""What people have to do with each other: told to one player alone, and in the log of no game.

Why so: docs/why.md#outside-the-log, docs/why.md#silent-block.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.clock.now import now
from games.models import PrivateEvent
from games.repository import rows, signals
from games.repository.queries import notifying as sql
from players.people import friends

Json = dict[str, Any]
WRITTEN = {"message_written", "message_deleted"}
"""Types of which whoever has muted the other is not told either."""


def inform(
    players: Collection[int],
    kind: str,
    data: Json | None = None,
    *,
    moment: datetime | None = None,
    about: int | None = None,
) -> None:
    """Put an event into the feeds of these players, but of those who have blocked whom it is about."""
    inform_each({player: data or {} for player in players}, kind, moment=moment, about=about)


def inform_each(
    data: Mapping[int, Json],
    kind: str,
    *,
    moment: datetime | None = None,
    about: int | None = None,
) -> None:
    """The same with data of her own for each player.

    The same is asked, and all are notified, whether somebody has blocked anybody or not.
    """
    informed = sorted(data)
    sealed = [rows.to_db_json(PrivateEvent, {"data": data[player]})["data"] for player in informed]
    sql.INFORM.rows(
        players=informed,
        data=sealed,
        type=kind,
        at=moment or now(),
        about=about,
        written=kind in WRITTEN,
    )
    signals.notify_subscribers([], informed)


@receiver(friends.asked_or_agreed)
def inform_of_friend(player: int, kind: str, about: int, **_: object) -> None:
    """Tell a player that somebody asks to be her friend, or has agreed."""
    inform([player], kind, about=about)

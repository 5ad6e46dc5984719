"""Account events: events among people, for one player alone and in the log of no game.

Why so: docs/decisions/log-and-proof.md, docs/decisions/people.md.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from common.db.encrypted import SecretJSON
from common.db.sql import fetch_rows
from games.clock.now import now
from games.repository import signals
from players.relations import asked_or_agreed

Json = dict[str, Any]
WRITTEN = {"message_written", "message_deleted"}
"""The types of events that are also withheld from a player who has muted the other one."""

INFORM = """
-- Blocks and mutes by the index on the other player: Index Scans.
INSERT INTO games_privateevent (player_id, about_id, type, data, at, in_feed)
SELECT told.player, %(about)s::bigint, %(type)s::text, told.data, %(at)s::timestamptz, false
FROM unnest(%(players)s::bigint[], %(data)s::bytea[]) AS told (player, data)
WHERE NOT EXISTS (
        SELECT FROM players_block averse
        WHERE averse.player_id = told.player AND averse.other_id = %(about)s::bigint
    )
    AND NOT (%(written)s::boolean AND EXISTS (
        SELECT FROM players_mute averse
        WHERE averse.player_id = told.player AND averse.other_id = %(about)s::bigint
    ))
"""
"""By hand, because with the ORM a block would be known by a statement that is left out."""


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
    sealed = [SecretJSON().close(data[player]) for player in informed]
    fetch_rows(
        INFORM,
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

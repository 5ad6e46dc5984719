"""Removing the beginning of a feed: what its player has marked as read, and what is old.

Only from its beginning, so that a feed has no gap but before its first number, and a range of numbers only as
a whole. The last one stays in any case: the next number is worked out from it.

Why so: docs/decisions/feeds.md.
"""

from datetime import datetime

from django.db import transaction

from games.repository.queries import people, pruning


@transaction.atomic
def prune_feed(player_id: int, before: datetime) -> None:
    """Remove from a player's feed what happened before that moment, up to the first thing that stays."""
    people.LOCK.fetch_row(player=player_id)
    pruning.PRUNE.fetch_rows(player=player_id, before=before)

"""Removing the beginning of a feed: what its player has marked as read, and what is old.

Only from its beginning, so that a feed has no gap but before its first number. The last number stays in any
case: the next one is worked out from it.

Why so: docs/why.md#pruned-feed.
"""

from datetime import datetime

from django.db import transaction

from games.feeds import archived
from games.models import ArchivedFeed
from games.store.sql import people, pruning


@transaction.atomic
def prune(player_id: int, before: datetime) -> None:
    """Remove from a player's feed what happened before that moment, up to the first thing that stays."""
    people.LOCK.row(player=player_id)
    found = pruning.KEPT_FROM.row(player=player_id, before=before)
    kept_from = found and found[0]
    if not kept_from:
        return
    pruning.PRUNE.rows(player=player_id, kept_from=kept_from)
    for row in ArchivedFeed.objects.filter(player=player_id, first__lt=kept_from):
        left = [place for place in archived.of(row) if place.number >= kept_from]
        row.delete()
        if left:
            ArchivedFeed.objects.bulk_create([archived.packed(player_id, row.game_id, left)])

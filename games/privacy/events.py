"""A player's feed and standing orders, in exports and erasure."""

from typing import Any

from django.db.models import F, QuerySet

from games.feeds import feed
from games.models import FeedRange, FormerSeat, PrivateEvent, StandingOrder
from players.models import Player
from players.privacy.parts import BATCH, ExportPage, delete_rows


def all_of(player: Player) -> "QuerySet[FeedRange]":
    return FeedRange.objects.filter(player=player)


def feed_page(player: Player, after: Any) -> ExportPage:
    """Export a part of the feed, as `GET /me/events` shows it; what cannot be read is a gap."""
    events = feed.export_player(player.pk, after or 0, BATCH)
    if not events:
        return ExportPage({}, 0)
    first, last = events[0]["number"], events[-1]["number"]
    more = last if len(events) == BATCH else None
    return ExportPage({f"events/{first:08}.json": events}, len(events), more)


def erase_feed(player: Player) -> int:
    """Erase the feed and account events. Events of a game stay bound into its record."""
    behind = FormerSeat.objects.filter(player=player, feed_cursor__lt=F("feed_until"))
    behind.update(feed_cursor=F("feed_until"))
    return delete_rows(all_of(player)) or delete_rows(
        PrivateEvent.objects.filter(player=player, game__isnull=True)
    )


def all_orders(player: Player) -> "QuerySet[StandingOrder]":
    return StandingOrder.objects.filter(seat__player=player)


def orders_page(player: Player, after: Any) -> ExportPage:
    """Export a part of the player's standing orders."""
    found = all_orders(player).filter(pk__gt=after or 0).order_by("pk")
    some = list(found.select_related("seat")[:BATCH])
    shown = [
        {
            "game": one.seat.game_id,
            "seat": one.seat.number,
            "order": one.order,
            "at_once": one.at_once,
            "given_at": one.given_at,
        }
        for one in some
    ]
    files: dict[str, Any] = {f"standing_orders/{some[0].pk:08}.json": shown} if some else {}
    return ExportPage(files, len(some), some[-1].pk if len(some) == BATCH else None)


def erase_orders(player: Player) -> int:
    return delete_rows(all_orders(player))

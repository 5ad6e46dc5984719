"""Pages of a player's games, feed, messages and standing orders in exports, and their erasure."""

from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils.translation import override

from common.rest.errors import ApiError
from games.feeds import feed
from games.models import (
    FeedRange,
    FormerSeat,
    Game,
    Message,
    Participant,
    PrivateEvent,
    Report,
    StandingOrder,
)
from games.models.people import message_words
from games.visibility.game_view import GameView
from players.mail.letters import language_of
from players.models import Player
from players.privacy.parts import BATCH, ExportPage, delete_rows

AT_ONCE = 5
"""Games that are read for one page: a record may be long."""


def list_participations(player: Player) -> "QuerySet[Participant]":
    """Return the player's participants: one for each game that ever named the player."""
    return Participant.objects.filter(player=player)


def games_page(player: Player, after: Any) -> ExportPage:
    """Export a part of the games that ever named the player."""
    found = list_participations(player).filter(pk__gt=after or "").order_by("pk")
    some = list(found.select_related("game")[:AT_ONCE])
    files: dict[str, Any] = {}
    for one in some:
        files |= _game_files(player, one)
    return ExportPage(files, len(some), some[-1].pk if len(some) == AT_ONCE else None)


def _game_files(player: Player, participant: Participant) -> dict[str, Any]:
    folder = f"games/{participant.game_id}"
    known = {"id": participant.game_id, "participant": participant.pk}
    try:
        view = GameView.load(participant.game_id, player)
    except ApiError as refusal:
        # The player has left a private game, or the rules are not installed at the moment.
        return {f"{folder}/game.json": {**known, "refused": refusal.code}}
    files: dict[str, Any] = {f"{folder}/game.json": {**known, **view.get_game()}}
    if participant.game.status == Game.Status.FINISHED:
        try:
            files[f"{folder}/record.json"] = view.get_record()
        except ApiError as refusal:  # One lost object must not end the whole export.
            files[f"{folder}/record.json"] = {**known, "refused": refusal.code}
    return files


def feed_ranges(player: Player) -> "QuerySet[FeedRange]":
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
    FormerSeat.objects.behind().filter(player=player).update(feed_cursor=F("feed_until"))
    return delete_rows(feed_ranges(player)) or delete_rows(
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


def own_messages(player: Player) -> "QuerySet[Message]":
    written = Q(deleted_at__isnull=True) | Q(hidden_text__isnull=False)
    return Message.objects.filter(written, author=player)


def messages_page(player: Player, after: Any) -> ExportPage:
    """Export a part of the player's messages, in the order of their ids."""
    some = list(own_messages(player).filter(pk__gt=after or "").order_by("pk")[:BATCH])
    with override(language_of(player)):
        shown = [
            {"game": one.game_id, "at": one.at, "text": message_words(one.text or one.hidden_text)}
            for one in some
        ]
    files: dict[str, Any] = {f"messages/{some[0].pk}.json": shown} if some else {}
    return ExportPage(files, len(some), some[-1].pk if len(some) == BATCH else None)


def erase_texts(player: Player) -> int:
    """Delete some of the texts, as the player could; their places stay."""
    some = list(own_messages(player).order_by("pk").values_list("pk", flat=True)[:BATCH])
    return Message.objects.filter(pk__in=some).update(text=None, hidden_text=None, deleted_at=Now())


def erase_reports(player: Player) -> int:
    """Take the player's name and text from the player's reports."""
    return Report.objects.filter(reporter=player).update(reporter=None, text=None)


def erase_seen_words(player: Player) -> int:
    """Take the player's words from what moderators have read of reports."""
    tables = Message.objects.filter(author=player).values("game")
    found = Report.objects.filter(Q(accused=player) | Q(game__in=tables), seen__isnull=False)
    changed = 0
    for report in found:
        kept = [one for one in report.seen if one["player"] != player.pk]
        if kept != report.seen:
            Report.objects.filter(pk=report.pk).update(seen=kept)
            changed += 1
    return changed

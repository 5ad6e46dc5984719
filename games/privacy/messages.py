"""A player's messages at tables, in exports and erasure."""

from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now

from games.models import Message
from players.models import Player
from players.privacy.parts import BATCH, ExportPage


def all_of(player: Player) -> "QuerySet[Message]":
    return Message.objects.filter(author=player, deleted_at__isnull=True)


def messages_page(player: Player, after: Any) -> ExportPage:
    """Export a part of the player's messages, in the order of their ids."""
    some = list(all_of(player).filter(pk__gt=after or "").order_by("pk")[:BATCH])
    shown = [{"game": one.game_id, "at": one.at, "text": one.text} for one in some]
    files: dict[str, Any] = {f"messages/{some[0].pk}.json": shown} if some else {}
    return ExportPage(files, len(some), some[-1].pk if len(some) == BATCH else None)


def erase_texts(player: Player) -> int:
    """Delete some of the texts, as the player could; their places stay."""
    some = list(all_of(player).order_by("pk").values_list("pk", flat=True)[:BATCH])
    return Message.objects.filter(pk__in=some).update(text=None, deleted_at=Now())

"""Changes of a player's name.

Why so: docs/decisions/people.md.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players import names
from players.authentication import TokenEnded
from players.models import Player
from players.sql import accounts
from tideapi.rest.errors import ApiError


@transaction.atomic
def rename_player(player: Player, username: str) -> None:
    """Rename a player, and keep the old name from others for a while."""
    if username == player.username:
        return
    names.reserve_name(username, player)
    now = timezone.now()
    before = now - timedelta(days=settings.TIDE_RENAME_INTERVAL_DAYS)
    kept = {"digest": names.name_digest(player.username), "until": names.kept_until()}
    who = {"player": player.pk, "epoch": player.epoch}
    if accounts.RENAME.fetch_row(**who, **kept, username=username, now=now, before=before) is None:
        raise _why_not(player)
    player.username = username


def again_from(renamed_at: datetime | None) -> datetime | None:
    """Return when the player may take another name; None if now."""
    if renamed_at is None:
        return None
    moment = renamed_at + timedelta(days=settings.TIDE_RENAME_INTERVAL_DAYS)
    return moment if moment > timezone.now() else None


def _why_not(player: Player) -> Exception:
    moment = again_from(Player.objects.values_list("renamed_at", flat=True).get(pk=player.pk))
    if moment is None:
        return TokenEnded()
    said = _("You may take another name from {day} on.")
    return ApiError("too_many_changes", said.format(day=f"{moment:%Y-%m-%d}"))

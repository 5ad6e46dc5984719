"""Usernames: their changes, and which are free: none that is reserved, taken, or looks like a taken one.

Names that look alike are defined by Unicode's own table of confusables (UTS 39): `username_look` has the part
about the characters of usernames, and two pairs more that are easily misread. Capitals make no difference, so
an i is like an l because a capital I is. The database does the same with every name that is written
(`player_look`, players.0002).
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from common.db.locks import lock_text
from common.rest.errors import ApiError
from players.authentication import TokenEnded
from players.models import KeptName, Player
from players.reserved_names import DELETED, is_reserved, username_look

NAMES = 8150
"""The space of locks of names (`common.db.locks`)."""


def reserve_name(username: str, player: Player | None = None, *, by: Player | None = None) -> None:
    """Reserve this name to the end of the transaction, or refuse it.

    `player` is who gets it, if the account exists: its own names are no obstacle. `by` is the player who
    wants it for another account; that player's row is locked too. Raises `ApiError` (`username_reserved`,
    `username_taken`), `TokenEnded`.
    """
    seen = username_look(username)
    if is_reserved(username) and not _is_own(username, player):
        raise ApiError("username_reserved", _("This username is not given to players."))
    lock_text(seen, NAMES)
    if by is not None and Player.objects.in_epoch(by).lock() is None:
        raise TokenEnded
    others, kept = Player.objects.all(), KeptName.objects.filter(until__gt=timezone.now())
    if player is not None:
        others, kept = others.exclude(pk=player.pk), kept.exclude(player=player)
    taken = others.alias(any_case=Lower("username")).filter(
        models.Q(any_case=username.lower()) | models.Q(look=seen)
    )
    if taken.exists() or kept.filter(digest=name_digest(username)).exists():
        message = _("Another player has this username, or one that looks like it.")
        raise ApiError("username_taken", message)


def keep_name(username: str, player: Player | None = None) -> None:
    """Keep a name that was given up from others for a while, except from this player."""
    kept = KeptName(digest=name_digest(username), player=player, until=kept_until())
    KeptName.objects.bulk_create(
        [kept], update_conflicts=True, unique_fields=["digest"], update_fields=["player", "until"]
    )


def name_digest(username: str) -> bytes:
    """Return what is stored of a name that was given up: a keyed hash of its look."""
    return salted_hmac("players.names", username_look(username), algorithm="sha256").digest()


def of_nobody() -> str:
    """Return a new random name for an account that has ended."""
    return DELETED + secrets.token_hex(8)


def kept_until() -> datetime:
    """Return until when a name is kept that is given up now."""
    return timezone.now() + timedelta(days=settings.TIDE_RENAME_INTERVAL_DAYS)


def _is_own(username: str, player: Player | None) -> bool:
    """Return whether this is the name that a person has, perhaps with other capitals."""
    if player is None or player.kind == Player.AccountKind.GUEST:
        return False
    return username_look(username) == username_look(player.username)


@transaction.atomic
def rename_player(player: Player, username: str) -> None:
    """Rename a player, and keep the old name from others for a while."""
    if username == player.username:
        return
    reserve_name(username, player)
    now = timezone.now()
    before = now - timedelta(days=settings.TIDE_RENAME_INTERVAL_DAYS)
    long_enough = models.Q(renamed_at=None) | models.Q(renamed_at__lte=before)
    rows = Player.objects.in_epoch(player).filter(long_enough)
    if not rows.update(username=username, renamed_at=now):
        raise _why_not(player)
    keep_name(player.username, player)
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
    message = _("You may take another name from {day} on.")
    return ApiError("too_many_changes", message.format(day=f"{moment:%Y-%m-%d}"))

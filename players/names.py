"""Which usernames may be taken: none that is reserved, or looks like one that somebody has.

What looks alike is said by Unicode's own table of confusables (UTS 39): `username_look` has what of it
concerns the characters of usernames, and two pairs more that are easily misread. Capitals make no difference,
so an i is like an l because a capital I is. The database makes the same of every name that is written
(`player_look`, players/migrations/0009).

Why so: docs/why.md#names-ascii, docs/why.md#names-alike, docs/why.md#old-names.
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from players.authentication import TokenEnded
from players.models import KeptName, Player
from players.reserved_names import DELETED, is_reserved, username_look
from players.sql import accounts
from tideapi.rest.errors import ApiError


def take(username: str, player: Player | None = None, *, by: Player | None = None) -> None:
    """See to it that this name is free, and nobody else's to the end of the transaction.

    `player` is who is to have it, where she has an account already: her own names are no obstacle. `by` is
    who wants it for somebody else; to the end of the transaction her row is locked too.
    Raises `ApiError` (`username_reserved`, `username_taken`), `TokenEnded`.
    """
    seen = username_look(username)
    if is_reserved(username) and not _is_own(username, player):
        raise ApiError("username_reserved", _("This username is not given to players."))
    # A statement of its own: the next one sees what an earlier holder of the lock has written.
    if by is None:
        accounts.LOCK_NAME.row(look=seen)
    elif accounts.LOCK_NAME_FOR.row(look=seen, player=by.pk, epoch=by.epoch) is None:
        raise TokenEnded
    who = None if player is None else player.pk
    if accounts.NAME_TAKEN.row(
        username=username, look=seen, digest=name_digest(username), player=who
    ):
        said = _("Another player has this username, or one that looks like it.")
        raise ApiError("username_taken", said)


def keep_name(username: str, player: Player | None = None) -> None:
    """Keep a name that was given up from others for a while, except from this player."""
    kept = KeptName(digest=name_digest(username), player=player, until=kept_until())
    KeptName.objects.bulk_create(
        [kept], update_conflicts=True, unique_fields=["digest"], update_fields=["player", "until"]
    )


def name_digest(username: str) -> bytes:
    """What is kept of a name that was given up: a hash of what it looks like, with a key of the server's."""
    return salted_hmac("players.names", username_look(username), algorithm="sha256").digest()


def of_nobody() -> str:
    """A new name for an account that has ended, made by chance."""
    return DELETED + secrets.token_hex(8)


def kept_until() -> datetime:
    """Until when a name is kept that is given up now."""
    return timezone.now() + timedelta(days=settings.TIDE_RENAME_DAYS)


def _is_own(username: str, player: Player | None) -> bool:
    """Return whether this is the name that a person has, written with other capitals, say."""
    if player is None or player.kind == Player.Kind.GUEST:
        return False
    return username_look(username) == username_look(player.username)

"""Guests: accounts without a name and a password of their own, for a first game.

Why so: docs/why.md#guests.
"""

import logging
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.utils import timezone

from players import names
from players.authentication import TokenEnded
from players.models import AppToken, Ending, Player, Token
from players.passwords import NO_PASSWORD
from players.privacy import erasure
from players.sql import accounts
from tideapi.rest.errors import ApiError

log = logging.getLogger(__name__)

LETTERS = "abcdefghjkpqrstuvxyz23456789"
"""What is not easily misread."""
LENGTH = 8
BATCH = 20
"""Guests that are let go at once: each may have seats in several games."""


@transaction.atomic
def welcome() -> tuple[Player, Token, str]:
    """Make an account for a guest: its row, its token's row, and the token.

    Raises `ApiError` (`no_guests`).
    """
    guest = make_guest()
    return guest, *Token.issue(guest, "guest")


def make_guest() -> Player:
    """Make an account for a guest, without a token. Raises `ApiError` (`no_guests`)."""
    if not settings.TIDE_GUESTS:
        raise ApiError("no_guests", "This server takes no guests. Sign up by `POST /players`.")
    name = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return Player.objects.create(
        username=f"guest-{name}", password=NO_PASSWORD, kind=Player.Kind.GUEST
    )


@transaction.atomic
def claim(guest: Player, sent: Token | None, username: str, password: str, email: str) -> None:
    """Make a guest's account a person's, with a password that is hashed already.

    The token that was sent stays good, and so do those of the browser's session.

    Raises `ApiError` (`not_a_guest`, `username_reserved`, `username_taken`), `TokenEnded`.
    """
    if guest.kind != Player.Kind.GUEST:
        raise ApiError("not_a_guest", "This account is somebody's already.")
    names.take(username, guest)
    token = None if sent is None else sent.pk
    values = {"username": username, "password": password, "email": email}
    found = accounts.CLAIM.row(player=guest.pk, epoch=guest.epoch, token=token, **values)
    if found is None:
        raise TokenEnded
    guest.username, guest.email, guest.kind = username, email, Player.Kind.PERSON
    (guest.epoch,) = found


def expire_guests() -> int:
    """Close some accounts of guests who have not come back for long; how many."""
    oldest = timezone.now() - timedelta(days=settings.TIDE_GUEST_DAYS)
    return sum(_let_go(guest, oldest) for guest in _idle(oldest)[:BATCH])


@transaction.atomic
def _let_go(guest: Player, oldest: datetime) -> bool:
    # She may have come back, or made the account hers, while others were let go. With her lock, so that she
    # does not make it hers from here on.
    Player.objects.select_for_update(no_key=True).only("id").get(pk=guest.pk)
    if not _idle(oldest).filter(pk=guest.pk).exists():
        return False
    erasure.end_now(guest, Ending.By.SERVER)
    return True


def _idle(oldest: datetime) -> "models.QuerySet[Player]":
    """Guests none of whose tokens, own or of the table, was used since then, the first to come first."""
    own = Token.objects.filter(player=OuterRef("pk"))
    own = own.alias(used=Coalesce("last_used_at", "created_at")).filter(used__gt=oldest)
    tables = AppToken.objects.filter(user=OuterRef("pk"))
    tables = tables.alias(used=Coalesce("last_used_at", "created")).filter(used__gt=oldest)
    guests = Player.objects.filter(kind=Player.Kind.GUEST, is_active=True, date_joined__lte=oldest)
    return guests.filter(~Exists(own), ~Exists(tables)).order_by("date_joined")

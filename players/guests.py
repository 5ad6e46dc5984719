"""Accounts of guests, without a name and a password of their own, for a first game."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.utils import timezone

from common.rest.errors import ApiError
from players import door, names
from players.accounts import NO_PASSWORD
from players.authentication import TokenEnded
from players.avatars import AVATARS
from players.models import AccountDeletion, AppToken, Player, Token
from players.privacy import erasure

_ADJECTIVES = """
amber azure balmy bold brave breezy bright calm clever coral dapper eager foamy gentle happy jolly keen lively
lucky mellow merry misty nimble pearly plucky quick quiet salty sandy shiny silver snowy sunny swift
tidal tiny windy witty
"""
ADJECTIVES = _ADJECTIVES.split()
LETTERS = "abcdefghjkpqrstuvxyz23456789"
"""Characters that are not easily misread."""
LENGTH = 4
BATCH = 20
"""Guests that are closed in one run: each may have seats in several games."""


@transaction.atomic
def create_guest(sent_code: str) -> tuple[Player, Token, str]:
    """Create an account for a guest; return its row, its token's row, and the token."""
    guest = make_guest(sent_code)
    return guest, *Token.objects.issue(guest, "guest")


@transaction.atomic
def make_guest(sent_code: str) -> Player:
    """Create an account for a guest, without a token. Raises what `door.check_door` does."""
    door.check_door(sent_code, guest=True)
    avatar = secrets.choice(AVATARS)
    username = _draw_name(avatar)
    while Player.objects.named(username).exists():
        username = _draw_name(avatar)
    guest = Player.objects.create(
        username=username, password=NO_PASSWORD, kind=Player.AccountKind.GUEST, avatar=avatar
    )
    door.admit_player(guest, sent_code, guest=True)
    return guest


def _draw_name(avatar: str) -> str:
    """Return a name that one can say, such as `guest-sandy-otter-x7k2`."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"guest-{secrets.choice(ADJECTIVES)}-{avatar}-{letters}"


@transaction.atomic
def claim_account(
    guest: Player, sent: Token | None, username: str, password: str, email: str, sent_code: str
) -> None:
    """Turn a guest's account into a person's, with a password that is hashed already."""
    if guest.kind != Player.AccountKind.GUEST:
        raise ApiError("not_a_guest", "This account is not a guest's.")
    names.reserve_name(username, guest)
    row = Player.objects.in_epoch(guest).filter(kind=Player.AccountKind.GUEST).lock()
    if row is None:
        raise TokenEnded
    door.admit_player(row, sent_code)
    # The trigger begins a new epoch for a new password. Counting down takes that back where it is the first,
    # because no right was got by another one.
    down = 0 if row.has_usable_password() else 1
    kind = Player.AccountKind.PERSON
    Player.objects.filter(pk=row.pk).update(
        username=username,
        password=password,
        email=email,
        kind=kind,
        epoch=models.F("epoch") - down,
    )
    guest.username, guest.email, guest.kind = username, email, kind
    guest.refresh_from_db(fields=["epoch"])
    Token.objects.keep_only(None if sent is None else sent.pk, guest)


def expire_guests() -> int:
    """Close some accounts of guests who have been away for long; return their number."""
    oldest = timezone.now() - timedelta(days=settings.TIDE_GUEST_IDLE_DAYS)
    return sum(_let_go(guest, oldest) for guest in _find_idle(oldest)[:BATCH])


@transaction.atomic
def _let_go(guest: Player, oldest: datetime) -> bool:
    # The guest may have come back, or claimed the account, since. The lock keeps it from being claimed now.
    Player.objects.select_for_update(no_key=True).only("id").get(pk=guest.pk)
    if not _find_idle(oldest).filter(pk=guest.pk).exists():
        return False
    erasure.end_now(guest, AccountDeletion.RequestedBy.SERVER)
    return True


def _find_idle(oldest: datetime) -> "models.QuerySet[Player]":
    """Return guests without a token used since then, of their own or of the table, oldest first."""
    own = Token.objects.filter(player=OuterRef("pk"))
    own = own.alias(used=Coalesce("last_used_at", "created_at")).filter(used__gt=oldest)
    tables = AppToken.objects.filter(user=OuterRef("pk"))
    tables = tables.alias(used=Coalesce("last_used_at", "created")).filter(used__gt=oldest)
    guests = Player.objects.filter(
        kind=Player.AccountKind.GUEST, is_active=True, date_joined__lte=oldest
    )
    return guests.filter(~Exists(own), ~Exists(tables)).order_by("date_joined")

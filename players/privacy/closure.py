"""The end of an account: its consequences, the request, and its withdrawal.

The request ends all sessions and tokens except the one it came with. The player can withdraw it there, or
anywhere after signing in. Signing in alone withdraws nothing: a client that signs in by itself would undo the
request without its player. The player's games go on until the account is closed.
"""

from dataclasses import dataclass
from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from players.authentication import TokenEnded
from players.models import AccountDeletion, Player, Token
from players.privacy.parts import all_parts, count_rows
from players.signals import epoch_ended

FRESH = timedelta(minutes=10)
"""How long after signing in a player may end the account."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A consequence of the end of an account, and for how many things."""

    what: str
    count: int
    text: str


def list_consequences(player: Player) -> list[Consequence]:
    """Return the consequences of ending the account now, without those for nothing."""
    ends = [part for part in all_parts() if part.ends]
    numbers = count_rows(ends, player)
    found = ((part, numbers.get(part.name, 0)) for part in ends)
    return [Consequence(part.name, count, part.ends) for part, count in found if count]


def find_ending(player: Player) -> AccountDeletion | None:
    """Return the end that was requested, if it has not come yet."""
    return AccountDeletion.objects.filter(player=player, closed_at__isnull=True).first()


def refuse_unless_fresh(token: Token) -> None:
    """Raise `ApiError` (`sign_in_again`) unless the token comes from a recent sign-in.

    A player without a password cannot sign in with one: then the token is enough.
    """
    held = Token.objects.select_related("player").only("created_at", "player__password")
    known = held.get(pk=token.pk)
    if known.player.has_usable_password() and known.created_at < timezone.now() - FRESH:
        minutes = FRESH // timedelta(minutes=1)
        message = _(
            "Sign in again: this needs a token from `POST /me/tokens` at most {minutes} minutes old."
        ).format(minutes=minutes)
        raise ApiError("sign_in_again", message)


@transaction.atomic
def ask_for_ending(
    player: Player, by: AccountDeletion.RequestedBy, token: Token | None = None
) -> AccountDeletion:
    """Let an account end after the days of grace.

    All sessions and tokens but this token end at once. A second request changes nothing. Raises `TokenEnded`
    if a player asks whose epoch has ended since.
    """
    rows = Player.objects.filter(pk=player.pk)
    if by == AccountDeletion.RequestedBy.PLAYER:
        rows = rows.in_epoch(player)
    if rows.lock() is None:
        raise TokenEnded
    now = timezone.now()
    due = now + timedelta(days=settings.TIDE_DELETION_GRACE_DAYS)
    ending, is_new = AccountDeletion.objects.get_or_create(
        player=player, defaults={"by": by, "asked_at": now, "due_at": due, "next_at": due}
    )
    if is_new:
        rows.update(epoch=F("epoch") + 1)
        player.refresh_from_db(fields=["epoch"])
        Token.objects.keep_only(None if token is None else token.pk, player)
        epoch_ended.send(Player, player=player)
    return ending


@transaction.atomic
def ask_herself(
    request: HttpRequest, player: Player, token: Token | None = None
) -> AccountDeletion:
    """Call `ask_for_ending` for the player, and write a letter to a verified address."""
    is_new = find_ending(player) is None
    asked = ask_for_ending(player, AccountDeletion.RequestedBy.PLAYER, token)
    if is_new:
        shown = {"due_at": asked.due_at}
        get_adapter(request).send_notification_mail("account/email/ending", player, shown)
    return asked


def skip_grace(ending: AccountDeletion) -> None:
    """Skip the days of grace."""
    now = timezone.now()
    AccountDeletion.objects.filter(pk=ending.pk, closed_at__isnull=True).update(
        due_at=now, next_at=now
    )


@transaction.atomic
def take_back(player: Player) -> None:
    """Withdraw the request. Raises `ApiError` (`not_ending`)."""
    if not AccountDeletion.objects.filter(player=player, closed_at__isnull=True).delete()[0]:
        raise ApiError("not_ending", _("Your account is not about to end."))

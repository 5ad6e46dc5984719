"""An account that is to end: what that will do, the wish, and taking it back.

From the wish on whatever was signed in has ended, but for the one place from which it came. She can take it
back there, or anywhere else after signing in. Signing in alone takes nothing back: a client that signs in by
itself would undo it without her. Her games go on until the time has come.

Why so: docs/why.md#fresh-token, docs/why.md#taken-back.
"""

from dataclasses import dataclass
from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from players.authentication import TokenEnded
from players.models import Ending, Player, Token
from players.privacy.parts import counted, parts
from players.sql import accounts
from players.webhooks import outbox
from tideapi.rest.errors import ApiError

FRESH = timedelta(minutes=10)
"""How long after signing in one may end the account."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that the end of an account will do, and of how many."""

    what: str
    count: int
    text: str


def consequences(player: Player) -> list[Consequence]:
    """What would happen if her account ended now. What there is none of is left out."""
    ends = [part for part in parts() if part.ends]
    numbers = counted(ends, player)
    found = ((part, numbers.get(part.name, 0)) for part in ends)
    return [Consequence(part.name, count, part.ends) for part, count in found if count]


def of(player: Player) -> Ending | None:
    """The end that was asked for, if it has not come yet."""
    return Ending.objects.filter(player=player, closed_at__isnull=True).first()


def refuse_unless_fresh(token: Token) -> None:
    """Raise `ApiError` (`sign_in_again`) unless the token was got by signing in just now.

    Who has no password cannot sign in with one: then the token is all that there is to go by.
    """
    held = Token.objects.select_related("player").only("created_at", "player__password")
    known = held.get(pk=token.pk)
    if known.player.has_usable_password() and known.created_at < timezone.now() - FRESH:
        minutes = FRESH // timedelta(minutes=1)
        said = (
            f"Sign in again: this needs a token from `POST /tokens` at most {minutes} minutes old."
        )
        raise ApiError("sign_in_again", said)


def days_of_grace() -> int:
    """For how many days it can be taken back."""
    days: int = settings.TIDE_ENDING_DAYS
    return days


@transaction.atomic
def ask(player: Player, by: Ending.By, token: Token | None = None) -> Ending:
    """Have an account end when the time for second thoughts is over.

    Whatever else than this token was signed in ends at once. Asked for once more it changes nothing. Raises
    `TokenEnded` if a player asks whose epoch has ended since.
    """
    now = timezone.now()
    allowed, epoch = accounts.END.row(
        player=player.pk,
        epoch=player.epoch if by == Ending.By.PLAYER else None,
        token=None if token is None else token.pk,
        by=by.value,
        now=now,
        due=now + timedelta(days=days_of_grace()),
    ) or (False, None)
    if not allowed:
        raise TokenEnded
    if epoch is not None:
        player.epoch = epoch
        outbox.note_signed_out(player)
    return Ending.objects.get(player=player)


@transaction.atomic
def ask_herself(request: HttpRequest, player: Player, token: Token | None = None) -> Ending:
    """The same by the player, who is told of it by a letter where she has an address that is verified."""
    is_new = of(player) is None
    asked = ask(player, Ending.By.PLAYER, token)
    if is_new:
        shown = {"due_at": asked.due_at}
        get_adapter(request).send_notification_mail("account/email/ending", player, shown)
    return asked


def hurry(ending: Ending) -> None:
    """Have nothing left of the time for second thoughts."""
    now = timezone.now()
    Ending.objects.filter(pk=ending.pk, closed_at__isnull=True).update(due_at=now, next_at=now)


@transaction.atomic
def take_back(player: Player) -> None:
    """Have the account go on. Raises `ApiError` (`not_ending`)."""
    if not Ending.objects.filter(player=player, closed_at__isnull=True).delete()[0]:
        raise ApiError("not_ending", _("Your account is not about to end."))

"""Accounts of bots, owned by a person and used by tokens alone."""

from collections.abc import Iterable

from django.conf import settings
from django.db import models, transaction
from django.utils.translation import gettext_noop, ngettext

from common.rest.errors import ApiError
from common.rest.scopes import PERSONAL, SCOPES
from players import names
from players.accounts import NO_PASSWORD, refuse_bot, refuse_guest
from players.models import AccountDeletion, Player, Token
from players.privacy import erasure

MAY = [scope for scope in SCOPES if scope not in PERSONAL]
"""The scopes that a token of a bot may have."""


@transaction.atomic
def create_bot(owner: Player, username: str) -> tuple[Player, Token, str]:
    """Create a bot's account; return its row, its token's row, and the token.

    Raises `ApiError` (`not_for_guests`, `not_for_bots`, `too_many_bot_accounts`), and the errors of
    `names.take`.
    """
    refuse_guest(owner, gettext_noop("bots"))
    refuse_bot(owner, gettext_noop("bots"))
    # This locks the owner's row, so that the bots can be counted.
    names.reserve_name(username, by=owner)
    most = settings.TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER
    if bots_of(owner).count() >= most:
        words = ngettext(
            "You may have {most} account for a bot at most.",
            "You may have {most} accounts for bots at most.",
            most,
        )
        raise ApiError("too_many_bot_accounts", words.format(most=most))
    bot = Player.objects.create(
        username=username, password=NO_PASSWORD, kind=Player.AccountKind.BOT, bot_of=owner
    )
    return bot, *Token.objects.issue(bot, "sign-up", scopes=MAY)


def find_bot_account(owner: Player, username: str) -> Player:
    """Return the owner's bot of this name. Raises `ApiError` (`bot_account_not_found`)."""
    # One statement with the owner's epoch: a token requested in an epoch that has ended is not issued.
    owned = Player.objects.named(username).filter(bot_of=owner, is_active=True)
    bot = owned.filter(bot_of__epoch=owner.epoch).first()
    if bot is None:
        raise ApiError("bot_account_not_found", "You have no bot of this name.")
    return bot


def issue_token(
    owner: Player, username: str, name: str, scopes: Iterable[str], *, test: bool
) -> tuple[Token, str]:
    """Issue another token for a bot. Raises `ApiError`, `EpochOver`."""
    return Token.objects.issue(find_bot_account(owner, username), name, scopes=scopes, test=test)


def give_up(owner: Player, username: str) -> None:
    """Close a bot's account; its name is kept from others for a while. Raises `ApiError`."""
    bot = find_bot_account(owner, username)
    erasure.end_now(bot, AccountDeletion.RequestedBy.PLAYER)
    names.keep_name(bot.username, owner)


def bots_of(owner: Player) -> "models.QuerySet[Player]":
    """Return the owner's bots."""
    return Player.objects.filter(bot_of=owner, is_active=True)

"""Accounts of bots: owned by a person, and used by tokens alone.

Why so: docs/why.md#bot-accounts.
"""

from collections.abc import Iterable

from django.conf import settings
from django.db import models, transaction

from players import names
from players.kinds import refuse_bot, refuse_guest
from players.models import Ending, Player, Token
from players.passwords import NO_PASSWORD
from players.privacy import erasure
from tideapi.rest.errors import ApiError
from tideapi.rest.scopes import PERSONAL, SCOPES

MAY = [scope for scope in SCOPES if scope not in PERSONAL]
"""The scopes that a token of a bot may have."""


@transaction.atomic
def create(owner: Player, username: str) -> tuple[Player, Token, str]:
    """Make an account for a bot: its row, its token's row, and the token.

    Raises `ApiError` (`not_for_guests`, `not_for_bots`, `too_many_bot_accounts`), and what `names.take` does.
    """
    refuse_guest(owner, "bots")
    refuse_bot(owner, "bots")
    # Under the lock of her row, so that they can be counted.
    names.take(username, by=owner)
    most = settings.TIDE_BOT_ACCOUNTS_EACH
    if of(owner).count() >= most:
        raise ApiError("too_many_bot_accounts", f"You may have {most} accounts for bots at most.")
    bot = Player.objects.create(
        username=username, password=NO_PASSWORD, kind=Player.Kind.BOT, bot_of=owner
    )
    return bot, *Token.issue(bot, "sign-up", scopes=MAY)


def find(owner: Player, username: str) -> Player:
    """A bot of hers by its name. Raises `ApiError` (`bot_account_not_found`)."""
    # Of one moment with her epoch: a token asked for in an epoch that has ended by then is not issued.
    hers = Player.named(username).filter(bot_of=owner, is_active=True)
    bot = hers.filter(bot_of__epoch=owner.epoch).first()
    if bot is None:
        raise ApiError("bot_account_not_found", "You have no bot of this name.")
    return bot


def issue(owner: Player, username: str, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
    """Another token for a bot. Raises `ApiError`, `EpochOver`."""
    return Token.issue(find(owner, username), name, scopes=scopes)


def give_up(owner: Player, username: str) -> None:
    """Close a bot's account; its name is kept from others like one that was given up. Raises `ApiError`."""
    bot = find(owner, username)
    erasure.end_now(bot, Ending.By.PLAYER)
    names.keep_name(bot.username, owner)


def of(owner: Player) -> "models.QuerySet[Player]":
    """Her bots."""
    return Player.objects.filter(bot_of=owner, is_active=True)

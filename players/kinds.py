"""Refusals for guests and bots."""

from django.utils.translation import gettext as _

from players.models import Player
from tideapi.rest.errors import ApiError


def refuse_guest(player: Player, what: str) -> None:
    """Raise `ApiError` (`not_for_guests`); `what` needs an account that was claimed."""
    if player.kind == Player.AccountKind.GUEST:
        said = _(
            "Guests have no {what}. Make this account yours first, by `POST /me/claim`."
        ).format(what=_(what))
        raise ApiError("not_for_guests", said)


def refuse_bot(player: Player, what: str) -> None:
    """Raise `ApiError` (`not_for_bots`); only people have `what`."""
    if player.kind == Player.AccountKind.BOT:
        raise ApiError("not_for_bots", _("A bot's account has no {what}.").format(what=_(what)))

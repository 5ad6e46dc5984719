"""Accounts: their kinds, their passwords, and the row of a new one."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from common.rest.errors import ApiError, Fault, invalid_body
from players import door, names
from players.models import Player
from players.models.player import normalize_password

NO_PASSWORD = UNUSABLE_PASSWORD_PREFIX
"""The hash of an account without a password: no password fits it."""


def refuse_guest(player: Player, what: str) -> None:
    """Raise `ApiError` (`not_for_guests`); `what` needs an account that was claimed."""
    if player.kind == Player.AccountKind.GUEST:
        message = _(
            "Guests have no {what}. Make this account yours first, by `POST /me/claim`."
        ).format(what=_(what))
        raise ApiError("not_for_guests", message)


def refuse_bot(player: Player, what: str) -> None:
    """Raise `ApiError` (`not_for_bots`); only people have `what`."""
    if player.kind == Player.AccountKind.BOT:
        raise ApiError("not_for_bots", _("A bot's account has no {what}.").format(what=_(what)))


def refuse_weak(password: str, player: Player, pointer: str) -> None:
    """Raise `ApiError` (`weak_password`) for an easy password, or one like the name or address."""
    try:
        validate_password(normalize_password(password) or "", player)
    except ValidationError as error:
        faults = [Fault(pointer, "weak_password", message) for message in error.messages]
        raise invalid_body(*faults) from error


@transaction.atomic
def insert_player(new: Player, sent_code: str) -> Player:
    """Write a new player under a free name, through the door; return the row. Raises `ApiError`."""
    names.reserve_name(new.username)
    Player.objects.bulk_create([new], ignore_conflicts=True)
    made = Player.objects.filter(username=new.username, password=new.password).first()
    if made is None:
        raise ApiError("username_taken", _("Another player has this username."))
    door.admit_player(made, sent_code)
    return made

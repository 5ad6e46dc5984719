"""Making a player's row, by whichever door she comes in."""

import re

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players import names
from players.models import USERNAME_PATTERN, Player
from tideapi.rest.refused import Refused

WANTED = _("2 to 30 letters, digits, _ or -, the first a letter or digit.")


def check_username(username: str) -> None:
    """Raises `ValidationError` for what can be no username."""
    if not re.fullmatch(USERNAME_PATTERN, username):
        raise ValidationError(WANTED)


@transaction.atomic
def insert(new: Player) -> Player:
    """Write a new player under a name that is free, and give her row.

    PostgreSQL would log an insert that fails, with the address and the hash of the password.
    Raises `Refused` (`username_reserved`, `username_taken`).
    """
    names.take(new.username)
    Player.objects.bulk_create([new], ignore_conflicts=True)
    made = Player.objects.filter(username=new.username, password=new.password).first()
    if made is None:
        raise Refused("username_taken", gettext("Somebody else has this username."))
    return made

"""Making a player's row, by whichever door she comes in."""

import re

from django.core.exceptions import ValidationError

from players.models import USERNAME_PATTERN, Player

WANTED = "2 to 30 letters, digits, _ or -, the first a letter or digit."


def check_username(username: str) -> None:
    """Raises `ValidationError` for what can be no username."""
    if not re.fullmatch(USERNAME_PATTERN, username):
        raise ValidationError(WANTED)


def insert(new: Player) -> Player | None:
    """Write a new player. Gives her row, or None if somebody else has the name.

    PostgreSQL would log an insert that fails, with the address and the hash of the password.
    """
    Player.objects.bulk_create([new], ignore_conflicts=True)
    return Player.objects.filter(username=new.username, password=new.password).first()

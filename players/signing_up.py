"""Making a player's row, by whichever door she comes in."""

from django.db import transaction
from django.utils.translation import gettext

from players import names
from players.models import Player
from tideapi.rest.errors import ApiError


@transaction.atomic
def insert(new: Player) -> Player:
    """Write a new player under a name that is free, and give her row.

    PostgreSQL would log an insert that fails, with the address and the hash of the password.
    Raises `ApiError` (`username_reserved`, `username_taken`).
    """
    names.take(new.username)
    Player.objects.bulk_create([new], ignore_conflicts=True)
    made = Player.objects.filter(username=new.username, password=new.password).first()
    if made is None:
        raise ApiError("username_taken", gettext("Somebody else has this username."))
    return made

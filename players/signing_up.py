"""Creation of a player's row, for every way to sign up."""

from django.db import transaction
from django.utils.translation import gettext

from players import names
from players.models import Player
from tideapi.rest.errors import ApiError


@transaction.atomic
def insert_player(new: Player) -> Player:
    """Write a new player under a free name; return the row."""
    names.reserve_name(new.username)
    Player.objects.bulk_create([new], ignore_conflicts=True)
    made = Player.objects.filter(username=new.username, password=new.password).first()
    if made is None:
        raise ApiError("username_taken", gettext("Another player has this username."))
    return made

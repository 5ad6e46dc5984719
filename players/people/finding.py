"""Who is meant by a name."""

from players.models import Player
from tideapi.rest.errors import ApiError


def other(player: Player, username: str) -> Player:
    """The other player of this name. Raises `ApiError` (`player_not_found`, `not_yourself`)."""
    found = Player.named(username).filter(is_active=True).only("id", "username").first()
    if found is None:
        raise ApiError("player_not_found", "There is no such player.")
    if found.pk == player.pk:
        raise ApiError("not_yourself", "This is for other players, and that is your own name.")
    return found

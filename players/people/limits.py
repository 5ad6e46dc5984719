"""How many people a player may have in a list, and how often she may turn to others."""

from players.models import Player
from tideapi.rest.counting import count
from tideapi.rest.errors import ApiError


def refuse_full(listed: int, most: int, whom: str) -> None:
    """Raise `ApiError` (`too_many_people`) where a list of a player's is as long as it may be."""
    if listed >= most:
        raise ApiError("too_many_people", f"You may have {most} {whom} at most.")


def refuse_over(policy: str, player: Player, why: str) -> None:
    """Count something that others hear of. Raises `ApiError` (`throttled`) beyond `TIDE_LIMITS`."""
    count(policy, str(player.pk)).raise_if_over(why)

"""How many people a player may have in a list, and how often she may turn to others."""

from players.models import Player
from tideapi.rest.counting import OverLimit, count
from tideapi.rest.refused import Refused


def refuse_full(listed: int, most: int, whom: str) -> None:
    """Raise `Refused` (`too_many_people`) where a list of a player's is as long as it may be."""
    if listed >= most:
        raise Refused("too_many_people", f"You may have {most} {whom} at most.")


def refuse_over(policy: str, player: Player, why: str) -> None:
    """Count something that others hear of. Raises `OverLimit` beyond what `TIDE_LIMITS` allows."""
    usage = count(policy, str(player.pk))
    if usage.over:
        raise OverLimit(usage, why)

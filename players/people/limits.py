"""Limits on a player's lists of people, and on requests to others."""

from django.utils.translation import gettext as _

from players.models import Player
from tideapi.rest.errors import ApiError
from tideapi.rest.rate_limits import count_use


def refuse_full(listed: int, most: int, whom: str) -> None:
    """Raise `ApiError` (`too_many_people`) where a list of a player's is as long as it may be."""
    if listed >= most:
        raise ApiError(
            "too_many_people",
            _("You may have {most} {whom} at most.").format(most=most, whom=_(whom)),
        )


def refuse_over(policy: str, player: Player, why: str) -> None:
    """Count something that others hear of. Raises `ApiError` (`throttled`) beyond `TIDE_LIMITS`."""
    count_use(policy, str(player.pk)).raise_if_over(why)

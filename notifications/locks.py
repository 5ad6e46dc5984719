"""The lock under which a player's receivers, webhooks and private addresses are set up."""

from common.rest.errors import ApiError
from games.repository.queries import people
from players.authentication import app_of
from players.models import Player, Token


def lock_caller(player: Player, by: Token) -> int | None:
    """Lock the player's row, and check that the token of the call is still good.

    Whatever ends the player's epoch takes this lock too, and disables the receivers that are there then; the
    end of an app does the same with that app's. Returns the app of the token, or None. Raises
    `ApiError` or `TokenEnded` (`token_invalid`).
    """
    found = people.LOCK.fetch_row(player=player.pk)
    if found is None or found[1] != player.epoch:
        raise ApiError("token_invalid", "This token is not known.")
    return app_of(by)

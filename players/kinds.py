"""What only some kinds of account may do."""

from players.models import Player
from tideapi.rest.errors import ApiError


def refuse_guest(player: Player, what: str) -> None:
    """Raise `ApiError` (`not_for_guests`): `what` they have to claim their account for."""
    if player.kind == Player.Kind.GUEST:
        said = f"Guests have no {what}. Make this account yours first, by `POST /me/claim`."
        raise ApiError("not_for_guests", said)


def refuse_bot(player: Player, what: str) -> None:
    """Raise `ApiError` (`not_for_bots`): `what` only people have."""
    if player.kind == Player.Kind.BOT:
        raise ApiError("not_for_bots", f"A bot's account has no {what}.")

"""Who makes a call."""

from rest_framework.request import Request

from players.models import Player, Token


def viewer(request: Request) -> Player | None:
    """The player whose token came with the request; None for a stranger."""
    return request.user if isinstance(request.user, Player) else None


def player(request: Request) -> Player:
    """The player, where the view lets nobody else in."""
    user = request.user
    assert isinstance(user, Player)  # noqa: S101  The permission has seen to it.
    return user


def token(request: Request) -> Token:
    """The token that was sent, where the view lets nobody in without one."""
    sent: object = request.auth
    assert isinstance(sent, Token)  # noqa: S101  The permission has seen to it.
    return sent

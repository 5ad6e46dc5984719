"""In which language somebody is written to who is not there."""

from notifications.preferences import choosing
from players.models import Player


def language(player: Player) -> str:
    """Her own, where she has chosen one."""
    return choosing.of(player).told_in

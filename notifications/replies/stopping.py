"""No more mail, as somebody wishes by a reply."""

from games.models import Game
from notifications.notice import Kind
from notifications.preferences import choosing
from players.models import Player


def no_more_of_game(player: Player, game: Game) -> None:
    """Tell her nothing more of this game."""
    choosing.mute(player, game.pk, off=True)


def no_more(player: Player) -> None:
    """Send her no more mail but that about her account."""
    off = {kind: {"mail": False} for kind in Kind if kind is not Kind.ACCOUNT}
    choosing.change(player, {"switches": off})

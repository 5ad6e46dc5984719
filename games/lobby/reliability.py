"""Reliability of a player: the share of questions that the player has answered in person."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.repository.game_state import GameState


@dataclass(frozen=True, slots=True)
class Reliability:
    """Counts of the questions of a player in closed turns, and of those answered.

    A standing order that was followed counts as the player's answer. All public games count, those under way
    included. The counts are public: with private games in them strangers could watch these go on.
    """

    required: int
    answered: int

    @property
    def share_in_percent(self) -> int | None:
        """The share in percent, rounded down; None for a player who was never asked."""
        return self.answered * 100 // self.required if self.required else None


def refuse_below(game: GameState) -> None:
    """Raise `ApiError` (`too_unreliable`) if the newcomer is below what the game asks for.

    Who was never asked is let in.
    """
    least = game.row.least_reliability
    if least is None or game.relied is None:
        return
    percent = Reliability(*game.relied).share_in_percent
    if percent is not None and percent < least:
        message = _(
            "This game asks for {least} percent of turns answered; you have answered {percent}."
        )
        raise ApiError("too_unreliable", message.format(least=least, percent=percent))

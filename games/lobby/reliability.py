"""How far a player can be relied on: the share of the questions put to her that she answered herself.

Why so: docs/why.md#order-is-answer.
"""

from dataclasses import dataclass

from games.repository.game_state import GameState
from tideapi.rest.errors import ApiError


@dataclass(frozen=True, slots=True)
class Reliability:
    """Questions that a player was asked in closed turns, and those that she answered.

    A standing order that was followed counts as her answer. They are those of all her public games, those
    under way included. Anybody may look at it: with private games in it strangers could watch these go on.
    """

    required: int
    answered: int

    @property
    def percent(self) -> int | None:
        """Rounded down; None for whoever was never asked."""
        return self.answered * 100 // self.required if self.required else None


def refuse_below(game: GameState) -> None:
    """Raise `ApiError` (`too_unreliable`) if the newcomer is below what the game asks for.

    Who was never asked is let in.
    """
    least = game.row.least_reliability
    if least is None or game.relied is None:
        return
    percent = Reliability(*game.relied).percent
    if percent is not None and percent < least:
        said = f"This game asks for {least} percent of turns answered; you have answered {percent}."
        raise ApiError("too_unreliable", said)

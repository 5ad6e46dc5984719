"""How far a player can be relied on: the share of the questions put to her that she answered herself."""

from dataclasses import dataclass

from games.rules.refusal import Refusal
from games.sql import people
from players.models import Player


@dataclass(frozen=True, slots=True)
class Reliability:
    """Questions that a player was asked in closed turns, and those that she answered.

    A standing order that was followed counts as her answer; what the rules forced does not count.
    """

    required: int
    answered: int

    @property
    def percent(self) -> int | None:
        """Rounded down; None for whoever was never asked."""
        return self.answered * 100 // self.required if self.required else None


def of(player: Player) -> Reliability:
    """A player's reliability over all her public games, those under way included.

    Anybody may look at it: with private games in it strangers could watch these go on.
    """
    found = people.RELIED.row(player=player.pk)
    assert found is not None  # noqa: S101  The statement always has one row.
    return Reliability(*found)


def refuse_below(least: int | None, player: Player) -> None:
    """Raise `Refusal` (`too_unreliable`) below so many percent. Who was never asked is let in."""
    if least is None:
        return
    percent = of(player).percent
    if percent is not None and percent < least:
        said = f"This game asks for {least} percent of turns answered; you have answered {percent}."
        raise Refusal("too_unreliable", said)

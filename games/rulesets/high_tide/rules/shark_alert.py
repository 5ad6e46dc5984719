"""Shark Alert: a beach is alerted for a round, then its foremost chair flees from the shark."""

from dataclasses import dataclass

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.components import BEACHES
from games.rulesets.kit.values import replace


@dataclass(frozen=True)
class SharkAlert:
    """The alerted beach (None before the first round), and the shark tiles still in the stack.

    `sharks` are the distances left in ascending order: which comes next is drawn when it comes.
    """

    alert: str | None
    sharks: tuple[int, ...]

    @property
    def alerts_left(self) -> tuple[str, ...]:
        """Return the alert tiles in the stack: all but the current one."""
        return tuple([beach for beach in BEACHES if beach != self.alert])

    def alert_next_beach(self, round_: int, chance: Chance) -> "SharkAlert":
        """Return the alert with the next beach alerted."""
        (alert,) = chance.sample(f"round {round_} alert", self.alerts_left, 1)
        return replace(self, alert=alert)

    def reveal_shark(self, round_: int, chance: Chance) -> tuple["SharkAlert", int]:
        """Draw a shark tile. Return the rest, and how many spaces the chair goes back."""
        (distance,) = chance.sample(f"round {round_} shark", self.sharks, 1)
        place = self.sharks.index(distance)
        return replace(self, sharks=(*self.sharks[:place], *self.sharks[place + 1 :])), distance

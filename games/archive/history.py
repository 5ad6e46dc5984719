"""All that has happened in a game that is over."""

from dataclasses import dataclass, field

from games.fairness.chain import Event
from games.models import PrivateEvent, Stage
from games.repository.game_state import Resolved


@dataclass(frozen=True, slots=True)
class History:
    """Its closed turns, its stages, and its log."""

    turns: list[Resolved]
    stages: list[Stage]
    events: list[Event]
    loose: list[PrivateEvent]
    """Private events after the last turn, which bound none."""
    nonce_key: bytes | None = field(default=None, repr=False)
    """What its nonces were made from, of games that have one; nobody is ever shown it."""

    def turn(self, number: int) -> Resolved | None:
        return next((one for one in self.turns if one.turn.number == number), None)

    def private(self) -> dict[int, PrivateEvent]:
        """All private events by their numbers in the game."""
        every = [*self.loose, *(event for one in self.turns for event in one.private)]
        return {event.number: event for event in every if event.number is not None}

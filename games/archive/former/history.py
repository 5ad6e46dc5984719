"""The history of a finished game."""

from dataclasses import dataclass, field

from games.fairness.commitments import ChainEvent
from games.models import PrivateEvent, Stage
from games.repository.game_state import Resolved


@dataclass(frozen=True, slots=True)
class History:
    """The closed turns, the stages and the log of a finished game."""

    turns: list[Resolved]
    stages: list[Stage]
    events: list[ChainEvent]
    loose: list[PrivateEvent]
    """The private events after the last turn, which no turn binds."""
    nonce_key: bytes | None = field(default=None, repr=False)
    """The key of its nonces, None in games without one. It is never shown."""

    def find_turn(self, number: int) -> Resolved | None:
        return next((one for one in self.turns if one.turn.number == number), None)

    def private_events(self) -> dict[int, PrivateEvent]:
        """Return all private events by their numbers in the game."""
        every = [*self.loose, *(event for one in self.turns for event in one.private)]
        return {event.number: event for event in every if event.number is not None}

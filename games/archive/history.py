"""The history of a finished game."""

from dataclasses import dataclass

from games.fairness.commitments import ChainEvent
from games.models import Stage
from games.repository.game_state import Resolved
from games.shapes.records import PrivateEventBody, RecordContent


@dataclass(frozen=True, slots=True)
class History:
    """The record of a finished game, its turns, stages and log, and what single players were told."""

    record: RecordContent
    turns: list[Resolved]
    """The turns with their answers; their private events are in `private` and in the record."""
    stages: list[Stage]
    events: list[ChainEvent]
    private: dict[int, PrivateEventBody]
    """The private events by their numbers in the game."""

    def find_turn(self, number: int) -> Resolved | None:
        return next((one for one in self.turns if one.turn.number == number), None)

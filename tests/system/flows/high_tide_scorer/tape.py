"""A record read from its beginning to its end: what chance gave, and what was answered."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

CHOSEN_BY = {"player", "bot", "order", "clock"}
"""Who an answer may have been chosen by; where there is one only, it is nobody's choice."""


class Unsound(Exception):
    """The record tells of something that the rules do not allow."""


def demand(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise Unsound(otherwise)


@dataclass(frozen=True)
class Moment:
    """Where in the game a question is put: the turn's place in its round, and what is decided."""

    round: int
    place: int
    decision: str


class Tape:
    """Draws and answers in the order of the game; each must be the one that is due.

    What chance gave is written beside the question that it led to.
    """

    def __init__(self, record: Json) -> None:
        self.turns: list[Json] = record["turns"]
        self.end: Json = record["end"]
        self.read = 0
        self.drawn: list[Json] = list(record["setup"]["chance"])

    def draw(self, purpose: str, pool: Sequence[Any], count: int) -> list[Any]:
        """So many things out of the pool."""
        value = self._drawn(purpose)
        demand(isinstance(value, list) and len(value) == count, f"{purpose}: {value}")
        left = Counter(pool)
        left.subtract(value)
        demand(min(left.values()) >= 0, f"{purpose}: {value} out of {list(pool)}")
        return list(value)

    def roll(self, purpose: str) -> int:
        value = self._drawn(purpose)
        demand(value in range(1, 7), f"{purpose}: {value} is no face of a die")
        return int(value)

    def _drawn(self, purpose: str) -> Any:
        demand(bool(self.drawn), f"nothing is drawn where {purpose!r} is due")
        one = self.drawn.pop(0)
        demand(one["purpose"] == purpose, f"{one['purpose']!r} where {purpose!r} is due")
        return one["value"]

    def turn_over(self) -> None:
        """All that was drawn so far has been accounted for: on to what came after."""
        demand(not self.drawn, f"drawn and not due: {self.drawn}")
        following = self.turns[self.read] if self.read < len(self.turns) else self.end
        self.drawn = list(following["chance"])

    def ask(self, moment: Moment, allowed: Mapping[int, list[Json]]) -> dict[int, Json]:
        """What each of these seats answered, all of them asked at once."""
        demand(self.read < len(self.turns), f"the record ends before {moment}")
        turn = self.turns[self.read]
        self.read += 1
        where = f"turn {self.read}, {moment}"
        demand(turn["number"] == self.read, f"{where}: it has number {turn['number']}")
        stands = (turn["stage"], turn["round"], turn["place"], turn["decision"])
        due = (moment.round, moment.round, moment.place, moment.decision)
        demand(stands == due, f"{where}: it stands at {stands}")
        seats = sorted(allowed)
        demand(turn["asked"] == seats, f"{where}: {turn['asked']} are asked, not {seats}")
        answers = {said["seat"]: said["action"] for said in turn["actions"]}
        demand(sorted(answers) == seats, f"{where}: {sorted(answers)} answer, not {seats}")
        demand(len(turn["actions"]) == len(seats), f"{where}: somebody answers twice")
        for said in turn["actions"]:
            demand(said["by"] in CHOSEN_BY, f"{where}: it was chosen by {said['by']}")
        for seat, action in answers.items():
            demand(action in allowed[seat], f"{where}: seat {seat} may not {action}")
        self.turn_over()
        return answers

    def over(self) -> None:
        demand(self.read == len(self.turns), "turns after the end")
        demand(not self.drawn, f"drawn after the end: {self.drawn}")

"""The state of a game. Lists by seat are in the order of the seats."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, get_type_hints

from games.rulesets.kit.values import Json, from_json, write_value
from games.rulesets.turn_the_tide.rules.cards import PLAYS, Play, rounds_per_stage

Cards = tuple[int, ...]
Plays = tuple[Play, ...]


class Loss(NamedTuple):
    """A loss by the highest tide: a life preserver, or the place in the stage."""

    seat: int
    kind: Literal["lost", "eliminated"]

    def to_json(self) -> list[Any]:
        return [*self]

    @classmethod
    def from_json(cls, raw: list[Any]) -> "Loss":
        return cls._make(raw)


class LastRound(NamedTuple):
    """The last closed round, perhaps of the stage before.

    `cards` are pairs of seat and card; seats that were out of the stage are missing.
    """

    stage: int
    round: int
    tides: tuple[int, ...]
    cards: tuple[tuple[int, int], ...]
    losses: tuple[Loss, ...]


@dataclass(frozen=True)
class TurnTheTideState:
    """A game of Turn the Tide.

    It has no order of a deck: the tides of a round are drawn when it opens. After the game it
    shows the end of the last stage, with no tides open.
    """

    edition: str
    dealt: tuple[Cards, ...]
    """Each hand as dealt, ascending; seat 0 plays the first of them in stage 1."""
    stage: int
    round: int
    tides: tuple[int, ...]
    """The two tides of the open round in the order drawn; empty before and after the game."""
    tides_left: Cards
    """The tide cards still to come in this stage, ascending."""
    played: tuple[Cards, ...]
    """Weather cards played in this stage by seat, in order."""
    plays: tuple[Plays, ...]
    """The plays left to each seat in this stage, by card ascending: `plays_left` of the above."""
    levels: tuple[int, ...]
    """Tide level by seat, 0 without a tide card (also when eliminated)."""
    preservers: tuple[int, ...]
    eliminated: tuple[bool, ...]
    former_played: tuple[tuple[Cards, ...], ...] = ()
    """`played` at the end of each finished stage, but for the last stage of the game."""
    stage_scores: tuple[tuple[int, ...], ...] = ()
    """For each finished stage the points by seat."""
    last_round: LastRound | None = None

    @property
    def seat_count(self) -> int:
        """Return the number of players."""
        return len(self.dealt)

    @property
    def rounds_per_stage(self) -> int:
        """Return the number of rounds in a full stage."""
        return rounds_per_stage(len(self.dealt))

    @property
    def is_over(self) -> bool:
        """Return whether all stages have been scored."""
        return len(self.stage_scores) == len(self.dealt)

    @property
    def in_stage(self) -> tuple[int, ...]:
        """Return the seats that are not out of the stage, ascending."""
        return _still_in(self.eliminated)

    def stage_hand(self, seat: int) -> Cards:
        """Return the full hand that the seat plays in this stage: hands go round to the left."""
        return _stage_hand(self.dealt, self.stage, seat)

    def hand_of(self, seat: int) -> Cards:
        """Return the cards that the seat has not played yet in this stage, ascending."""
        return tuple([play.card for play in self.plays[seat]])

    @property
    def cards_shown(self) -> set[int]:
        """Return every card that a seat has played, in this stage and those before."""
        stages = (*self.former_played, self.played)
        return set().union(*[cards for stage in stages for cards in stage])

    def to_json(self) -> Json:
        """Return the whole state as JSON, secrets included, as `from_json` reads it."""
        return {name: write_value(getattr(self, name), sparse=False) for name in STORED}

    @classmethod
    def from_json(cls, raw: Json) -> "TurnTheTideState":
        """Return the state that `to_json` wrote."""
        stored = {name: from_json(hint, raw[name]) for name, hint in STORED.items()}
        plays = plays_left(stored["dealt"], stored["stage"], stored["played"])
        return cls(**stored, plays=plays)


STORED = {name: hint for name, hint in get_type_hints(TurnTheTideState).items() if name != "plays"}
"""The types of the fields that are stored; the others follow from them."""


def plays_left(
    dealt: tuple[Cards, ...], stage: int, played: tuple[Cards, ...]
) -> tuple[Plays, ...]:
    """Return by seat a play for each card of the stage's hand not yet played, ascending."""
    plays = []
    for seat, gone in enumerate(played):
        hand = _stage_hand(dealt, stage, seat)
        plays.append(tuple([PLAYS[card] for card in hand if card not in gone]))
    return tuple(plays)


def _stage_hand(dealt: tuple[Cards, ...], stage: int, seat: int) -> Cards:
    # Below 0 Python counts from the last one on, as hands do that go round.
    return dealt[seat - (stage - 1)]


@cache
def _still_in(eliminated: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple([seat for seat, out in enumerate(eliminated) if not out])

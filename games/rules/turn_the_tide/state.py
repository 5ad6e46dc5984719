"""Where a game stands. Everything that is listed by seat is in the order of the seats."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from games.rules.kit.frozen import replace
from games.rules.kit.shapes import from_json, to_json
from games.rules.turn_the_tide.cards import PLAYS, Play, rounds

Json = dict[str, Any]
Cards = tuple[int, ...]
Plays = tuple[Play, ...]


class Loss(NamedTuple):
    """What the highest tide cost a seat: a life preserver, or its place in the stage."""

    seat: int
    kind: Literal["lost", "eliminated"]

    def to_json(self) -> list[Any]:
        return [*self]

    @classmethod
    def from_json(cls, raw: list[Any]) -> "Loss":
        return cls._make(raw)


class LastRound(NamedTuple):
    """The round that was closed last, maybe one of the stage before.

    `cards` are pairs of seat and card; seats that were out of the stage are missing.
    """

    stage: int
    round: int
    tides: tuple[int, ...]
    cards: tuple[tuple[int, int], ...]
    losses: tuple[Loss, ...]


@dataclass(frozen=True)
class State:
    """A game of Turn the Tide.

    No order of a deck is in it: the tides of a round are drawn when it opens.
    Of a finished game it shows how the last stage ended, with no tides open.
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
    levels: tuple[int, ...]
    """Tide level by seat, 0 without a tide card (also when eliminated)."""
    preservers: tuple[int, ...]
    eliminated: tuple[bool, ...]
    former_played: tuple[tuple[Cards, ...], ...] = ()
    """`played` at the end of each finished stage, but for the last stage of the game."""
    stage_scores: tuple[tuple[int, ...], ...] = ()
    """For each finished stage the points by seat."""
    last_round: LastRound | None = None
    plays: tuple[Plays, ...] = ()
    """What each seat can still play in this stage, by card ascending: `plays_left` of the above."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.dealt)

    @property
    def rounds(self) -> int:
        """Rounds in a full stage."""
        return rounds(len(self.dealt))

    @property
    def over(self) -> bool:
        """Whether all stages have been scored."""
        return len(self.stage_scores) == len(self.dealt)

    @property
    def in_stage(self) -> tuple[int, ...]:
        """The seats that are not out of the stage, ascending."""
        return _still_in(self.eliminated)

    def stage_hand(self, seat: int) -> Cards:
        """The full hand that the seat plays in this stage: hands go round to the left."""
        return _stage_hand(self.dealt, self.stage, seat)

    def hand(self, seat: int) -> Cards:
        """The cards that the seat has not played yet in this stage, ascending."""
        return tuple([play.card for play in self.plays[seat]])

    @property
    def cards_shown(self) -> set[int]:
        """Every card that has been played by anybody, in this stage and those before."""
        stages = (*self.former_played, self.played)
        return set().union(*[cards for stage in stages for cards in stage])


def dump(state: State) -> Json:
    """Return everything as JSON, secrets included, but what follows from the rest."""
    written = to_json(replace(state, plays=()))
    del written["plays"]
    return written


def load(raw: Json) -> State:
    """Return the state from what `dump` gave."""
    state: State = from_json(State, raw)
    return replace(state, plays=plays_left(state.dealt, state.stage, state.played))


def plays_left(
    dealt: tuple[Cards, ...], stage: int, played: tuple[Cards, ...]
) -> tuple[Plays, ...]:
    """By seat a play for each card of the stage's hand that has not been played, ascending."""
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

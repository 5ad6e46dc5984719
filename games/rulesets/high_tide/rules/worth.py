"""The worth of an answer to a seat if the game ended with it: points, and whether it stays dry."""

from dataclasses import dataclass
from fractions import Fraction

from games.rulesets.chance import RecordedChance
from games.rulesets.high_tide.rules import chair_moves, decisions
from games.rulesets.high_tide.rules.actions import Accept, Move, Pass, RerollDie, Take, TileAction
from games.rulesets.high_tide.rules.baywatch import tile_effects
from games.rulesets.high_tide.rules.components import FACES
from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.high_tide.rules.play import PlayDraft, require_present
from games.rulesets.high_tide.rules.scoring import points_of
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.high_tide.rules.surfer import is_surfing
from games.rulesets.kit.values import replace

Weighed = Take | Accept | Move | Pass | TileAction


@dataclass(frozen=True, slots=True, order=True)
class Worth:
    """The worth of an answer: the drier one is worth more, then the one with more points.

    `dry` is the probability that no chair is carried into water where it is worth nothing, `points` the
    seat's average points. Only a re-rolled die makes either of them uncertain.
    """

    dry: Fraction
    points: Fraction


def weigh_action(state: HighTideState, seat: int, action: Weighed) -> Worth:
    """Return the worth of taking a pair, using a tile, or moving without one.

    The dice before the player then move their chairs, without another re-roll. Coins on the way and the
    point for the open dice are not counted.
    """
    ends = _states_after(state, seat, action)
    dry = [not _has_drowned(state, end, seat) for end in ends]
    points = [points_of(end, seat).without_open_dice[seat] for end in ends]
    return Worth(Fraction(sum(dry), len(ends)), Fraction(sum(points), len(ends)))


def _states_after(state: HighTideState, seat: int, action: Weighed) -> list[HighTideState]:
    """Return the states that may follow, each as likely."""
    if not isinstance(action, RerollDie):
        return [_state_after(state, seat, action)]
    dice, side = require_present(state.dice), action.die
    falls = [dice.die_on_side(side).with_face(face) for face in range(1, FACES + 1)]
    return [
        _state_after(replace(state, dice=dice.with_side(side, die)), seat, Move()) for die in falls
    ]


def _state_after(state: HighTideState, seat: int, action: Weighed) -> HighTideState:
    # Chance is asked for nothing here: this record is empty.
    play = PlayDraft(state, RecordedChance(()))
    match action:
        case Accept() | Move() | Pass():
            pass
        case Take(space):
            decisions.take_pair(play, space)
        case _:
            tile_effects.use_tile(play, seat, action)
    if play.state.dice is not None:
        chair_moves.move_by_dice(play)
    return play.finish_step().state


def _has_drowned(before: HighTideState, after: HighTideState, seat: int) -> bool:
    return any(
        beach.in_water(seat) and not before.beach_of(beach.colour).in_water(seat)
        for beach in after.beaches
        if not is_surfing(before.setup.surfers, seat, beach.colour)
    )


def would_drown(state: HighTideState, seat: int, pair: Pair) -> bool:
    """Return whether the pair carries a chair of the seat into water where it is worth nothing."""
    return any(enters_water(state, seat, colour, steps) for colour, steps in steps_of(pair).items())


def steps_of(pair: Pair) -> dict[str, int]:
    """Return the steps by which the pair moves chairs, by beach."""
    if pair.left.colour == pair.right.colour:
        return {pair.left.colour: pair.total_faces}
    return {die.colour: die.face for die in (pair.left, pair.right)}


def enters_water(state: HighTideState, seat: int, colour: str, steps: int) -> bool:
    """Return whether so many steps carry the seat's chair into water where it is worth nothing."""
    beach = state.beach_of(colour)
    if beach.in_water(seat) or is_surfing(state.setup.surfers, seat, colour):
        return False
    return beach.target_space(seat, steps) > beach.dry

"""What an answer would be worth to a seat if the game ended with it, and whether it keeps dry."""

from dataclasses import dataclass
from fractions import Fraction

from games.rules.chance import RecordedChance
from games.rules.high_tide import choosing, moving
from games.rules.high_tide.actions import Accept, Move, Pass, RerollDie, Take, TileAction
from games.rules.high_tide.baywatch import using
from games.rules.high_tide.components import FACES
from games.rules.high_tide.dice import Pair
from games.rules.high_tide.play import Play, present
from games.rules.high_tide.scoring import points_of
from games.rules.high_tide.state import State
from games.rules.high_tide.surfer import surfs
from games.rules.kit.frozen import replace

Weighed = Take | Accept | Move | Pass | TileAction


@dataclass(frozen=True, slots=True, order=True)
class Worth:
    """Of two answers the drier one is worth more, then the one with more points.

    `dry` is how likely no chair is carried into water where it is worth nothing, `points` what
    the seat would have on average. Only a die that is re-rolled makes either of them uncertain.
    """

    dry: Fraction
    points: Fraction


def worth(state: State, seat: int, action: Weighed) -> Worth:
    """What it is worth to take a pair, to use a tile, or to move without one.

    The dice before the player are moved as they then are, and nothing more is re-rolled. Coins that
    chairs come to on the way are not counted, nor is the point for the open dice.
    """
    ends = _ends(state, seat, action)
    dry = [not _drowned(state, end, seat) for end in ends]
    points = [points_of(end, seat).without_open_dice[seat] for end in ends]
    return Worth(Fraction(sum(dry), len(ends)), Fraction(sum(points), len(ends)))


def _ends(state: State, seat: int, action: Weighed) -> list[State]:
    """The tables that may come of it, each as likely."""
    if not isinstance(action, RerollDie):
        return [_end(state, seat, action)]
    dice, side = present(state.dice), action.die
    falls = [dice.side(side).rolled(face) for face in range(1, FACES + 1)]
    return [_end(replace(state, dice=dice.with_side(side, die)), seat, Move()) for die in falls]


def _end(state: State, seat: int, action: Weighed) -> State:
    # Chance is asked for nothing here: this record is empty.
    play = Play(state, RecordedChance(()))
    match action:
        case Accept() | Move() | Pass():
            pass
        case Take(space):
            choosing.take(play, space)
        case _:
            using.use(play, seat, action)
    if play.state.dice is not None:
        moving.move_by_dice(play)
    return play.step().state


def _drowned(before: State, after: State, seat: int) -> bool:
    return any(
        beach.in_water(seat) and not before.beach(beach.colour).in_water(seat)
        for beach in after.beaches
        if not surfs(before.setup.surfers, seat, beach.colour)
    )


def drowns(state: State, seat: int, pair: Pair) -> bool:
    """Whether the pair carries a chair of the seat into water where it is worth nothing."""
    return any(enters_water(state, seat, colour, steps) for colour, steps in steps_of(pair).items())


def steps_of(pair: Pair) -> dict[str, int]:
    """How far the pair moves chairs, by beach."""
    if pair.left.colour == pair.right.colour:
        return {pair.left.colour: pair.total}
    return {die.colour: die.face for die in (pair.left, pair.right)}


def enters_water(state: State, seat: int, colour: str, steps: int) -> bool:
    """Whether so many steps carry the seat's chair into water where it is worth nothing."""
    beach = state.beach(colour)
    if beach.in_water(seat) or surfs(state.setup.surfers, seat, colour):
        return False
    return beach.target(seat, steps) > beach.dry

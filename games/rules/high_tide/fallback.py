"""What time plays for a seat that has not answered: what a fair opponent would do for it."""

from dataclasses import replace

from games.rules.high_tide.actions import (
    Accept,
    Action,
    Decline,
    Move,
    Pass,
    Reroll,
    Roll,
    Take,
    TakeCoin,
)
from games.rules.high_tide.components import PLACE, SIDES
from games.rules.high_tide.dice import Pair
from games.rules.high_tide.legal import legal_actions
from games.rules.high_tide.scoring import points_of
from games.rules.high_tide.state import Phase, State
from games.rules.high_tide.surfer import surfs


def fallback(state: State, seat: int) -> Action:
    """A dry move, no tile, the best coin.

    Pairs are weighed by the points that the seat would have if the game ended with them. A
    pair that carries a chair into the water is never taken or accepted while there is a dry
    way; a surfer's own water counts as dry. Without a gain on the track she rolls.
    """
    legal = legal_actions(state, seat)
    if state.offers:
        return max(
            [action for action in legal if isinstance(action, TakeCoin)],
            key=lambda action: _value(state, action),
        )
    match state.phase:
        case Phase.CHOOSE:
            return _choose(state, seat, legal)
        case Phase.ACCEPT:
            drowns = state.dice is not None and _drowns(state, seat, state.dice.pair)
            return Decline() if drowns and Decline() in legal else Accept()
        case Phase.REROLL:
            return _reroll(state, seat, legal)
        case Phase.TILES:
            return Move()
        case _:
            return Pass()


def _value(state: State, action: TakeCoin) -> int:
    return state.coins.at(action.beach, action.space) if state.coins else 0


def _choose(state: State, seat: int, legal: tuple[Action, ...]) -> Action:
    now = points_of(state).totals[seat]
    worth = {
        space: _points_after(state, seat, pair)
        for space, pair in state.track.pairs.items()
        if not _drowns(state, seat, pair)
    }
    # Of equal pairs the topmost, which can be re-rolled most freely.
    best = max(worth, key=lambda space: worth[space], default=None)
    if best is not None and (worth[best] > now or Roll() not in legal):
        return Take(best)
    return legal[0]


def _reroll(state: State, seat: int, legal: tuple[Action, ...]) -> Action:
    """Only dice that would carry a chair into the water are re-rolled."""
    dice = state.dice
    if dice is None or not _drowns(state, seat, dice.pair):
        return Reroll(())
    wet = tuple(
        side
        for side in SIDES
        if _enters_water(state, seat, dice.side(side).colour, dice.side(side).number)
    )
    for sides in (wet, wet[:1], SIDES[:1]):
        if sides and Reroll(sides) in legal:
            return Reroll(sides)
    return Reroll(())


def _drowns(state: State, seat: int, pair: Pair) -> bool:
    """Whether a chair of the seat would be carried into water where it is worth nothing."""
    return any(_enters_water(state, seat, colour, steps) for colour, steps in _steps(pair).items())


def _steps(pair: Pair) -> dict[str, int]:
    if pair.left.colour == pair.right.colour:
        return {pair.left.colour: pair.total}
    return {die.colour: die.face for die in (pair.left, pair.right)}


def _enters_water(state: State, seat: int, colour: str, steps: int) -> bool:
    beach = state.beach(colour)
    if beach.in_water(seat) or surfs(state.surfers, seat, colour):
        return False
    return beach.target(seat, steps) > beach.dry


def _points_after(state: State, seat: int, pair: Pair) -> int:
    beaches = list(state.beaches)
    for colour, steps in _steps(pair).items():
        beaches[PLACE[colour]] = state.beach(colour).moved(seat, steps)
    return points_of(replace(state, beaches=tuple(beaches))).totals[seat]

"""The action that the server plays for a seat that has not answered in time."""

from games.rulesets.high_tide.rules.actions import (
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
from games.rulesets.high_tide.rules.components import SIDES
from games.rulesets.high_tide.rules.legal import legal_actions
from games.rulesets.high_tide.rules.play import require_present
from games.rulesets.high_tide.rules.scoring import points_of
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from games.rulesets.high_tide.rules.worth import enters_water, weigh_action, would_drown


def choose_fallback(state: HighTideState, seat: int) -> Action:
    """Return a dry move, no tile, the best coin.

    Pairs are compared by the points that the seat would have if the game ended with them. A pair
    that carries a chair into the water is never taken or accepted while there is a dry one; the
    water of a surfer's own beach counts as dry. If no pair on the track gains points, the seat rolls.
    """
    legal = legal_actions(state, seat)
    if state.offers:
        return max(
            [action for action in legal if isinstance(action, TakeCoin)],
            key=lambda action: require_present(state.coins).value_at(action.beach, action.space),
        )
    match state.phase:
        case Phase.CHOOSE:
            return _choose_pair(state, seat, legal)
        case Phase.ACCEPT:
            wet = state.dice is not None and would_drown(state, seat, state.dice.fallen_pair)
            return Decline() if wet and Decline() in legal else Accept()
        case Phase.REROLL:
            return _choose_reroll(state, seat, legal)
        case Phase.TILES:
            return Move()
        case _:
            return Pass()


def _choose_pair(state: HighTideState, seat: int, legal: tuple[Action, ...]) -> Action:
    now = points_of(state, seat).without_open_dice[seat]
    points = {
        space: weigh_action(state, seat, Take(space)).points
        for space, pair in state.track.declined_pairs.items()
        if not would_drown(state, seat, pair)
    }
    # Of equal pairs the topmost, which can be re-rolled most freely.
    best = max(points, key=lambda space: points[space], default=None)
    if best is not None and (points[best] > now or Roll() not in legal):
        return Take(best)
    return legal[0]


def _choose_reroll(state: HighTideState, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return a legal re-roll of the dice that would carry a chair into the water."""
    dice = state.dice
    if dice is None or not would_drown(state, seat, dice.fallen_pair):
        return Reroll(())
    wet = tuple(
        side
        for side in SIDES
        if enters_water(
            state, seat, dice.die_on_side(side).colour, dice.die_on_side(side).spaces_counted
        )
    )
    for sides in (wet, wet[:1], SIDES[:1]):
        if sides and Reroll(sides) in legal:
            return Reroll(sides)
    return Reroll(())

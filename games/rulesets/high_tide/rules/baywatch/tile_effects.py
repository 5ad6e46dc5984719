"""The use of the tiles: the phase of each, and its effect."""

from games.rulesets.high_tide.rules import decisions
from games.rulesets.high_tide.rules.actions import (
    BY_TILE,
    TILE_OF,
    Adjust,
    ExtraMove,
    JumpIn,
    Nudge,
    PushRental,
    Recolour,
    RerollDie,
    Retreat,
    Swap,
    TileAction,
    write_action,
)
from games.rulesets.high_tide.rules.chair_moves import move_chair
from games.rulesets.high_tide.rules.components import BEACHES, FACES, MAX_NUDGE, SIDES
from games.rulesets.high_tide.rules.dice import PlayedDice
from games.rulesets.high_tide.rules.play import PlayDraft, require_present
from games.rulesets.high_tide.rules.state import HighTideState, Phase

PHASE = {
    PushRental: Phase.CHOOSE,
    JumpIn: Phase.INTERRUPT,
    Nudge: Phase.INTERRUPT,
    ExtraMove: Phase.TILES,
    RerollDie: Phase.TILES,
    Adjust: Phase.TILES,
    Recolour: Phase.TILES,
    Swap: Phase.ACCEPT,
    Retreat: Phase.TILES,
}
"""The phase that each tile is used in."""


def list_tile_uses(state: HighTideState, seat: int) -> tuple[TileAction, ...]:
    """Return all uses of the seat's tiles that are legal now, in the tiles' order."""
    baywatch = state.baywatch
    if baywatch is None or not baywatch.held:
        return ()
    actions: list[TileAction] = []
    for tile, kind in BY_TILE.items():
        if PHASE[kind] == state.phase and baywatch.holds_tile(seat, tile):
            actions += _ways_to_use(kind, state, seat)
    return tuple(actions)


def list_interrupters(state: HighTideState) -> tuple[int, ...]:
    """Return the seats that can use a tile before the next go and have not passed, ascending."""
    if state.baywatch is None or not state.baywatch.held:
        return ()
    holders = {seat for _, seat in state.baywatch.held} - set(state.passed)
    return tuple([seat for seat in sorted(holders) if list_tile_uses(state, seat)])


def _ways_to_use(kind: type[TileAction], state: HighTideState, seat: int) -> list[TileAction]:
    if kind is PushRental:
        return [PushRental()] if state.track.rental is not None else []
    if kind is JumpIn:
        return [JumpIn()] if seat in state.pile[1:] else []
    if kind is Nudge:
        return _list_nudges(state)
    if kind is Swap:
        return [Swap(space) for space in state.track.declined_pairs]
    return _ways_with_dice(kind, state, seat, require_present(state.dice))


def _list_nudges(state: HighTideState) -> list[TileAction]:
    if state.place_in_round > 1:
        return []
    return [Nudge(beach, steps) for beach in BEACHES for steps in range(1, MAX_NUDGE + 1)]


def _ways_with_dice(
    kind: type[TileAction], state: HighTideState, seat: int, dice: PlayedDice
) -> list[TileAction]:
    if kind is ExtraMove:
        ashore = [beach.colour for beach in state.beaches if not beach.in_water(seat)]
        return [ExtraMove(side, beach) for side in SIDES for beach in ashore]
    if kind is RerollDie:
        return [RerollDie(side) for side in SIDES]
    if kind is Adjust:
        return [
            Adjust(left, right)
            for left in (-1, 0, 1)
            for right in (-1, 0, 1)
            if (left or right)
            and 1 <= dice.left.die.face + left <= FACES
            and 1 <= dice.right.die.face + right <= FACES
        ]
    if kind is Recolour:
        return [
            Recolour(side, beach)
            for side in SIDES
            for beach in BEACHES
            if beach != dice.die_on_side(side).colour
        ]
    # A chair in the water stays there, so B9 could do nothing for it.
    return [
        Retreat(side)
        for side in SIDES
        if not state.beach_of(dice.die_on_side(side).colour).in_water(seat)
    ]


def use_tile(play: PlayDraft, seat: int, action: TileAction) -> None:
    """Use a tile: take it from the seat and carry out its effect."""
    state = play.state
    state.baywatch = require_present(state.baywatch).remove_tile(seat, TILE_OF[type(action)])
    play.publish_event("tile_used", seat=seat, action=write_action(action))
    match action:
        case PushRental():
            state.track = state.track.moved_rental()._replace(rental_rests=True)
        case JumpIn():
            others = [other for other in state.pile if other != seat]
            state.pile = (seat, *others)
        case Nudge(beach, steps):
            move_chair(play, seat, beach, (steps,))
        case Swap(space):
            decisions.put_on_track(play)
            decisions.take_pair(play, space)
        case RerollDie(side):
            decisions.reroll_dice(play, (side,))
        case ExtraMove(side, beach):
            move_chair(
                play, seat, beach, (require_present(state.dice).die_on_side(side).spaces_counted,)
            )
        case Adjust() | Recolour() | Retreat():
            state.dice = _change_dice(require_present(state.dice), action)


def _change_dice(dice: PlayedDice, action: Adjust | Recolour | Retreat) -> PlayedDice:
    """Return the dice as they count after the tile."""
    match action:
        case Adjust(left, right):
            return dice._replace(
                left=dice.left._replace(change=left), right=dice.right._replace(change=right)
            )
        case Recolour(side, colour):
            return dice.with_side(side, dice.die_on_side(side)._replace(colour=colour))
        case Retreat(side):
            return dice.with_side(side, dice.die_on_side(side)._replace(back=True))

"""Refusal of standing orders with entries that can never be of use."""

from games.rulesets.high_tide.rules.actions import Pass
from games.rulesets.high_tide.rules.components import BEACHES, FACES
from games.rulesets.high_tide.rules.orders.order import KINDS, Order
from games.rulesets.high_tide.rules.orders.wishes import CoinWish, DieWish, PairWish, TileWish
from games.rulesets.high_tide.rules.play import require_present
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.kit.values import Bounds
from games.rulesets.refusal import Illegal

GAINS_NOTHING = ("B1", "B2")
"""The tiles that move no chair, and so never gain a point at once."""


def judge_order(state: HighTideState, seat: int, order: Order) -> None:
    """Raise `Illegal` if an entry can never be of use to the seat from here on."""
    _judge_expansions(state, order)
    for part in KINDS:
        entries = getattr(order, part) or ()
        for place, entry in enumerate(entries):
            pointer, above = f"/{part}/{place}", entries[:place]
            always = isinstance(entry, TileWish) and TileWish(entry.tile) in above
            if entry in above or Pass() in above or always:
                raise Illegal(
                    "never_reached", "An entry above it would always be followed first.", pointer
                )
            match entry:
                case PairWish() | DieWish():
                    _judge_dice(entry, pointer)
                case CoinWish():
                    _judge_coin(state, seat, entry, pointer)
                case TileWish():
                    _judge_tile(state, seat, entry, pointer)
                case _:
                    pass


def _judge_expansions(state: HighTideState, order: Order) -> None:
    if order.coins is not None and state.coins is None:
        raise Illegal("not_in_this_game", "This game is played without coins.", "/coins")
    if order.tiles is not None and state.baywatch is None:
        raise Illegal("not_in_this_game", "This game is played without Baywatch.", "/tiles")


def _judge_dice(wish: PairWish | DieWish, pointer: str) -> None:
    if isinstance(wish, DieWish):
        _judge_bounds(wish.face, 1, FACES, f"{pointer}/face")
        return
    _judge_bounds(wish.total, 2, 2 * FACES, f"{pointer}/total")
    if set(wish.beaches or BEACHES) <= set(wish.avoid):
        raise Illegal(
            "condition_never_met",
            "No pair can have a colour that is wanted if all of them are to be avoided.",
            f"{pointer}/avoid",
        )


def _judge_bounds(bounds: Bounds, least: int, most: int, pointer: str) -> None:
    if not any(bounds.allows_number(number) for number in range(least, most + 1)):
        raise Illegal("condition_never_met", "No number lies between these bounds.", pointer)


def _judge_coin(state: HighTideState, seat: int, wish: CoinWish, pointer: str) -> None:
    """Raise `Illegal` unless a coin that fits the wish is left for the seat."""
    coins = require_present(state.coins)
    for beach, lying, owned in zip(state.beaches, coins.lying, coins.owned[seat], strict=True):
        if owned or beach.in_water(seat):
            continue
        if any(value and wish.fits_coin(beach.colour, value) for value in lying):
            return
    raise Illegal("condition_never_met", "No coin is left for you that is like that.", pointer)


def _judge_tile(state: HighTideState, seat: int, wish: TileWish, pointer: str) -> None:
    """Raise `Illegal` unless the seat holds the tile or can still gain it."""
    baywatch = require_present(state.baywatch)
    if wish.tile in dict(baywatch.used):
        raise Illegal("tile_not_held", "{tile} has been used.", f"{pointer}/tile", tile=wish.tile)
    if baywatch.holder_of(wish.tile) not in (None, seat):
        raise Illegal(
            "tile_not_held", "Another player holds {tile}.", f"{pointer}/tile", tile=wish.tile
        )
    if wish.gain is not None and wish.tile in GAINS_NOTHING:
        raise Illegal(
            "condition_never_met",
            "{tile} never gains points at once.",
            f"{pointer}/gain",
            tile=wish.tile,
        )

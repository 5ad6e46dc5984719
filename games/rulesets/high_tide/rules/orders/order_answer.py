"""The answer of a standing order: part after part, the first entry that fits."""

from collections.abc import Iterator

from games.rulesets.high_tide.rules.actions import (
    BY_TILE,
    Accept,
    Action,
    Decline,
    Pass,
    Reroll,
    Roll,
    Take,
    TakeCoin,
)
from games.rulesets.high_tide.rules.baywatch.tile_effects import PHASE, list_tile_uses
from games.rulesets.high_tide.rules.components import SIDES
from games.rulesets.high_tide.rules.decisions import list_rerolls, list_verdicts
from games.rulesets.high_tide.rules.orders.order import Order
from games.rulesets.high_tide.rules.orders.wishes import TileWish
from games.rulesets.high_tide.rules.play import require_present
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from games.rulesets.high_tide.rules.worth import weigh_action
from games.rulesets.steps import CONDITION_NOT_MET, Followed, Skipped

Tried = Iterator[Action | Skipped]


def follow_order(state: HighTideState, seat: int, order: Order) -> Followed[Action]:
    """Return the order's answer for a seat that is asked; None in it if no entry fits."""
    skipped: list[Skipped] = []
    for tried in _try_entries(state, seat, order):
        if not isinstance(tried, Skipped):
            return Followed(tried, tuple(skipped))
        skipped.append(tried)
    return Followed(None, tuple(skipped))


def _try_entries(state: HighTideState, seat: int, order: Order) -> Tried:
    """Yield the entries that do not fit, then the answer if there is one."""
    if state.offers:
        yield from _try_coins(state, order)
        return
    match state.phase:
        case Phase.CHOOSE:
            yield from _try_tiles(state, seat, order)
            yield from _try_take(state, seat, order)
        case Phase.ACCEPT:
            # B8 is not spent on a roll that is wanted, but comes before a new roll.
            yield from _try_accept(state, seat, order)
            yield from _try_tiles(state, seat, order)
            yield from _try_decline(state, order)
        case Phase.REROLL:
            yield from _try_reroll(state, seat, order)
        case _:
            yield from _try_tiles(state, seat, order)


def _try_take(state: HighTideState, seat: int, order: Order) -> Tried:
    for place, entry in enumerate(order.take or ()):
        pointer = f"/take/{place}"
        if isinstance(entry, Roll):
            if state.track.free_spaces:
                yield entry
            else:
                detail = "No available space is free, so you cannot roll."
                yield Skipped(pointer, "not_on_offer", detail)
            continue
        pairs = state.track.declined_pairs
        fitting = [
            Take(space) for space, pair in pairs.items() if entry.fits_pair(state, seat, pair)
        ]
        if fitting:
            # Of equal pairs the topmost, which can be re-rolled most freely.
            yield max(fitting, key=lambda action: weigh_action(state, seat, action))
        yield Skipped(pointer, CONDITION_NOT_MET, "No pair on the track is like that.")


def _try_accept(state: HighTideState, seat: int, order: Order) -> Tried:
    for place, wish in enumerate(order.accept or ()):
        if wish.fits_pair(state, seat, require_present(state.dice).fallen_pair):
            yield Accept()
        yield Skipped(f"/accept/{place}", CONDITION_NOT_MET, "The roll is not like that.")


def _try_decline(state: HighTideState, order: Order) -> Tried:
    if order.accept is None:
        return
    if Decline() in list_verdicts(state):
        yield Decline()
    detail = "Only one space is free, so the roll cannot be declined."
    yield Skipped("/accept", "must_accept", detail)


def _try_reroll(state: HighTideState, seat: int, order: Order) -> Tried:
    if order.reroll is None:
        return
    most = max(len(action.dice) for action in list_rerolls(state) if isinstance(action, Reroll))
    chosen: list[str] = []
    for place, wish in enumerate(order.reroll):
        if len(chosen) >= most:
            break
        # The right die, which is never the higher one, before the left one.
        fitting = [side for side in reversed(SIDES) if wish.fits_die(state, seat, side)]
        if not fitting:
            detail = "Neither die is like that."
            yield Skipped(f"/reroll/{place}", CONDITION_NOT_MET, detail)
        chosen += [side for side in fitting if side not in chosen]
    yield Reroll(tuple([side for side in SIDES if side in chosen[:most]]))


def _try_coins(state: HighTideState, order: Order) -> Tried:
    offer, coins = state.offers[0], require_present(state.coins)
    values = {space: coins.value_at(offer.beach, space) for space in offer.spaces}
    for place, entry in enumerate(order.coins or ()):
        if isinstance(entry, Pass):
            yield entry
            return
        fitting = [space for space, value in values.items() if entry.fits_coin(offer.beach, value)]
        if fitting:
            yield TakeCoin(offer.beach, max(fitting, key=lambda space: values[space]))
        yield Skipped(f"/coins/{place}", CONDITION_NOT_MET, "No coin within reach is like that.")


def _try_tiles(state: HighTideState, seat: int, order: Order) -> Tried:
    """Yield the outcome of each tile entry of this phase; those of other phases are left out."""
    for place, wish in enumerate(order.tiles or ()):
        if PHASE[BY_TILE[wish.tile]] == state.phase:
            yield _best_tile_use(state, seat, wish, f"/tiles/{place}")


def _best_tile_use(
    state: HighTideState, seat: int, wish: TileWish, pointer: str
) -> Action | Skipped:
    """Return the best use of the tile, or the reason why it is not used."""
    if not (state.baywatch and state.baywatch.holds_tile(seat, wish.tile)):
        return Skipped(pointer, "tile_not_held", f"You do not hold {wish.tile}.")
    kind = BY_TILE[wish.tile]
    ways = [action for action in list_tile_uses(state, seat) if isinstance(action, kind)]
    if not ways:
        return Skipped(pointer, "not_on_offer", f"{wish.tile} cannot be used now.")
    best = max(ways, key=lambda action: weigh_action(state, seat, action))
    if wish.gain is not None:
        gain = weigh_action(state, seat, best).points - weigh_action(state, seat, Pass()).points
        if gain < wish.gain:
            detail = f"{wish.tile} would gain less than {wish.gain} now."
            return Skipped(pointer, CONDITION_NOT_MET, detail)
    return best

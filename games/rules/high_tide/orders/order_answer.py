"""The answer of a standing order: part after part, the first entry that fits."""

from collections.abc import Iterator

from games.rules.high_tide.actions import (
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
from games.rules.high_tide.baywatch.tile_effects import PHASE, usable
from games.rules.high_tide.components import SIDES
from games.rules.high_tide.decisions import rerolls, verdicts
from games.rules.high_tide.orders.order import Order
from games.rules.high_tide.orders.wishes import TileWish
from games.rules.high_tide.play import present
from games.rules.high_tide.state import Phase, State
from games.rules.high_tide.worth import worth
from games.rules.ruleset import CONDITION_NOT_MET, Followed, Skipped

Tried = Iterator[Action | Skipped]


def follow(state: State, seat: int, order: Order) -> Followed[Action]:
    """Return the order's answer for a seat that is asked; None in it if no entry fits."""
    skipped: list[Skipped] = []
    for tried in _try(state, seat, order):
        if not isinstance(tried, Skipped):
            return Followed(tried, tuple(skipped))
        skipped.append(tried)
    return Followed(None, tuple(skipped))


def _try(state: State, seat: int, order: Order) -> Tried:
    """Yield the entries that do not fit, then the answer if there is one."""
    if state.offers:
        yield from _coins(state, order)
        return
    match state.phase:
        case Phase.CHOOSE:
            yield from _tiles(state, seat, order)
            yield from _take(state, seat, order)
        case Phase.ACCEPT:
            # B8 is not spent on a roll that is wanted, but comes before a new roll.
            yield from _accept(state, seat, order)
            yield from _tiles(state, seat, order)
            yield from _decline(state, order)
        case Phase.REROLL:
            yield from _reroll(state, seat, order)
        case _:
            yield from _tiles(state, seat, order)


def _take(state: State, seat: int, order: Order) -> Tried:
    for place, entry in enumerate(order.take or ()):
        pointer = f"/take/{place}"
        if isinstance(entry, Roll):
            if state.track.free:
                yield entry
            else:
                detail = "No available space is free, so you cannot roll."
                yield Skipped(pointer, "not_on_offer", detail)
            continue
        pairs = state.track.pairs
        fitting = [Take(space) for space, pair in pairs.items() if entry.fits(state, seat, pair)]
        if fitting:
            # Of equal pairs the topmost, which can be re-rolled most freely.
            yield max(fitting, key=lambda action: worth(state, seat, action))
        yield Skipped(pointer, CONDITION_NOT_MET, "No pair on the track is like that.")


def _accept(state: State, seat: int, order: Order) -> Tried:
    for place, wish in enumerate(order.accept or ()):
        if wish.fits(state, seat, present(state.dice).pair):
            yield Accept()
        yield Skipped(f"/accept/{place}", CONDITION_NOT_MET, "The roll is not like that.")


def _decline(state: State, order: Order) -> Tried:
    if order.accept is None:
        return
    if Decline() in verdicts(state):
        yield Decline()
    detail = "Only one space is free, so the roll cannot be declined."
    yield Skipped("/accept", "must_accept", detail)


def _reroll(state: State, seat: int, order: Order) -> Tried:
    if order.reroll is None:
        return
    most = max(len(action.dice) for action in rerolls(state) if isinstance(action, Reroll))
    chosen: list[str] = []
    for place, wish in enumerate(order.reroll):
        if len(chosen) >= most:
            break
        # The right die, which is never the higher one, before the left one.
        fitting = [side for side in reversed(SIDES) if wish.fits(state, seat, side)]
        if not fitting:
            detail = "Neither die is like that."
            yield Skipped(f"/reroll/{place}", CONDITION_NOT_MET, detail)
        chosen += [side for side in fitting if side not in chosen]
    yield Reroll(tuple([side for side in SIDES if side in chosen[:most]]))


def _coins(state: State, order: Order) -> Tried:
    offer, coins = state.offers[0], present(state.coins)
    values = {space: coins.at(offer.beach, space) for space in offer.spaces}
    for place, entry in enumerate(order.coins or ()):
        if isinstance(entry, Pass):
            yield entry
            return
        fitting = [space for space, value in values.items() if entry.fits(offer.beach, value)]
        if fitting:
            yield TakeCoin(offer.beach, max(fitting, key=lambda space: values[space]))
        yield Skipped(f"/coins/{place}", CONDITION_NOT_MET, "No coin within reach is like that.")


def _tiles(state: State, seat: int, order: Order) -> Tried:
    """Yield the outcome of each tile entry of this phase; those of other phases are left out."""
    for place, wish in enumerate(order.tiles or ()):
        if PHASE[BY_TILE[wish.tile]] == state.phase:
            yield _use(state, seat, wish, f"/tiles/{place}")


def _use(state: State, seat: int, wish: TileWish, pointer: str) -> Action | Skipped:
    """Return the best use of the tile, or the reason why it is not used."""
    if not (state.baywatch and state.baywatch.holds(seat, wish.tile)):
        return Skipped(pointer, "tile_not_held", f"You do not hold {wish.tile}.")
    kind = BY_TILE[wish.tile]
    ways = [action for action in usable(state, seat) if isinstance(action, kind)]
    if not ways:
        return Skipped(pointer, "not_on_offer", f"{wish.tile} cannot be used now.")
    best = max(ways, key=lambda action: worth(state, seat, action))
    if wish.gain is not None:
        gain = worth(state, seat, best).points - worth(state, seat, Pass()).points
        if gain < wish.gain:
            detail = f"{wish.tile} would gain less than {wish.gain} now."
            return Skipped(pointer, CONDITION_NOT_MET, detail)
    return best

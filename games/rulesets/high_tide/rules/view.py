"""The public view of the table, and a seat's private view: its surfer tile, if they are hidden."""

from itertools import groupby

from games.rulesets.high_tide.rules.baywatch.tiles import Baywatch
from games.rulesets.high_tide.rules.beach import BY_SPACE, Beach
from games.rulesets.high_tide.rules.components import BEACHES, LARGE, PLACE, ROUNDS, SMALL
from games.rulesets.high_tide.rules.dice import Pair, PlayedDice, PlayedDie
from games.rulesets.high_tide.rules.legal import seats_asked
from games.rulesets.high_tide.rules.options import HIDDEN
from games.rulesets.high_tide.rules.scoring import points_of
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.high_tide.rules.track import Track
from games.rulesets.kit.values import Json, to_json


def view_heading(state: HighTideState) -> Json:
    """Return the open question: its decision, and its place in the round's order of play."""
    return {
        "stage": state.round,
        "round": state.round,
        "place": state.place_in_round,
        "decision": state.open_decision,
    }


def view_table(state: HighTideState) -> Json:
    """Return the table; after the game, as its last round left it."""
    alert, surfers = state.shark_alert, state.setup.surfers
    return {
        **view_heading(state),
        "deciding": list(seats_asked(state)),
        "rounds": ROUNDS,
        "expansions": list(state.options.expansions),
        "beaches": [_view_beach(state, beach) for beach in state.beaches],
        "wave_lengths": {size: state.options.wave_length(size) for size in (LARGE, SMALL)},
        "track": _view_track(state.track),
        "towel_pile": list(state.pile),
        "bag": dict(zip(BEACHES, state.bag.count_by_colour, strict=True)),
        "dice": state.dice and _view_dice(state.pile[0], state.dice),
        "offer": to_json(state.offers[0]) if state.offers else None,
        "coins": state.coins and [_view_coins(coins) for coins in state.coins.owned],
        "shark_alert": alert and {"alert": alert.alert, "sharks_left": list(alert.sharks)},
        "surfers": None if surfers is None or state.hides_surfers else list(surfers),
        "baywatch": state.baywatch and _view_baywatch(state.baywatch),
        "scores": list(points_of(state).total_points),
    }


def own_surfer(state: HighTideState, seat: int) -> Json:
    """Return the seat's surfer tile if the tiles are hidden from the others."""
    surfers = state.setup.surfers
    return {"surfer": surfers[seat]} if surfers and state.options.surfers == HIDDEN else {}


def _view_beach(state: HighTideState, beach: Beach) -> Json:
    nearest_last = sorted(beach.chairs_by_arrival, key=BY_SPACE)
    return {
        "beach": beach.colour,
        "water": beach.first_water_space,
        "waves": list(beach.waves),
        "chairs": [
            {"space": space, "seats": [chair.seat for chair in chairs]}
            for space, chairs in groupby(nearest_last, key=BY_SPACE)
        ],
        "flooded": list(beach.flooded_seats),
        "coins": state.coins
        and [
            {"space": space, "value": value}
            for space, value in enumerate(state.coins.lying[PLACE[beach.colour]], 1)
            if value
        ],
    }


def _view_track(track: Track) -> Json:
    return {
        "spaces": [
            {
                "space": space,
                "available": space <= track.available_spaces,
                "towel": occupant if isinstance(occupant, int) else None,
                "pair": occupant.to_json() if isinstance(occupant, Pair) else None,
            }
            for space, occupant in enumerate(track.spaces, 1)
        ],
        "rental": track.rental,
        "rental_rests": track.rental_rests,
    }


def _view_dice(seat: int, dice: PlayedDice) -> Json:
    return {
        "seat": seat,
        "space": dice.space,
        "left": _view_die(dice.left),
        "right": _view_die(dice.right),
    }


def _view_die(die: PlayedDie) -> Json:
    return {
        "colour": die.die.colour,
        "face": die.die.face,
        "beach": die.colour,
        "steps": die.steps_to_water,
    }


def _view_coins(coins: tuple[int, ...]) -> Json:
    """Return one seat's coins by colour, None for a colour without a coin."""
    return {beach: value or None for beach, value in zip(BEACHES, coins, strict=True)}


def _view_baywatch(baywatch: Baywatch) -> Json:
    dice = baywatch.open_dice
    return {
        "face_up": baywatch.face_up,
        "held": [{"tile": tile, "seat": seat} for tile, seat in baywatch.held],
        "used": [{"tile": tile, "seat": seat} for tile, seat in baywatch.used],
        "open_dice": dice and {"seat": dice.seat, "pair": dice.pair.to_json()},
        "point": baywatch.point,
    }

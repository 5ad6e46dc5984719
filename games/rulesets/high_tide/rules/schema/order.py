"""Schema of a standing order, and its reader."""

from games.rulesets.high_tide.rules.components import BEACHES, FACES
from games.rulesets.high_tide.rules.orders.order import Order
from games.rulesets.high_tide.rules.schema.options import MAX_COIN
from games.rulesets.high_tide.rules.schema.parts import BEACH, TILE
from games.rulesets.kit.schema_reader import check_move
from games.rulesets.kit.schemas import (
    array_schema,
    at_least_one,
    boolean_schema,
    bounds_schema,
    constant_schema,
    integer_schema,
    named_object,
    named_schema,
)
from games.rulesets.kit.values import Json

MAX_ENTRIES = 20
MAX_GAIN = 12


def _ranked_list(entry: Json, description: str) -> Json:
    return array_schema(entry, description, at_least=1, at_most=MAX_ENTRIES)


def _wish_schema(title: str, description: str, **properties: Json) -> Json:
    return named_schema(title, at_least_one(description, **properties))


def _beach_list(description: str) -> Json:
    return array_schema(BEACH, description, at_least=1, at_most=len(BEACHES), distinct=True)


_PAIR_DRY = boolean_schema(
    "True: it moves none of the player's chairs into the water, except onto the surfer's beach. "
    "False: it moves one."
)
_DIE_DRY = boolean_schema(
    "Whether its chair stays out of the water; two dice of one colour carry it together."
)
_PAIR = _wish_schema(
    "WantedPair",
    "A pair that meets all conditions.",
    total=bounds_schema("TotalBounds", "The sum of the two dice.", 2, 2 * FACES),
    beaches=_beach_list("At least one die has one of these colours."),
    avoid=_beach_list("No die has one of these colours."),
    dry=_PAIR_DRY,
)
_DIE = _wish_schema(
    "WantedDie",
    "Dice that meet all conditions.",
    face=bounds_schema("FaceBounds", "Face of the die.", 1, FACES),
    beaches=_beach_list("The die has one of these colours."),
    dry=_DIE_DRY,
)
_COIN = _wish_schema(
    "WantedCoin",
    "A coin that meets all conditions; of several the most valuable.",
    beaches=_beach_list("The coin lies on one of these beaches."),
    value=bounds_schema("CoinValueBounds", "Value of the coin.", 1, MAX_COIN),
)
_TILE = named_object(
    "WantedTile",
    "A Baywatch tile to use.",
    optional=("gain",),
    tile=TILE,
    gain=integer_schema(
        1,
        MAX_GAIN,
        "Only if it gains the player at least this many points, counted right after the move.",
    ),
)

_ROLL = named_schema("RollWish", constant_schema("roll", "Roll two new dice."))
_TAKE = named_schema("TakeWish", {"anyOf": [_PAIR, _ROLL]})
_PASS = named_schema("PassWish", constant_schema("pass", "Leave the coins."))
_COIN_OR_NONE = named_schema("CoinWish", {"anyOf": [_COIN, _PASS]})

ORDER: Json = at_least_one(
    "Preferences for each decision; the fallback decides the rest.",
    take=_ranked_list(
        _TAKE,
        "Pairs of the track to take, or `roll`, best first; the fallback if none is possible.",
    ),
    accept=array_schema(
        _PAIR, "Rolls to accept; all others are declined if possible.", at_most=MAX_ENTRIES
    ),
    reroll=array_schema(
        _DIE,
        "Dice of a pair from the track to re-roll, best first, as many as allowed; no others.",
        at_most=MAX_ENTRIES,
    ),
    coins=_ranked_list(
        _COIN_OR_NONE, "Coins to take, or `pass`, best first; the fallback if none fits."
    ),
    tiles=_ranked_list(_TILE, "Tiles to use, best first, each as soon as a question allows it."),
)


def read_order(raw: Json) -> Order:
    """Return a standing order from JSON. Raises `Unreadable` ("invalid_order"), `Illegal`."""
    check_move(raw, ORDER, "invalid_order")
    return Order.from_json(raw)

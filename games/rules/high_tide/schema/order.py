"""Schema of a standing order."""

from typing import Any

from games.rules.high_tide.components import BEACHES, FACES
from games.rules.high_tide.options import MAX_COIN
from games.rules.high_tide.schema.parts import BEACH, TILE
from games.rules.kit.bounds import bounds_schema
from games.rules.kit.schemas import (
    BOOLEAN,
    array_schema,
    at_least_one,
    constant_schema,
    integer_schema,
    named_schema,
    object_schema,
)

Json = dict[str, Any]

MAX_ENTRIES = 20
MAX_GAIN = 12


def _ranked_list(entry: Json, description: str) -> Json:
    return array_schema(entry, description, at_least=1, at_most=MAX_ENTRIES)


def _wish_schema(title: str, description: str, **properties: Json) -> Json:
    return named_schema(title, at_least_one(description, **properties))


def _beach_list(description: str) -> Json:
    return array_schema(BEACH, description, at_least=1, at_most=len(BEACHES), distinct=True)


_PAIR_DRY: Json = {
    **BOOLEAN,
    "description": (
        "True: it carries none of my chairs into the water, but for my surfer on its beach. False:"
        " it carries one."
    ),
}
_DIE_DRY: Json = {
    **BOOLEAN,
    "description": (
        "Whether its chair stays out of the water; two dice of one colour carry it together."
    ),
}
_PAIR = _wish_schema(
    "WantedPair",
    "A pair of which all this is true.",
    total=bounds_schema("TotalBounds", "The sum of the two dice.", 2, 2 * FACES),
    beaches=_beach_list("One die at least has one of these colours."),
    avoid=_beach_list("No die has one of these colours."),
    dry=_PAIR_DRY,
)
_DIE = _wish_schema(
    "WantedDie",
    "Dice of which all this is true.",
    face=bounds_schema("FaceBounds", "What the die shows.", 1, FACES),
    beaches=_beach_list("It has one of these colours."),
    dry=_DIE_DRY,
)
_COIN = _wish_schema(
    "WantedCoin",
    "A coin of which all this is true; of several the most valuable.",
    beaches=_beach_list("It lies on one of these beaches."),
    value=bounds_schema("CoinValueBounds", "Its value.", 1, MAX_COIN),
)
_TILE = named_schema(
    "WantedTile",
    object_schema(
        "A Baywatch tile to use.",
        optional=("gain",),
        tile=TILE,
        gain=integer_schema(
            1,
            MAX_GAIN,
            "Only where it gains me at least so many points, as it stands after the move.",
        ),
    ),
)

_ROLL = named_schema("RollWish", constant_schema("roll", "Roll two new dice."))
_TAKE = named_schema("TakeWish", {"anyOf": [_PAIR, _ROLL]})
_PASS = named_schema("PassWish", constant_schema("pass", "Leave the coins."))
_COIN_OR_NONE = named_schema("CoinWish", {"anyOf": [_COIN, _PASS]})

ORDER: Json = at_least_one(
    "What I wish for in each decision. What is not mentioned is left to the fallback.",
    take=_ranked_list(
        _TAKE,
        "Pairs of the track to take, the best first, or to roll; if none of it can be done,"
        " the fallback.",
    ),
    accept=array_schema(
        _PAIR,
        "A roll that fits any of these is accepted, all others are declined while they can be.",
        at_most=MAX_ENTRIES,
    ),
    reroll=array_schema(
        _DIE,
        "Dice of a pair from the track to re-roll, as many as may be, the first in this list"
        " first; no others.",
        at_most=MAX_ENTRIES,
    ),
    coins=_ranked_list(
        _COIN_OR_NONE,
        "Coins to take, the best first, or to leave them; if none of it fits, the fallback.",
    ),
    tiles=_ranked_list(
        _TILE, "Tiles to use, the best first, each as soon as a question allows it."
    ),
)

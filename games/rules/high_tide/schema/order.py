"""Schema of a standing order."""

from typing import Any

from games.rules.bounds import bounds_schema
from games.rules.high_tide.components import FACES, TILES
from games.rules.high_tide.options import SHAPES
from games.rules.high_tide.schema.parts import BEACH, array, one_of, whole
from games.rules.high_tide.shape import Wholes
from games.rules.reading import at_least_one

Json = dict[str, Any]

MOST_ENTRIES = 20
HIGHEST_GAIN = 12


def _ranked(entry: Json, description: str) -> Json:
    return {**array(entry, description, at_most=MOST_ENTRIES), "minItems": 1}


def _beaches(description: str) -> Json:
    beaches = array(BEACH, description, at_most=len(BEACH["enum"]))
    return {**beaches, "minItems": 1, "uniqueItems": True}


def _highest_coin() -> int:
    values = SHAPES["coin_values"]
    return values.each.most if isinstance(values, Wholes) else 0


_PAIR_DRY: Json = {
    "type": "boolean",
    "description": (
        "True: it carries none of my chairs into the water, but for my surfer on her beach. False:"
        " it carries one."
    ),
}
_DIE_DRY: Json = {
    "type": "boolean",
    "description": (
        "Whether its chair stays out of the water; two dice of one colour carry it together."
    ),
}
_PAIR = at_least_one(
    "A pair of which all this is true.",
    total=bounds_schema("The sum of the two dice.", 2, 2 * FACES),
    beaches=_beaches("One die at least has one of these colours."),
    avoid=_beaches("No die has one of these colours."),
    dry=_PAIR_DRY,
)
_DIE = at_least_one(
    "Dice of which all this is true.",
    face=bounds_schema("What the die shows.", 1, FACES),
    beaches=_beaches("It has one of these colours."),
    dry=_DIE_DRY,
)
_COIN = at_least_one(
    "A coin of which all this is true; of several the most valuable.",
    beaches=_beaches("It lies on one of these beaches."),
    value=bounds_schema("Its value.", 1, _highest_coin()),
)
_TILE: Json = {
    "type": "object",
    "description": "A Baywatch tile to use.",
    "properties": {
        "tile": one_of(TILES, "A Baywatch tile."),
        "gain": whole(
            1,
            HIGHEST_GAIN,
            "Only where it gains me at least so many points, as it stands after the move.",
        ),
    },
    "required": ["tile"],
    "additionalProperties": False,
}

ORDER: Json = at_least_one(
    "What I wish for in each decision. What is not mentioned is left to the fallback.",
    take=_ranked(
        {"anyOf": [_PAIR, {"const": "roll"}]},
        "Pairs of the track to take, the best first, or to roll; if none of it can be done,"
        " the fallback.",
    ),
    accept=array(
        _PAIR,
        "A roll that fits any of these is accepted, all others are declined while they can be.",
        at_most=MOST_ENTRIES,
    ),
    reroll=array(
        _DIE,
        "Dice of a pair from the track to re-roll, as many as may be, the first in this list"
        " first; no others.",
        at_most=MOST_ENTRIES,
    ),
    coins=_ranked(
        {"anyOf": [_COIN, {"const": "pass"}]},
        "Coins to take, the best first, or to leave them; if none of it fits, the fallback.",
    ),
    tiles=_ranked(_TILE, "Tiles to use, the best first, each as soon as a question allows it."),
)

"""Schema of the options, with their defaults, and their reader.

The defaults are the figures printed in the box, as far as they are known. The pictures that show
them are missing from our copy of the rules, so an owner of the box may have to correct them.
"""

from typing import Any

from games.rulesets.high_tide.rules.components import COIN_SPACES
from games.rulesets.high_tide.rules.options import EXPANSIONS, HIDDEN, OPEN, SURFER
from games.rulesets.kit import schema_reader
from games.rulesets.kit.schemas import (
    array_schema,
    integer_schema,
    named_schema,
    object_schema,
    one_of,
)
from games.rulesets.kit.values import Json

MAX_BEACH_LENGTH = 40
"""The most dry spaces of a beach: more than all waves together cover."""
MAX_COIN = 99


def _option_schema(schema: Json, default: Any, description: str) -> Json:
    return {**schema, "description": description, "default": default}


EXPANSION = named_schema("Expansion", one_of(EXPANSIONS, "An expansion."))
OPTIONS = object_schema(
    "Options; each may be left out.",
    optional=(
        *("expansions", "beach_length", "rental_start", "large_wave", "small_wave"),
        *("coin_values", "shark_distances", "surfers"),
    ),
    expansions=_option_schema(
        array_schema(EXPANSION, distinct=True),
        [],
        "The expansions to play with, in any combination.",
    ),
    # Coins lie on the first spaces.
    beach_length=_option_schema(
        integer_schema(COIN_SPACES, MAX_BEACH_LENGTH), 20, "Dry spaces of each beach at the start."
    ),
    # Above the rental one space must be free, or the first player could not roll.
    rental_start=_option_schema(
        integer_schema(2, 7),
        4,
        "The space of the dice track where the deckchair rental starts each round;"
        " a shorter track has none.",
    ),
    large_wave=_option_schema(integer_schema(1, 10), 3, "Spaces that a large wave covers."),
    small_wave=_option_schema(integer_schema(1, 10), 2, "Spaces that a small wave covers."),
    # No two coins of a colour alike, or collectors could tie in every colour.
    coin_values=_option_schema(
        array_schema(
            integer_schema(1, MAX_COIN), at_least=COIN_SPACES, at_most=COIN_SPACES, distinct=True
        ),
        [1, 2, 3, 4, 5, 6, 7, 8],
        "The coins of each colour.",
    ),
    shark_distances=_option_schema(
        array_schema(integer_schema(1, 10), at_least=7, at_most=7),
        [1, 1, 2, 2, 3, 3, 4],
        "Spaces by which each shark tile drives a chair back.",
    ),
    surfers=_option_schema(
        one_of((OPEN, HIDDEN)),
        OPEN,
        "Whether all players see the surfer tiles, or each only the own tile until the game is "
        "scored. Responses contain only `hidden`; left out means `open`.",
    ),
)


def read_options(raw: Json) -> Json:
    """Return all options, lists in a fixed order. Raises `Unreadable` ("invalid_options").

    Open surfers are left out. Why so: docs/decisions/rulesets.md.
    """
    options = schema_reader.read_options(raw, OPTIONS)
    chosen = options["expansions"]
    surfers = options.pop("surfers")
    hidden = {"surfers": HIDDEN} if surfers == HIDDEN and SURFER in chosen else {}
    return {
        **options,
        "expansions": [expansion for expansion in EXPANSIONS if expansion in chosen],
        "coin_values": sorted(options["coin_values"]),
        "shark_distances": sorted(options["shark_distances"]),
        **hidden,
    }

"""Schemas of what clients send: options and actions."""

from collections.abc import Mapping
from typing import Any

from games.rules.high_tide.actions import BY_TILE, PLAIN, SHAPES, Action
from games.rules.high_tide.options import DEFAULTS
from games.rules.high_tide.options import SHAPES as OPTION_SHAPES
from games.rules.high_tide.schema.parts import closed

Json = dict[str, Any]

_OPTION_SAYS = {
    "expansions": "The expansions to play with, in any combination.",
    "beach_length": "Dry spaces of each beach at the start.",
    "rental_start": (
        "The space of the dice track where the deckchair rental starts each round;"
        " on a track that is shorter there is none."
    ),
    "large_wave": "Spaces that a large wave covers.",
    "small_wave": "Spaces that a small wave covers.",
    "coin_values": "The coins of each colour.",
    "shark_distances": "How far the shark tiles drive a chair back.",
}
OPTIONS: Json = {
    "type": "object",
    "description": "All may be left out.",
    "properties": {
        name: {**shape.schema, "description": _OPTION_SAYS[name], "default": DEFAULTS[name]}
        for name, shape in OPTION_SHAPES.items()
    },
    "additionalProperties": False,
}


def _action(kind: type[Action], tags: Mapping[str, str]) -> Json:
    return closed(
        kind.__doc__ or "",
        **{name: {"const": value} for name, value in tags.items()},
        **{name: shape.schema for name, shape in SHAPES.get(kind, {}).items()},
    )


ACTIONS: dict[str, Json] = {
    **{name: _action(kind, {"type": name}) for name, kind in PLAIN.items()},
    "tile": {
        "description": "Use a Baywatch tile.",
        "required": ["type", "tile"],
        "oneOf": [_action(kind, {"type": "tile", "tile": tile}) for tile, kind in BY_TILE.items()],
    },
}

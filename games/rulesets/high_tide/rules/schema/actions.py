"""Schemas of the actions, and their reader."""

from collections.abc import Mapping

from games.rulesets.high_tide.rules.actions import (
    BY_TILE,
    MAX_SPACES,
    PLAIN,
    TAGS,
    Action,
    Adjust,
    ExtraMove,
    Nudge,
    Recolour,
    Reroll,
    RerollDie,
    Retreat,
    Swap,
    Take,
    TakeCoin,
)
from games.rulesets.high_tide.rules.components import BEACHES, COIN_SPACES, MAX_NUDGE, SIDES
from games.rulesets.kit.schema_reader import check_move, read_word
from games.rulesets.kit.schemas import (
    array_schema,
    constant_schema,
    integer_schema,
    named_schema,
    object_schema,
    one_of,
)
from games.rulesets.kit.values import Json

_SPACE = integer_schema(1, MAX_SPACES, "A space of the dice track, from the top.")
_BEACH = named_schema("Beach", one_of(BEACHES, "The beach."))
_COLOUR = {**_BEACH, "description": "The colour as which the die counts."}
_SIDE = named_schema("Side", one_of(SIDES, "A die of the pair."))
_CHANGE = integer_schema(-1, 1, "Added to the number of this die.")

_FIELDS: Mapping[type[Action], Mapping[str, Json]] = {
    Take: {"space": _SPACE},
    Reroll: {"dice": array_schema(_SIDE, "The dice to re-roll.", distinct=True)},
    TakeCoin: {
        "beach": _BEACH,
        "space": integer_schema(1, COIN_SPACES, "The space on which it lies."),
    },
    Nudge: {"beach": _BEACH, "steps": integer_schema(1, MAX_NUDGE, "Spaces to move.")},
    ExtraMove: {"die": _SIDE, "beach": _BEACH},
    RerollDie: {"die": _SIDE},
    Adjust: {"left": _CHANGE, "right": _CHANGE},
    Recolour: {"die": _SIDE, "colour": _COLOUR},
    Swap: {"space": _SPACE},
    Retreat: {"die": _SIDE},
}
"""The schema of each field of each action that has any."""

_TAG_WORDS = {"type": "Type of the action.", "tile": "The Baywatch tile to use."}


def _action_schema(kind: type[Action]) -> Json:
    tags: Json = {
        name: constant_schema(value, _TAG_WORDS[name]) for name, value in TAGS[kind].items()
    }
    return object_schema(kind.__doc__ or "", **tags, **_FIELDS.get(kind, {}))


_SCHEMAS: Mapping[type[Action], Json] = {kind: _action_schema(kind) for kind in TAGS}

ACTIONS: dict[str, Json] = {
    **{name: _SCHEMAS[kind] for name, kind in PLAIN.items()},
    "tile": {
        "description": "Use a Baywatch tile.",
        "required": ["type", "tile"],
        "oneOf": [_SCHEMAS[kind] for kind in BY_TILE.values()],
    },
}
"""The schemas of all actions by their `type`."""


def read_action(raw: Json) -> Action:
    """Return an action from JSON. Raises `Unreadable` ("invalid_action", "unknown_field"), `Illegal`."""
    kind = _read_kind(raw)
    check_move(raw, _SCHEMAS[kind], "invalid_action")
    if kind is Reroll:
        return Reroll(tuple(side for side in SIDES if side in raw["dice"]))
    return kind(**{name: raw[name] for name in _FIELDS.get(kind, ())})


def _read_kind(raw: Json) -> type[Action]:
    word = read_word(raw, "type", (*PLAIN, "tile"), "invalid_action")
    if word != "tile":
        return PLAIN[word]
    return BY_TILE[read_word(raw, "tile", BY_TILE, "invalid_action")]

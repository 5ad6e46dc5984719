"""The actions of a player, and their JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from games.rules.high_tide.components import (
    BEACHES,
    COIN_SPACES,
    MAX_NUDGE,
    SEATS,
    SIDES,
    TILES,
    track_spaces,
)
from games.rules.kit.schema_reader import check, read_word
from games.rules.kit.schemas import (
    array_schema,
    constant_schema,
    integer_schema,
    named_schema,
    object_schema,
    one_of,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Roll:
    """Draw two dice and roll them."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the pair on this space of the track."""

    space: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """Re-roll these dice of the pair just taken: none, one or both."""

    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the pair just rolled."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Put the pair just rolled on the track and roll two new dice."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move the chairs, without another tile."""


@dataclass(frozen=True, slots=True)
class TakeCoin:
    """Take the coin that lies on this space of this beach."""

    beach: str
    space: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the coins, or use no tile now."""


@dataclass(frozen=True, slots=True)
class PushRental:
    """B1: move the rental one further; it rests before the next go."""


@dataclass(frozen=True, slots=True)
class JumpIn:
    """B2: play before the player whose go is next."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """B3: move a chair of the player on this beach by `steps` towards the water."""

    beach: str
    steps: int


@dataclass(frozen=True, slots=True)
class ExtraMove:
    """B4: move a chair of the player on this beach by the number of this die as well."""

    die: str
    beach: str


@dataclass(frozen=True, slots=True)
class RerollDie:
    """B5: re-roll this die."""

    die: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """B6: let each die count 1 more, 1 less or as it is."""

    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Recolour:
    """B7: let this die count as another colour."""

    die: str
    colour: str


@dataclass(frozen=True, slots=True)
class Swap:
    """B8: put the pair just rolled on the track and take the pair on this space instead."""

    space: int


@dataclass(frozen=True, slots=True)
class Retreat:
    """B9: let this die move its chair away from the water."""

    die: str


TileAction = (
    PushRental | JumpIn | Nudge | ExtraMove | RerollDie | Adjust | Recolour | Swap | Retreat
)
Action = Roll | Take | Reroll | Accept | Decline | Move | TakeCoin | Pass | TileAction

MAX_SPACES = track_spaces(SEATS[-1])
_SPACE = integer_schema(1, MAX_SPACES, "A space of the dice track, from the top.")
_BEACH = named_schema("Beach", one_of(BEACHES, "The beach."))
_COLOUR = {**_BEACH, "description": "The colour as which the die counts."}
_SIDE = named_schema("Side", one_of(SIDES, "A die of the pair."))
_CHANGE = integer_schema(-1, 1, "Added to the number of this die.")

PLAIN: Mapping[str, type[Action]] = {
    "roll": Roll,
    "take": Take,
    "reroll": Reroll,
    "accept": Accept,
    "decline": Decline,
    "move": Move,
    "coin": TakeCoin,
    "pass": Pass,
}
"""The actions without a tile by their `type`."""

BY_TILE: Mapping[str, type[TileAction]] = dict(
    zip(
        TILES,
        (PushRental, JumpIn, Nudge, ExtraMove, RerollDie, Adjust, Recolour, Swap, Retreat),
        strict=True,
    )
)
"""The actions with a tile, all of `type` "tile", by their `tile`."""
TILE_OF: Mapping[type[Action], str] = {action: tile for tile, action in BY_TILE.items()}

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

_TAGS: Mapping[type[Action], Json] = {
    **{action: {"type": name} for name, action in PLAIN.items()},
    **{action: {"type": "tile", "tile": tile} for tile, action in BY_TILE.items()},
}


_TAG_WORDS = {"type": "Type of the action.", "tile": "The Baywatch tile to use."}


def _action_schema(kind: type[Action]) -> Json:
    tags: Json = {
        name: constant_schema(value, _TAG_WORDS[name]) for name, value in _TAGS[kind].items()
    }
    return object_schema(kind.__doc__ or "", **tags, **_FIELDS.get(kind, {}))


_SCHEMAS: Mapping[type[Action], Json] = {kind: _action_schema(kind) for kind in _TAGS}

ACTIONS: dict[str, Json] = {
    **{name: _SCHEMAS[kind] for name, kind in PLAIN.items()},
    "tile": {
        "description": "Use a Baywatch tile.",
        "required": ["type", "tile"],
        "oneOf": [_SCHEMAS[kind] for kind in BY_TILE.values()],
    },
}
"""The schemas of all actions by their `type`."""


def write_action(action: Action) -> Json:
    raw = dict(_TAGS[type(action)])
    for field in fields(action):
        value = getattr(action, field.name)
        raw[field.name] = list(value) if isinstance(value, tuple) else value
    return raw


def read_action(raw: Json) -> Action:
    """Return an action from JSON. Raises `Unreadable` ("invalid_action", "unknown_field")."""
    kind = _read_kind(raw)
    check(raw, _SCHEMAS[kind], "invalid_action")
    if kind is Reroll:
        return Reroll(tuple(side for side in SIDES if side in raw["dice"]))
    return kind(**{name: raw[name] for name in _FIELDS.get(kind, ())})


def _read_kind(raw: Json) -> type[Action]:
    word = read_word(raw, "type", (*PLAIN, "tile"), "invalid_action")
    if word != "tile":
        return PLAIN[word]
    return BY_TILE[read_word(raw, "tile", BY_TILE, "invalid_action")]

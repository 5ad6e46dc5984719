"""The actions of a player, and their JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rulesets.high_tide.rules.components import SEATS, TILES, track_spaces
from games.rulesets.kit.values import Json, to_json


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

TAGS: Mapping[type[Action], Json] = {
    **{action: {"type": name} for name, action in PLAIN.items()},
    **{action: {"type": "tile", "tile": tile} for tile, action in BY_TILE.items()},
}
"""The members by which each action is told from the others."""


def write_action(action: Action) -> Json:
    return {**TAGS[type(action)], **to_json(action)}

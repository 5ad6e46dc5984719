"""Schemas of the data of each type of event."""

from typing import Any

from games.rules.high_tide.components import OPEN_DICE_POINTS, SIDES
from games.rules.high_tide.schema.actions import ACTIONS
from games.rules.high_tide.schema.parts import (
    BEACH,
    BEACH_SPACE,
    COIN_VALUE,
    GO,
    ORDER,
    PAIR,
    POINTS,
    RENTAL,
    ROUND,
    SEAT,
    TILE,
    TRACK_SPACE,
    by_seat,
)
from games.rules.high_tide.schema.table import ENDED_BY, SHARK_CAME, SURFERS, WAVE_LAID
from games.rules.kit.schemas import (
    array_schema,
    integer_schema,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)

Json = dict[str, Any]

_SIDE = named_schema("Side", one_of(SIDES, "A die of the pair."))

EVENTS: dict[str, Json] = {
    "round_began": object_schema(
        "A round begins.",
        round=ROUND,
        order=ORDER,
        alert=nullable_schema(BEACH, "The beach alerted; null without Shark Alert."),
    ),
    "go_began": object_schema(
        "A player's go begins.", round=ROUND, place=GO, seat=SEAT, rental=RENTAL
    ),
    "rolled": object_schema("Two dice drawn and rolled.", round=ROUND, seat=SEAT, pair=PAIR),
    "declined": object_schema(
        "A roll was put on the track.", round=ROUND, seat=SEAT, space=TRACK_SPACE, pair=PAIR
    ),
    "taken": object_schema(
        "A pair was taken from the track.", round=ROUND, seat=SEAT, space=TRACK_SPACE, pair=PAIR
    ),
    "rerolled": object_schema(
        "Dice were re-rolled.",
        round=ROUND,
        seat=SEAT,
        dice=array_schema(_SIDE, "The dice that were re-rolled.", at_most=2),
        pair={**PAIR, "description": "The pair now, each die still on its side."},
    ),
    "tile_used": object_schema(
        "A Baywatch tile was used.", round=ROUND, seat=SEAT, action=ACTIONS["tile"]
    ),
    "open_dice": object_schema("The open dice changed.", round=ROUND, seat=SEAT, pair=PAIR),
    "chair_moved": object_schema(
        "A chair was moved by dice or a tile.",
        round=ROUND,
        seat=SEAT,
        beach=BEACH,
        start=BEACH_SPACE,
        end=BEACH_SPACE,
        in_water={"type": "boolean", "description": "Whether it stands in the water now."},
    ),
    "coin_taken": object_schema(
        "A coin was taken.",
        round=ROUND,
        seat=SEAT,
        beach=BEACH,
        space=BEACH_SPACE,
        value=COIN_VALUE,
    ),
    "towel_placed": object_schema("A go is over.", round=ROUND, seat=SEAT, space=TRACK_SPACE),
    "last_pair_rolled": object_schema(
        "No pair was left, so two dice were rolled for the waves.",
        round=ROUND,
        space=TRACK_SPACE,
        pair=PAIR,
    ),
    "shark_came": object_schema("A shark was revealed.", round=ROUND, **SHARK_CAME),
    "wave_laid": object_schema("A wave was laid.", round=ROUND, **WAVE_LAID),
    "tile_gained": object_schema(
        "The open dice gained the tile that lay face up.",
        round=ROUND,
        seat=SEAT,
        tile=TILE,
        next=nullable_schema(TILE, "The tile that lies face up now."),
    ),
    "point_gained": object_schema(
        "The open dice gained the point of the final round.",
        round=ROUND,
        seat=SEAT,
        points=integer_schema(OPEN_DICE_POINTS, OPEN_DICE_POINTS, "Points gained."),
    ),
    "surfers_revealed": object_schema(
        "The surfer tiles are turned up.", round=ROUND, surfers=SURFERS
    ),
    "game_ended": object_schema(
        "The game is over.",
        round=ROUND,
        ended_by=ENDED_BY,
        scores=by_seat(POINTS, "Points by seat."),
    ),
}

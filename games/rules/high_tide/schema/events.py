"""Schemas of the data of each type of event."""

from typing import Any

from games.rules.high_tide.actions import ACTIONS
from games.rules.high_tide.components import OPEN_DICE_POINTS, SIDES
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
from games.rules.kit.schemas import array, closed, maybe, named, one_of, whole

Json = dict[str, Any]

_SIDE = named("Side", one_of(SIDES, "A die of the pair."))

EVENTS: dict[str, Json] = {
    "round_began": closed(
        "A round begins.",
        round=ROUND,
        order=ORDER,
        alert=maybe(BEACH, "The beach alerted; null without Shark Alert."),
    ),
    "go_began": closed("A player's go begins.", round=ROUND, place=GO, seat=SEAT, rental=RENTAL),
    "rolled": closed("Two dice drawn and rolled.", round=ROUND, seat=SEAT, pair=PAIR),
    "declined": closed(
        "A roll was put on the track.", round=ROUND, seat=SEAT, space=TRACK_SPACE, pair=PAIR
    ),
    "taken": closed(
        "A pair was taken from the track.", round=ROUND, seat=SEAT, space=TRACK_SPACE, pair=PAIR
    ),
    "rerolled": closed(
        "Dice were re-rolled.",
        round=ROUND,
        seat=SEAT,
        dice=array(_SIDE, "Which of the two.", at_most=2),
        pair={**PAIR, "description": "The pair now, each die still on its side."},
    ),
    "tile_used": closed(
        "A Baywatch tile was used.", round=ROUND, seat=SEAT, action=ACTIONS["tile"]
    ),
    "open_dice": closed("The open dice changed.", round=ROUND, seat=SEAT, pair=PAIR),
    "chair_moved": closed(
        "A chair was moved by dice or a tile.",
        round=ROUND,
        seat=SEAT,
        beach=BEACH,
        start=BEACH_SPACE,
        end=BEACH_SPACE,
        in_water={"type": "boolean", "description": "Whether it stands in the water now."},
    ),
    "coin_taken": closed(
        "A coin was taken.",
        round=ROUND,
        seat=SEAT,
        beach=BEACH,
        space=BEACH_SPACE,
        value=COIN_VALUE,
    ),
    "towel_placed": closed("A go is over.", round=ROUND, seat=SEAT, space=TRACK_SPACE),
    "last_pair_rolled": closed(
        "No pair was left, so two dice were rolled for the waves.",
        round=ROUND,
        space=TRACK_SPACE,
        pair=PAIR,
    ),
    "shark_came": closed("A shark was revealed.", round=ROUND, **SHARK_CAME),
    "wave_laid": closed("A wave was laid.", round=ROUND, **WAVE_LAID),
    "tile_gained": closed(
        "The open dice gained the tile that lay face up.",
        round=ROUND,
        seat=SEAT,
        tile=TILE,
        next=maybe(TILE, "The tile that lies face up now."),
    ),
    "point_gained": closed(
        "The open dice gained the point of the final round.",
        round=ROUND,
        seat=SEAT,
        points=whole(OPEN_DICE_POINTS, OPEN_DICE_POINTS, "What it is worth."),
    ),
    "surfers_revealed": closed("The surfer tiles are turned up.", round=ROUND, surfers=SURFERS),
    "game_ended": closed(
        "The game is over.",
        round=ROUND,
        ended_by=ENDED_BY,
        scores=by_seat(POINTS, "Points by seat."),
    ),
}

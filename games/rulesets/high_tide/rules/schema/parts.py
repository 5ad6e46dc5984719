"""The pieces that the schemas are put together from."""

from games.rulesets.high_tide.rules.actions import MAX_SPACES
from games.rulesets.high_tide.rules.components import (
    BEACHES,
    FACES,
    LARGE,
    ROUNDS,
    SEATS,
    SMALL,
    TILES,
)
from games.rulesets.high_tide.rules.schema.options import MAX_BEACH_LENGTH
from games.rulesets.kit.schemas import (
    array_schema,
    integer_schema,
    named_object,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)
from games.rulesets.kit.values import Json


def by_seat(items: Json, description: str) -> Json:
    return array_schema(items, description, at_least=SEATS[0], at_most=SEATS[-1])


def per_beach(items: Json, description: str) -> Json:
    return object_schema(description, **dict.fromkeys(BEACHES, items))


SEAT = integer_schema(0, SEATS[-1] - 1, "A seat, from 0.")
SEATS_LISTED = array_schema(SEAT, "Seats, in order.", at_most=SEATS[-1])
ROUND = integer_schema(1, ROUNDS, "Round number, from 1; each is a stage.")
GO = integer_schema(1, SEATS[-1], "Place of the go in the round, from 1.")
BEACH = named_schema("Beach", one_of(BEACHES, "A beach; dice and coins have the same colours."))
COLOUR = {**BEACH, "description": "A colour, that of a beach."}
FACE = integer_schema(1, FACES, "The face of a die.")
TILE = named_schema("BaywatchTile", one_of(TILES, "A Baywatch tile."))
WAVE = named_schema("WaveSize", one_of((LARGE, SMALL), "The size of a wave."))
BEACH_SPACE = integer_schema(0, MAX_BEACH_LENGTH + 1, "A space of a beach: 0 is the bar.")
WATER = integer_schema(1, MAX_BEACH_LENGTH + 1, "The first space of the water.")
TRACK_SPACE = integer_schema(1, MAX_SPACES, "A space of the dice track, from the top.")
COIN_VALUE = integer_schema(1, None, "The value of a coin.")
POINTS = integer_schema(0, None, "Points.")
DIE = named_object("Die", "A die as it fell.", colour=COLOUR, face=FACE)
PAIR = named_object("DicePair", "Two dice as they lie.", left=DIE, right=DIE)
RENTAL = nullable_schema(TRACK_SPACE, "Where the deckchair rental lies; null once it is removed.")
ORDER = {**SEATS_LISTED, "description": "Seats in the order of play."}
FLOODED = {**SEATS_LISTED, "description": "Seats whose chairs stand in the water."}

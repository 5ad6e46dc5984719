"""The pieces that the schemas are put together from."""

from typing import Any

from games.rules.high_tide.actions import MAX_SPACES
from games.rules.high_tide.components import BEACHES, FACES, LARGE, ROUNDS, SEATS, SMALL, TILES
from games.rules.high_tide.options import MAX_BEACH_LENGTH
from games.rules.kit.schemas import array, closed, maybe, named, one_of, whole

Json = dict[str, Any]


def by_seat(items: Json, description: str) -> Json:
    return array(items, description, at_least=SEATS[0], at_most=SEATS[-1])


def per_beach(items: Json, description: str) -> Json:
    return closed(description, **dict.fromkeys(BEACHES, items))


SEAT = whole(0, SEATS[-1] - 1, "A seat, from 0.")
SEATS_LISTED = array(SEAT, "Seats, in order.", at_most=SEATS[-1])
ROUND = whole(1, ROUNDS, "Game rounds count from 1; each is a stage.")
GO = whole(1, SEATS[-1], "The place of the player's go in the round, from 1.")
BEACH = named("Beach", one_of(BEACHES, "A beach; dice and coins have the same colours."))
COLOUR = {**BEACH, "description": "A colour, that of a beach."}
FACE = whole(1, FACES, "The face of a die.")
TILE = named("BaywatchTile", one_of(TILES, "A Baywatch tile."))
WAVE = named("WaveSize", one_of((LARGE, SMALL), "The size of a wave."))
BEACH_SPACE = whole(0, MAX_BEACH_LENGTH + 1, "A space of a beach: 0 is the bar.")
WATER = whole(1, MAX_BEACH_LENGTH + 1, "The first space of the water.")
TRACK_SPACE = whole(1, MAX_SPACES, "A space of the dice track, from the top.")
COIN_VALUE = whole(1, None, "The value of a coin.")
POINTS = whole(0, None, "Points.")
DIE = named("Die", closed("A die as it fell.", colour=COLOUR, face=FACE))
PAIR = named("DicePair", closed("Two dice as they lie.", left=DIE, right=DIE))
RENTAL = maybe(TRACK_SPACE, "Where the deckchair rental lies; null once it is removed.")
ORDER = {**SEATS_LISTED, "description": "Seats in the order of play."}
FLOODED = {**SEATS_LISTED, "description": "Seats whose chairs stand in the water."}

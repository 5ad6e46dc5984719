"""Schemas of the data of each type of event."""

from games.rulesets.high_tide.rules.components import OPEN_DICE_POINTS, SIDES
from games.rulesets.high_tide.rules.schema.actions import ACTIONS
from games.rulesets.high_tide.rules.schema.parts import (
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
from games.rulesets.high_tide.rules.schema.table import ENDED_BY, SHARK_CAME, SURFERS, WAVE_LAID
from games.rulesets.kit.schemas import (
    EventSchema,
    array_schema,
    boolean_schema,
    event_schema,
    integer_schema,
    named_schema,
    nullable_schema,
    one_of,
)
from games.rulesets.kit.values import Json

_SIDE = named_schema("Side", one_of(SIDES, "A die of the pair."))


def _event_schema(means: str, when: str, **data: Json) -> EventSchema:
    """Return an event's schema; all of them name their round."""
    return event_schema(means, when, round=ROUND, **data)


EVENTS: dict[str, EventSchema] = {
    "round_began": _event_schema(
        "A round begins: `order` has the seats in the order in which they play, `alert` the beach to which "
        "the shark comes, null without Shark Alert.",
        "At the start, and after the waves of each round but the last.",
        order=ORDER,
        alert=nullable_schema(BEACH, "The beach alerted; null without Shark Alert."),
    ),
    "go_began": _event_schema(
        "This seat's go begins, in which it rolls or takes; `rental` is the space of the track on which the "
        "rental lies.",
        "Once for each seat in a round, after the question whether a seat uses a tile before it.",
        place=GO,
        seat=SEAT,
        rental=RENTAL,
    ),
    "rolled": _event_schema(
        "Two dice were drawn from the bag and rolled.",
        "When a seat rolls, and each time after it has declined a roll.",
        seat=SEAT,
        pair=PAIR,
    ),
    "declined": _event_schema(
        "A roll was declined and put on this space of the track.",
        "When a seat declines, or puts the roll on the track with tile B8.",
        seat=SEAT,
        space=TRACK_SPACE,
        pair=PAIR,
    ),
    "taken": _event_schema(
        "A pair was taken from this space of the track.",
        "When a seat takes a pair instead of rolling, or with tile B8 after it.",
        seat=SEAT,
        space=TRACK_SPACE,
        pair=PAIR,
    ),
    "rerolled": _event_schema(
        "One or both dice of the pair were rolled again; `pair` is the result.",
        "After `taken`, and with tile B5.",
        seat=SEAT,
        dice=array_schema(_SIDE, "The dice that were re-rolled.", at_most=2),
        pair={**PAIR, "description": "The pair now, each die still on its side."},
    ),
    "tile_used": _event_schema(
        "A Baywatch tile was used; `action` says which one and how.",
        "Before what the tile does.",
        seat=SEAT,
        action=ACTIONS["tile"],
    ),
    "open_dice": _event_schema(
        "This pair has become the open dice, and its seat their owner.",
        "With Baywatch, when the first pair of a round is played, and each with the same total or less.",
        seat=SEAT,
        pair=PAIR,
    ),
    "chair_moved": _event_schema(
        "A chair has moved along its beach; `in_water` tells whether it stands in the water now.",
        "For each chair that dice or a tile move, unless it stays where it was.",
        seat=SEAT,
        beach=BEACH,
        start=BEACH_SPACE,
        end=BEACH_SPACE,
        in_water=boolean_schema("Whether it stands in the water now."),
    ),
    "coin_taken": _event_schema(
        "A coin was taken from this space of the beach.",
        "With Coins, when a seat has come to a coin and takes it.",
        seat=SEAT,
        beach=BEACH,
        space=BEACH_SPACE,
        value=COIN_VALUE,
    ),
    "towel_placed": _event_schema(
        "The seat's go is over and its towel lies on this space of the track.",
        "At the end of each go.",
        seat=SEAT,
        space=TRACK_SPACE,
    ),
    "last_pair_rolled": _event_schema(
        "Two dice were rolled for the waves, because no pair was left on the track.",
        "At the end of a round, before the waves.",
        space=TRACK_SPACE,
        pair=PAIR,
    ),
    "shark_came": _event_schema(
        "The shark has come to the alerted beach, and its foremost chair on sand goes back; `seat`, `start` "
        "and `end` are null where there is none.",
        "With Shark Alert, at the end of each round before the waves.",
        **SHARK_CAME,
    ),
    "wave_laid": _event_schema(
        "A wave has come over a beach; `flooded` has the seats whose chairs it has reached.",
        "Twice at the end of each round: the large wave, then the small one.",
        **WAVE_LAID,
    ),
    "tile_gained": _event_schema(
        "The owner of the open dice has gained the tile that lay face up; `next` is the one that lies there "
        "now.",
        "With Baywatch, after the waves of each round but the last, if there are open dice.",
        seat=SEAT,
        tile=TILE,
        next=nullable_schema(TILE, "The tile that lies face up now."),
    ),
    "point_gained": _event_schema(
        "The owner of the open dice has gained a point in the place of a tile.",
        "With Baywatch, after the waves of the last round, if there are open dice.",
        seat=SEAT,
        points=integer_schema(OPEN_DICE_POINTS, OPEN_DICE_POINTS, "Points gained."),
    ),
    "surfers_revealed": _event_schema(
        "The surfer tiles are turned up: `surfers` has the beach of each, by seat.",
        "Where they were hidden, before `game_ended`.",
        surfers=SURFERS,
    ),
    "game_ended": _event_schema(
        "The game is over by its rules: by a chair in the water, or after the last round. `finished` "
        "follows.",
        "After the waves of the last round.",
        ended_by=ENDED_BY,
        scores=by_seat(POINTS, "Points by seat."),
    ),
}

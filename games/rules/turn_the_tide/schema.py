"""JSON Schemas of all that this game puts into JSON, every object closed.

Why so: docs/decisions/rulesets.md.
"""

from typing import Any

from games.rules.kit.bounds import bounds_schema
from games.rules.kit.schemas import (
    BOOLEAN,
    array_schema,
    at_least_one,
    constant_schema,
    integer_schema,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)
from games.rules.ruleset import Schemas
from games.rules.turn_the_tide.cards import MAX_ROUNDS, WEATHER
from games.rules.turn_the_tide.editions import OPTIONS
from games.rules.turn_the_tide.examples import EXAMPLES

Json = dict[str, Any]

MAX_SEATS = 6


def by_seat(items: Json, description: str) -> Json:
    return array_schema(items, description, at_least=3, at_most=MAX_SEATS)


SEAT = integer_schema(0, MAX_SEATS - 1, "A seat, from 0.")
ELIMINATED: Json = {**BOOLEAN, "description": "Out of the stage before its end."}
STAGE = integer_schema(1, MAX_SEATS, "Stages count from 1.")
ROUND = integer_schema(1, MAX_ROUNDS, "Rounds of the stage count from 1.")
CARD = integer_schema(WEATHER[0], WEATHER[-1], "A weather card.")
TIDE = integer_schema(1, MAX_ROUNDS, "A tide card.")
LEVEL = integer_schema(
    0, MAX_ROUNDS, "The tide card shown; 0 where there is none, or when eliminated."
)
# Twelve cards with a whole preserver each are the best hand there is.
PRESERVERS = integer_schema(0, 12, "Life preservers.")
POINTS = integer_schema(-1, 13, "Points of a stage.")
TOTAL: Json = {"type": "integer", "description": "Points of all finished stages."}
CARDS = array_schema(CARD, at_most=MAX_ROUNDS)
HAND = array_schema(CARD, "Weather cards, ascending.", at_most=MAX_ROUNDS, distinct=True)
BONUS = integer_schema(0, 1, "The point for the lowest tide level.")
TIDES_OPEN = array_schema(
    TIDE,
    "The two tides of the open round in the order drawn; none when the game is over.",
    at_most=2,
)
TIDES = array_schema(TIDE, "The two tides of the round.", at_least=2, at_most=2)
PLAYED = array_schema(
    named_schema("PlayedCard", object_schema("A card and who played it.", seat=SEAT, card=CARD)),
    "The cards of the round, by seat.",
    at_most=MAX_SEATS,
)
LOSS = named_schema(
    "Loss",
    object_schema(
        "What the highest tide cost a seat: a preserver, or its place in the stage.",
        seat=SEAT,
        kind=one_of(("lost", "eliminated"), "A preserver, or its place."),
    ),
)

PLAY = object_schema(
    "Play a weather card from the hand.", type=constant_schema("play", "What is done."), card=CARD
)

SEAT_AT_TABLE = named_schema(
    "SeatAtTable",
    object_schema(
        "One player's place in the open stage.",
        seat=SEAT,
        tide_level=LEVEL,
        preservers=PRESERVERS,
        preservers_at_start={**PRESERVERS, "description": "What the hand is worth."},
        cards_left=integer_schema(0, MAX_ROUNDS, "Cards left in the hand."),
        played={**CARDS, "description": "Cards played in this stage, in order."},
        eliminated=ELIMINATED,
        stage_scores=array_schema(POINTS, "Of each finished stage.", at_most=MAX_SEATS),
        score=TOTAL,
    ),
)
LAST_ROUND = named_schema(
    "LastRound",
    object_schema(
        "The round closed last, maybe one of the stage before.",
        stage=STAGE,
        round=ROUND,
        tides=TIDES,
        cards=PLAYED,
        losses=array_schema(LOSS, "In the order in which they fell.", at_most=MAX_SEATS),
    ),
)
TABLE = object_schema(
    "What everybody sees.",
    stage=STAGE,
    round=ROUND,
    rounds=integer_schema(10, MAX_ROUNDS, "Rounds in a full stage."),
    tides=TIDES_OPEN,
    seats=by_seat(
        SEAT_AT_TABLE,
        "By seat.",
    ),
    last_round=nullable_schema(
        LAST_ROUND, "The round closed last; null before the first has closed."
    ),
)

SHOWN = object_schema(
    "What all know of a stage that is over, by seat.",
    rounds=integer_schema(1, MAX_ROUNDS, "How many rounds it took."),
    played=by_seat(CARDS, "Cards in the order played."),
    tide_levels=by_seat(LEVEL, "At the end."),
    preservers_at_start=by_seat(PRESERVERS, "What the hand is worth."),
    preservers=by_seat(PRESERVERS, "Left at the end."),
    eliminated=by_seat(BOOLEAN, "Out of the stage before its end."),
    bonus=by_seat(BONUS, "For the lowest tide level."),
    hands=by_seat(
        nullable_schema(HAND),
        "The full hand, if every card of it has been shown to all by then.",
    ),
)

TAKEN = named_schema("TakenTide", object_schema("A tide and who took it.", seat=SEAT, tide=TIDE))
EVENTS: dict[str, Json] = {
    "stage_began": object_schema(
        "Hands have been dealt or handed on, and nobody shows a tide card.",
        stage=STAGE,
        preservers=by_seat(PRESERVERS, "What each hand is worth."),
    ),
    "tides_revealed": object_schema("A round opens.", stage=STAGE, round=ROUND, tides=TIDES),
    "cards_revealed": object_schema("All have played.", stage=STAGE, round=ROUND, cards=PLAYED),
    "tides_taken": object_schema(
        "The highest card has taken the lower tide, the second highest the other.",
        stage=STAGE,
        round=ROUND,
        taken=array_schema(TAKEN, "Who took which.", at_least=2, at_most=2),
    ),
    "preserver_lost": object_schema(
        "A seat with the highest tide level has paid.",
        stage=STAGE,
        round=ROUND,
        seat=SEAT,
        left={**PRESERVERS, "description": "Preservers that are left."},
    ),
    "eliminated": object_schema(
        "A seat with the highest tide level could not pay and is out until the next stage.",
        stage=STAGE,
        round=ROUND,
        seat=SEAT,
    ),
    "stage_ended": object_schema(
        "A stage has been scored.",
        stage=STAGE,
        scores=by_seat(POINTS, "Points of this stage."),
        preservers=by_seat(PRESERVERS, "Left at the end."),
        eliminated=by_seat(BOOLEAN, "Out of the stage before its end."),
        bonus=by_seat(BONUS, "For the lowest tide level."),
    ),
}

WHEN = at_least_one(
    "Only in a round in which this is true of the two tides; without it, in any round.",
    lower_tide=bounds_schema("TideBounds", "The lower of the two.", 1, MAX_ROUNDS),
    higher_tide=bounds_schema(
        "TideBounds",
        "The higher of the two; both are the same if they bear the same number.",
        1,
        MAX_ROUNDS,
    ),
)
ORDER: Json = object_schema(
    "Cards to play for me, the best one first: the first that is in my hand and fits the tides.",
    plays=array_schema(
        named_schema(
            "WantedPlay",
            object_schema(
                "A card, and when to play it.",
                optional=("when",),
                card=CARD,
                when=named_schema("TideCondition", WHEN),
            ),
        ),
        "A card may stand here several times, with different conditions.",
        at_least=1,
        at_most=len(WEATHER),
    ),
)

SCHEMAS = Schemas(
    options=OPTIONS,
    actions={"play": PLAY},
    table=TABLE,
    mine=object_schema("What only this seat sees.", hand=HAND),
    heading=object_schema("The open round.", stage=STAGE, round=ROUND, tides=TIDES_OPEN),
    setup=object_schema("How the game was dealt.", hands=by_seat(HAND, "Hands as dealt.")),
    shown=SHOWN,
    sealed=object_schema(
        "What all may know once the whole game is over.",
        hands=by_seat(HAND, "The full hands played in this stage."),
    ),
    events=EVENTS,
    order=ORDER,
    examples=EXAMPLES,
)

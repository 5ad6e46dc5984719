"""JSON Schemas of all that this game puts into JSON, every object closed, and readers by them."""

from games.rulesets.kit.schema_reader import check_move
from games.rulesets.kit.schemas import (
    EventSchema,
    array_schema,
    at_least_one,
    boolean_schema,
    bounds_schema,
    constant_schema,
    event_schema,
    integer_schema,
    named_object,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)
from games.rulesets.kit.values import Json
from games.rulesets.ruleset import Schemas
from games.rulesets.turn_the_tide.rules.cards import MAX_ROUNDS, PLAYS, WEATHER, Play
from games.rulesets.turn_the_tide.rules.editions import DEFAULT, EDITIONS
from games.rulesets.turn_the_tide.rules.orders import Order

MAX_SEATS = 6

OPTIONS = object_schema(
    "Options; each may be left out.",
    optional=("edition",),
    edition={
        **one_of(
            EDITIONS,
            "In gamewright and bga_modified nobody pays in place of an eliminated player;"
            " in the bga editions six can play.",
        ),
        "default": DEFAULT,
    },
)

# All of them are from stage 1 of one real game of three.
EXAMPLES: Json = {
    "actions": {"play": {"type": "play", "card": 5}},
    "order": {
        "plays": [
            {"card": 52, "when": {"lower_tide": {"most": 5}, "higher_tide": {"least": 9}}},
            {"card": 48, "when": {"lower_tide": {"most": 5}}},
            {"card": 21, "when": {"higher_tide": {"most": 6}}},
            {"card": 1},
            {"card": 4},
        ]
    },
    "events": {
        "stage_began": {"stage": 1, "preservers": [4, 4, 4]},
        "tides_revealed": {"stage": 1, "round": 1, "tides": [5, 12]},
        "cards_revealed": {
            "stage": 1,
            "round": 1,
            "cards": [{"seat": 0, "card": 43}, {"seat": 1, "card": 10}, {"seat": 2, "card": 41}],
        },
        "tides_taken": {
            "stage": 1,
            "round": 1,
            "taken": [{"seat": 0, "tide": 5}, {"seat": 2, "tide": 12}],
        },
        "preserver_lost": {"stage": 1, "round": 1, "seat": 2, "left": 3},
        "eliminated": {"stage": 1, "round": 5, "seat": 2},
        "stage_ended": {
            "stage": 1,
            "scores": [5, 4, -1],
            "preservers": [4, 4, 0],
            "eliminated": [False, False, True],
            "bonus": [1, 0, 0],
        },
    },
}


def by_seat(items: Json, description: str) -> Json:
    return array_schema(items, description, at_least=3, at_most=MAX_SEATS)


SEAT = integer_schema(0, MAX_SEATS - 1, "A seat, from 0.")
ELIMINATED = boolean_schema("Whether the seat was eliminated in the stage.")
STAGE = integer_schema(1, MAX_SEATS, "Stage number, from 1.")
ROUND = integer_schema(1, MAX_ROUNDS, "Round number, from 1.")
CARD = integer_schema(WEATHER[0], WEATHER[-1], "A weather card.")
TIDE = integer_schema(1, MAX_ROUNDS, "A tide card.")
LEVEL = integer_schema(
    0, MAX_ROUNDS, "Number of the tide card held; 0 for none, or when eliminated."
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
    "The two tides of the open round, in the order drawn; empty when the game is over.",
    at_most=2,
)
TIDES = array_schema(TIDE, "The two tides of the round.", at_least=2, at_most=2)
PLAYED = array_schema(
    named_object("PlayedCard", "A card and the seat that played it.", seat=SEAT, card=CARD),
    "The cards of the round, by seat.",
    at_most=MAX_SEATS,
)
LOSS = named_object(
    "Loss",
    "The loss of a seat with the highest tide: a preserver, or its place in the stage.",
    seat=SEAT,
    kind=one_of(
        ("lost", "eliminated"), "`lost`: a preserver. `eliminated`: the place in the stage."
    ),
)

PLAY = object_schema(
    "Play a weather card from the hand.",
    type=constant_schema("play", "Type of the action."),
    card=CARD,
)

SEAT_AT_TABLE = named_object(
    "SeatAtTable",
    "One player's place in the open stage.",
    seat=SEAT,
    tide_level=LEVEL,
    preservers=PRESERVERS,
    preservers_at_start={**PRESERVERS, "description": "Life preservers that the hand bears."},
    cards_left=integer_schema(0, MAX_ROUNDS, "Cards left in the hand."),
    played={**CARDS, "description": "Cards played in this stage, in order."},
    eliminated=ELIMINATED,
    stage_scores=array_schema(POINTS, "Points of each finished stage.", at_most=MAX_SEATS),
    score=TOTAL,
)
LAST_ROUND = named_object(
    "LastRound",
    "The last closed round, perhaps of the stage before.",
    stage=STAGE,
    round=ROUND,
    tides=TIDES,
    cards=PLAYED,
    losses=array_schema(LOSS, "The losses, in order.", at_most=MAX_SEATS),
)
TABLE = object_schema(
    "The public table.",
    stage=STAGE,
    round=ROUND,
    rounds=integer_schema(10, MAX_ROUNDS, "Rounds in a full stage."),
    tides=TIDES_OPEN,
    seats=by_seat(SEAT_AT_TABLE, "The seats, in order."),
    last_round=nullable_schema(LAST_ROUND, "The last closed round; null before the first."),
)

SHOWN = object_schema(
    "What all know of a stage that is over, by seat.",
    rounds=integer_schema(1, MAX_ROUNDS, "Rounds played in the stage."),
    played=by_seat(CARDS, "Cards in the order played."),
    tide_levels=by_seat(LEVEL, "Tide levels at the end."),
    preservers_at_start=by_seat(PRESERVERS, "Life preservers that the hand bears."),
    preservers=by_seat(PRESERVERS, "Life preservers left at the end."),
    eliminated=by_seat(boolean_schema(), "Whether the seat was eliminated in the stage."),
    bonus=by_seat(BONUS, "Point for the lowest tide level."),
    hands=by_seat(
        nullable_schema(HAND), "The full hand; null while a card of it has not been shown to all."
    ),
)

TAKEN = named_object("TakenTide", "A tide and the seat that took it.", seat=SEAT, tide=TIDE)


def _round_event(means: str, when: str, **data: Json) -> EventSchema:
    """Return the schema of an event that names its stage and its round."""
    return event_schema(means, when, stage=STAGE, round=ROUND, **data)


EVENTS: dict[str, EventSchema] = {
    "stage_began": event_schema(
        "A stage begins with full hands, dealt or passed to the left. `preservers` has the life preservers "
        "of each hand.",
        "At the start, and after each stage but the last.",
        stage=STAGE,
        preservers=by_seat(PRESERVERS, "Life preservers of each hand."),
    ),
    "tides_revealed": _round_event(
        "Two tide cards are revealed; a round begins.",
        "At the beginning of each round, before the seats are asked for a card.",
        tides=TIDES,
    ),
    "cards_revealed": _round_event(
        "The cards that were sealed in this round, with the seats that played them.",
        "When the turn has closed, before all that follows from the cards.",
        cards=PLAYED,
    ),
    "tides_taken": _round_event(
        "The highest card has taken the lower tide, the second highest the other one.",
        "In each round, after `cards_revealed`.",
        taken=array_schema(
            TAKEN, "The tides, with the seats that took them.", at_least=2, at_most=2
        ),
    ),
    "preserver_lost": _round_event(
        "A seat with the highest tide level has lost a life preserver; `left` is how many it still has.",
        "After `tides_taken`, once for each seat that pays.",
        seat=SEAT,
        left={**PRESERVERS, "description": "Preservers that are left."},
    ),
    "eliminated": _round_event(
        "A seat with the highest tide level had no life preserver to lose, and is out until the next stage.",
        "After `tides_taken`, in the place of `preserver_lost`.",
        seat=SEAT,
    ),
    "stage_ended": event_schema(
        "A stage is over and has been scored.",
        "After its last round, or as soon as two seats or fewer are left in it.",
        stage=STAGE,
        scores=by_seat(POINTS, "Points of this stage."),
        preservers=by_seat(PRESERVERS, "Life preservers left at the end."),
        eliminated=by_seat(boolean_schema(), "Whether the seat was eliminated in the stage."),
        bonus=by_seat(BONUS, "Point for the lowest tide level."),
    ),
}

WHEN = at_least_one(
    "Rounds by their two tides; left out: any round.",
    lower_tide=bounds_schema("TideBounds", "The lower of the two.", 1, MAX_ROUNDS),
    higher_tide=bounds_schema(
        "TideBounds", "The higher of the two, or the same as the lower.", 1, MAX_ROUNDS
    ),
)
ORDER: Json = object_schema(
    "Cards to play, best first: the first that is in the hand and fits the tides is played.",
    plays=array_schema(
        named_object(
            "WantedPlay",
            "A card, and when to play it.",
            optional=("when",),
            card=CARD,
            when=named_schema("TideCondition", WHEN),
        ),
        "Cards with conditions; a card may occur several times.",
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


def read_action(raw: Json) -> Play:
    """Return a play from JSON. Raises `Unreadable`, or `Illegal` for a card that does not exist."""
    check_move(raw, PLAY, "invalid_action")
    return PLAYS[raw["card"]]


def read_order(raw: Json) -> Order:
    """Return a standing order from JSON. Raises `Unreadable` ("invalid_order"), `Illegal`."""
    check_move(raw, ORDER, "invalid_order")
    return Order.from_json(raw)

"""JSON Schemas of all that goofspiel puts into JSON, every object closed, with a real example of each."""

from typing import Any

from games.rules.kit.bounds import bounds_schema
from games.rules.kit.schemas import array, at_least_one, closed, exactly, named, whole
from games.rules.ruleset import Schemas

Json = dict[str, Any]

FEWEST, MOST = 4, 13
"""Cards of a suit, and prizes."""
SEATS = range(3, 6)


def by_seat(items: Json, description: str) -> Json:
    return array(items, description, at_most=SEATS[-1])


CARD = whole(1, MOST, "A card, worth its number.")
SEAT = whole(0, SEATS[-1] - 1, "Seats count from 0.")
STAGE = whole(1, 1, "The game has one stage.")
ROUND = whole(1, MOST, "Rounds count from 1.")
POINTS = whole(0, MOST * (MOST + 1) // 2, "Points.")
PRIZE: Json = {"type": ["integer", "null"], "description": "What is bid for; null at the end."}
WINNER: Json = {"type": ["integer", "null"], "description": "A seat; null after a tie."}
CARDS = array(CARD, "Cards.", at_most=MOST)
ROUNDS = array(by_seat(CARD, "Bids, by seat."), "Round by round.", at_most=MOST)

OPTIONS: Json = {
    "type": "object",
    "description": "All may be left out.",
    "properties": {"cards": {**whole(FEWEST, MOST, "Cards of each suit."), "default": MOST}},
    "additionalProperties": False,
}
BID = closed("Bid a card for the prize.", type=exactly("bid", "What is done."), card=CARD)
WHEN = at_least_one(
    "Only in a round in which this is true.",
    prize=bounds_schema("PrizeBounds", "The prize on the table.", 1, MOST),
)
SEAT_AT_TABLE = closed("One seat.", seat=SEAT, hand=CARDS, won=CARDS, score=POINTS)
ORDER = closed(
    "Bids to make for me: the first that I can still make and that fits the prize.",
    bids={
        **array(
            {
                "title": "WantedBid",
                "type": "object",
                "description": "A card, and for which prizes to bid it.",
                "properties": {
                    "card": CARD,
                    "when": named("PrizeCondition", WHEN),
                },
                "required": ["card"],
                "additionalProperties": False,
            },
            "The best one first.",
            at_most=2 * MOST,
        ),
        "minItems": 1,
    },
)

SCHEMAS = Schemas(
    options=OPTIONS,
    actions={"bid": BID},
    table=closed(
        "What everybody sees.",
        stage=STAGE,
        round=ROUND,
        rounds=ROUND,
        prize=PRIZE,
        seats=by_seat(named("SeatAtTable", SEAT_AT_TABLE), "By seat."),
    ),
    mine=closed("What a seat has to bid with.", hand=CARDS),
    heading=closed("The open round.", stage=STAGE, round=ROUND, prize=PRIZE),
    setup=closed("The prizes in their order.", prizes=CARDS),
    shown=closed("What was played.", prizes=CARDS, bids=ROUNDS),
    sealed=closed("Nothing is left to show."),
    events={
        "prize_shown": closed("A round opens.", round=ROUND, prize=CARD),
        "bids_opened": closed(
            "All have bid.", round=ROUND, prize=CARD, bids=by_seat(CARD, "By seat."), winner=WINNER
        ),
    },
    order=ORDER,
    examples={
        "options": {"cards": 13},
        "actions": {"bid": {"type": "bid", "card": 7}},
        "table": {
            "stage": 1,
            "round": 2,
            "rounds": 4,
            "prize": 2,
            "seats": [
                {"seat": 0, "hand": [1, 2, 4], "won": [], "score": 0},
                {"seat": 1, "hand": [1, 2, 3], "won": [3], "score": 3},
                {"seat": 2, "hand": [2, 3, 4], "won": [], "score": 0},
            ],
        },
        "mine": {"hand": [1, 2, 4]},
        "heading": {"stage": 1, "round": 2, "prize": 2},
        "setup": {"prizes": [3, 2, 4, 1]},
        "shown": {"prizes": [3, 2, 4, 1], "bids": [[3, 4, 1], [1, 1, 2], [4, 3, 4], [2, 2, 3]]},
        "sealed": {},
        "order": {"bids": [{"card": 13, "when": {"prize": {"least": 12}}}, {"card": 1}]},
        "events": {
            "prize_shown": {"round": 2, "prize": 2},
            "bids_opened": {"round": 1, "prize": 3, "bids": [3, 4, 1], "winner": 1},
        },
    },
)

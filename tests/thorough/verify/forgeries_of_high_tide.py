"""Forgeries of a record of High Tide, each with the check that catches it."""

from typing import Any

from tests.thorough.verify.forgeries_of_turn_the_tide import another_nonce, dropped
from tests.thorough.verify.forging import Forgery, draws, events, rolls

Json = dict[str, Any]


def a_better_roll(record: Json) -> str:
    turn, number, draw = next(rolls(record))
    draw["value"] = draw["value"] % 6 + 1
    return f"/turns/{turn}/chance/{number}"


def a_die_with_five_sides(record: Json) -> str:
    turn, number, draw = next(rolls(record))
    chance = draws(record)
    chance.roll(draw["purpose"], 5)
    (record["turns"][turn]["chance"][number],) = chance.take()
    return f"/turns/{turn}/chance/{number}/sides"


def one_more_roll(record: Json) -> str:
    chance = draws(record)
    chance.roll("round 1 roll 99", 6)
    record["turns"][3]["chance"] += chance.take()
    return f"/turns/3/chance/{len(record['turns'][3]['chance']) - 1}"


def coins_laid_in_another_order(record: Json) -> str:
    chance = record["setup"]["chance"]
    chance[1], chance[2] = chance[2], chance[1]
    return "/setup/chance/1/purpose"


def with_options(record: Json, **changed: Any) -> None:
    _, event = next(events(record, "created"))
    event["data"]["options"] = record["options"] = {**record["options"], **changed}


def a_longer_beach(record: Json) -> str:
    with_options(record, beach_length=record["options"]["beach_length"] + 1)
    return ""


def another_coin(record: Json) -> str:
    number, event = next(events(record, "coin_taken"))
    event["data"]["value"] += 1
    return f"/log/events/{number}/data/value"


OF_HIGH_TIDE: list[tuple[str, Forgery]] = [
    ("draws", a_better_roll),
    ("rules", a_die_with_five_sides),
    ("rules", one_more_roll),
    ("rules", coins_laid_in_another_order),
    ("rules", a_longer_beach),
    ("rules", another_coin),
    ("sealed", another_nonce),
    *(
        ("rules", dropped(kind))
        for kind in (
            "round_began",
            "go_began",
            "rolled",
            "chair_moved",
            "wave_laid",
            "game_ended",
        )
    ),
]

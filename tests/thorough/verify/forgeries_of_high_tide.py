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


def other_surfers_turned_up(record: Json) -> str:
    """What is revealed are not the tiles that were dealt: two players have exchanged theirs."""
    number, event = next(events(record, "surfers_revealed"))
    first, second, *others = event["data"]["surfers"]
    event["data"]["surfers"] = [second, first, *others]
    return f"/log/events/{number}/data/surfers/0"


def other_surfers_dealt(record: Json) -> str:
    """The tiles are others in all places that tell of them but the draw."""
    first, second, *others = record["setup"]["surfers"]
    record["setup"]["surfers"] = [second, first, *others]
    other_surfers_turned_up(record)
    return "/setup/surfers/0"


def another_draw_of_surfers(record: Json) -> str:
    """The draw is another one too, and so not what the seed gives."""
    other_surfers_dealt(record)
    place, draw = next(
        (place, draw)
        for place, draw in enumerate(record["setup"]["chance"])
        if draw["purpose"] == "surfer tiles"
    )
    draw["value"] = record["setup"]["surfers"]
    return f"/setup/chance/{place}"


def surfers_turned_up_early(record: Json) -> str:
    log = record["log"]["events"]
    number, _ = next(events(record, "surfers_revealed"))
    log.insert(number - 1, log.pop(number))
    return ""


def hidden_surfers_said_to_be_open(record: Json) -> str:
    open_options = {name: one for name, one in record["options"].items() if name != "surfers"}
    _, event = next(events(record, "created"))
    event["data"]["options"] = record["options"] = open_options
    return ""


def open_surfers_said_to_be_hidden(record: Json) -> str:
    with_options(record, surfers="hidden")
    return ""


def open_surfers_told(record: Json) -> str:
    """The option stands there with the value for which it is left out."""
    with_options(record, surfers="open")
    return "/options/surfers"


def surfers_turned_up_in_an_open_game(record: Json) -> str:
    number, event = next(events(record, "game_ended"))
    data = {"round": event["data"]["round"], "surfers": record["setup"]["surfers"]}
    told = {**event, "type": "surfers_revealed", "data": data}
    record["log"]["events"].insert(number, told)
    return f"/log/events/{number}/type"


def hidden_surfers_without_surfers(record: Json) -> str:
    left = [name for name in record["options"]["expansions"] if name != "surfer"]
    with_options(record, expansions=left)
    return "/options/surfers"


OF_HIDDEN_SURFERS: list[tuple[str, Forgery]] = [
    ("rules", other_surfers_turned_up),
    ("rules", other_surfers_dealt),
    ("draws", another_draw_of_surfers),
    ("rules", surfers_turned_up_early),
    ("rules", dropped("surfers_revealed")),
    ("rules", hidden_surfers_said_to_be_open),
    ("form", hidden_surfers_without_surfers),
]
"""Of a game in which surfer tiles are hidden."""

OF_HIGH_TIDE: list[tuple[str, Forgery]] = [
    ("draws", a_better_roll),
    ("rules", a_die_with_five_sides),
    ("rules", one_more_roll),
    ("rules", coins_laid_in_another_order),
    ("rules", a_longer_beach),
    ("rules", another_coin),
    ("rules", open_surfers_said_to_be_hidden),
    ("form", open_surfers_told),
    ("rules", surfers_turned_up_in_an_open_game),
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

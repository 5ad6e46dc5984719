"""Forgeries of a record of Turn the Tide, each with the check that catches it."""

from copy import deepcopy
from typing import Any

from tests.thorough.verify import spec
from tests.thorough.verify.forging import (
    Forgery,
    another_card,
    answers,
    draws,
    events,
    opening,
    play,
    sealed,
)

Json = dict[str, Any]


def a_better_tide(record: Json) -> str:
    turn = record["turns"][5]
    first, second = turn["tides"]
    for told in (turn, opening(record, 5)):
        told["tides"] = [first % 12 + 1, second]
    turn["chance"][0]["value"] = [first % 12 + 1, second]
    return "/turns/5/chance/0"


def a_better_hand(record: Json) -> str:
    deal, hands = record["setup"]["chance"][0], record["setup"]["hands"]
    deal["value"][0], deal["value"][13] = deal["value"][13], deal["value"][0]
    hands[0], hands[1] = sorted(deal["value"][:12]), sorted(deal["value"][12:24])
    return "/setup/chance/0"


def a_hand_that_was_not_dealt(record: Json) -> str:
    hands = record["setup"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    return "/setup/hands/0/0"


def a_smaller_deck(record: Json) -> str:
    """Drawn again, without one of the tides that were left: only the rules know what the box held."""
    turn, chance = record["turns"][5], draws(record)
    draw = turn["chance"][0]
    chance.sample(draw["purpose"], draw["from"][1:], 2)
    turn["chance"] = chance.take()
    for told in (turn, opening(record, 5)):
        told["tides"] = turn["chance"][0]["value"]
    return "/turns/5/chance/0/from"


def another_seed(record: Json) -> str:
    record["fairness"]["server_seed"] = "ab" * 32
    record["fairness"]["commitment"] = spec.seed_commitment("ab" * 32)
    return "/setup/chance/0"


def a_seed_that_was_not_committed_to(record: Json) -> str:
    record["fairness"]["server_seed"] = "ab" * 32
    return "/fairness"


def a_text_of_a_player_left_out(record: Json) -> str:
    texts = record["fairness"]["entropy"]
    texts[next(seat for seat, text in enumerate(texts) if text)] = None
    return "/setup/chance/0"


def another_card_than_was_sealed(record: Json) -> str:
    turn, number, played = next(answers(record, "player"))
    return play(record, turn, number, action=another_card(record, turn, played))


def another_card_by_the_clock(record: Json) -> str:
    """It was never sealed, so that only what follows from it can tell."""
    unsealed = (
        (turn, number, played)
        for turn, number, played in answers(record, "clock")
        if record["turns"][turn]["round"] < 11
        and not any(
            event["data"]["turn"] == turn + 1 and event["data"]["seat"] == played["seat"]
            for _, event in events(record, "sealed")
        )
    )
    turn, number, played = next(unsealed)
    play(record, turn, number, action=another_card(record, turn, played))
    return ""


def another_last_card(record: Json) -> str:
    """Nobody was asked for it, so that it stands in the log alone."""
    last = len(record["setup"]["hands"][0])
    revealed = events(record, "cards_revealed")
    number, event = next(one for one in revealed if one[1]["data"]["round"] == last)
    card = event["data"]["cards"][0]
    card["card"] = card["card"] % 60 + 1
    return f"/log/events/{number}/data/cards/0/card"


def another_nonce(record: Json) -> str:
    turn, number, _ = next(answers(record, "player"))
    return play(record, turn, number, nonce="00" * 16)


def a_bot_that_is_said_to_be_a_player(record: Json) -> str:
    turn, number, _ = next(answers(record, "bot"))
    return play(record, turn, number, by="player") + "/by"


def a_clock_that_was_too_fast(record: Json) -> str:
    turn, number, _ = next(answers(record, "player"))
    return play(record, turn, number, by="clock") + "/by"


def a_clock_that_plays_what_was_never_sealed(record: Json) -> str:
    """Before anybody's time was up."""
    turn, number, played = next(
        found
        for found in answers(record, "player")
        if not {"clock", "order"} & {one["by"] for one in record["turns"][found[0]]["actions"]}
    )
    del record["log"]["events"][sealed(record, turn, played["seat"])]
    return play(record, turn, number, by="clock") + "/by"


def a_score(record: Json) -> str:
    record["stages"][1]["scores"][0] += 1
    _, event = [*events(record, "stage_ended")][1]
    event["data"]["scores"][0] += 1
    finished = record["log"]["events"][-1]["data"]
    for told in (record["result"], finished):
        told["scores"][0] += 1
        best = max(told["scores"])
        told["winners"] = [seat for seat, one in enumerate(told["scores"]) if one == best]
    return "/stages/1/scores/0"


def a_winner(record: Json) -> str:
    finished = record["log"]["events"][-1]["data"]
    winners = record["result"]["winners"]
    loser = next(seat for seat in range(3) if seat not in winners)
    for told in (record["result"], finished):
        told["winners"] = sorted([*winners, loser])
    return "/result/winners"


def a_preserver(record: Json) -> str:
    number, event = next(events(record, "preserver_lost"))
    event["data"]["left"] += 1
    return f"/log/events/{number}/data/left"


def a_player_who_never_sat_down(record: Json) -> str:
    number, event = next(events(record, "started"))
    event["data"]["seats"][0]["player"] = "mallory"
    record["seats"][0] = "mallory"
    return f"/log/events/{number}/data/seats/0/player"


def a_player_who_never_took_the_seat(record: Json) -> str:
    record["seats"][0] = "mallory"
    return "/seats/0"


def a_time(record: Json) -> str:
    record["turns"][3]["closed_at"] = record["turns"][3]["opened_at"]
    return "/turns/3/closed_at"


def what_a_player_was_told(record: Json) -> str:
    turn = next(turn for turn in record["turns"] if turn["private"]["told"])
    turn["private"]["told"].pop()
    return f"/turns/{turn['number'] - 1}/private"


def a_turn_left_out_at_the_end(record: Json) -> str:
    last = record["turns"].pop()
    record["log"]["events"] = [
        event for event in record["log"]["events"] if event["data"].get("turn") != last["number"]
    ]
    # All that is left behind the turn before is of its moment.
    closed, _ = [*events(record, "turn_closed")][-1]
    for event in record["log"]["events"][closed:]:
        event["at"] = record["turns"][-1]["closed_at"]
    return "/end/chance"


def a_turn_too_many(record: Json) -> str:
    """After the last turn the clock answers for everybody once more."""
    last, log = record["turns"][-1], record["log"]["events"]
    number = last["number"] + 1
    told = [
        event["data"]["deadlines"]
        for event in log
        if event["type"] in ("turn_opened", "deadlines_moved")
        and event["data"]["turn"] == number - 1
    ]
    due_at = max(one["due_at"] for one in told[-1])
    opened, closed = (
        deepcopy(event)
        for event in log
        if event["type"] in ("turn_opened", "turn_closed") and event["data"]["turn"] == number - 1
    )
    place = log.index(closed) + 1
    # Nothing has come between the two, so it is one sitting, under the deadlines as they were told last.
    opened["at"], closed["at"] = closed["at"], max(closed["at"], due_at)
    opened["data"].update(turn=number, continues=True, deadlines=told[-1], due_at=due_at)
    actions = [{**played, "by": "clock"} for played in last["actions"]]
    salt = last["private"]["salt"]
    closed["data"] = {"turn": number, "actions": actions, "private": spec.private(salt, [])}
    for event in log[place:]:
        event["at"] = max(event["at"], closed["at"])
    log[place:place] = [opened, closed]
    more = {"number": number, "actions": actions, "private": {"salt": salt, "told": []}}
    times = {"opened_at": opened["at"], "closed_at": closed["at"]}
    # What was drawn after the last turn is drawn after this one.
    record["turns"].append({**last, **more, **times, "chance": record["end"]["chance"]})
    record["end"]["chance"] = []
    return f"/turns/{number - 1}"


def dropped(kind: str) -> Forgery:
    """A forgery that leaves the first event of a type out of the log."""

    def forgery(record: Json) -> str:
        number, _ = next(events(record, kind))
        del record["log"]["events"][number]
        return ""

    forgery.__name__ = f"without_{kind}"
    return forgery


def without_the_seal_of_a_player(record: Json) -> str:
    for turn, number, played in answers(record, "player"):
        told = {"turn": turn + 1, "seat": played["seat"]}
        own = [n for n, event in events(record, "sealed") if told.items() <= event["data"].items()]
        if len(own) == 1:
            # Nothing else of hers stands there then.
            del record["log"]["events"][own[0]]
            return f"/turns/{turn}/actions/{number}/by"
    raise AssertionError("Every answer was replaced.")


def without_the_seal_that_was_replaced(record: Json) -> str:
    later = next(event for _, event in events(record, "sealed") if event["data"]["replaces"])
    number = next(
        number
        for number, event in events(record, "sealed")
        if event["data"]["commitment"] == later["data"]["replaces"]
    )
    del record["log"]["events"][number]
    return f"/log/events/{later['number'] - 2}/data/replaces"


OF_THE_TIDE: list[tuple[str, Forgery]] = [
    ("draws", a_better_tide),
    ("draws", a_better_hand),
    ("rules", a_hand_that_was_not_dealt),
    ("rules", a_smaller_deck),
    ("draws", another_seed),
    ("seed", a_seed_that_was_not_committed_to),
    ("draws", a_text_of_a_player_left_out),
    ("sealed", another_card_than_was_sealed),
    ("rules", another_card_by_the_clock),
    ("sealed", another_nonce),
    ("sealed", a_bot_that_is_said_to_be_a_player),
    ("sealed", a_clock_that_was_too_fast),
    ("sealed", a_clock_that_plays_what_was_never_sealed),
    ("rules", a_score),
    ("rules", a_winner),
    ("rules", a_preserver),
    ("log", a_player_who_never_sat_down),
    ("log", a_player_who_never_took_the_seat),
    ("log", a_time),
    ("private", what_a_player_was_told),
    ("rules", a_turn_left_out_at_the_end),
    ("rules", a_turn_too_many),
    ("sealed", without_the_seal_of_a_player),
    ("sealed", without_the_seal_that_was_replaced),
    ("log", dropped("created")),
    ("log", dropped("joined")),
    ("log", dropped("started")),
    ("log", dropped("turn_opened")),
    ("log", dropped("turn_closed")),
    ("rules", dropped("stage_began")),
    ("rules", dropped("tides_revealed")),
    ("rules", dropped("cards_revealed")),
    ("rules", dropped("eliminated")),
    ("sealed", dropped("withdrawn")),
    ("chain", dropped("finished")),
]

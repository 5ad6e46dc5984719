"""Seats, offers, hosts, pauses, vacations and moved clocks that cannot have been: the log itself tells.

Every forger here writes the whole record and makes all hashes anew.
"""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest

from tests.thorough.verify import spec
from tests.thorough.verify.building import built, sealed_up
from tests.thorough.verify.dishonest import VICTIM, Cheating, Game
from tests.thorough.verify.forging import Forgery, by_name, caught, closing, events
from tests.thorough.verify.verifiers import Verifier, judged
from tests.thorough.verify.writing import utc

Json = dict[str, Any]


@pytest.fixture
def calm() -> Json:
    """A game in which nothing but answers happens, with a bot in its last seat."""
    games = (built("turn_the_tide", {}, 4, f"calm {n}", eventful=False) for n in count())
    return next(game for game in games if game["bots"][-1] and not game["bots"][1])


def insert(record: Json, kind: str, **data: Any) -> str:
    """Put an event behind the first turn that opens; its place."""
    log = record["log"]["events"]
    number, opened = next(events(record, "turn_opened"))
    log.insert(number + 1, {"type": kind, "at": opened["at"], "data": data})
    for place, event in enumerate(log, start=1):
        event["number"] = place
    return f"/log/events/{number + 1}"


def tell(record: Json, kind: str, seat: int, **data: Any) -> str:
    """Have the player of a seat be told something alone when the first turn closes; its place."""
    turn = record["turns"][0]
    told = turn["private"]["told"]
    data = {"seat": seat, **data}
    player, at = record["seats"][seat], turn["closed_at"]
    told.append({"player": player, "type": kind, "at": at, "data": data})
    bind(record, turn)
    return f"/turns/0/private/told/{len(told) - 1}"


def bind(record: Json, turn: Json) -> None:
    private = turn["private"]
    bound = spec.private(private["salt"], private["told"])
    closing(record, turn["number"] - 1)["private"] = bound


def later(time: str, **by: int) -> str:
    return utc(datetime.fromisoformat(time) + timedelta(**by))


# ---- the table


def a_seat_that_nobody_has_left_is_offered(record: Json) -> str:
    guest = record["seats"][0]
    return insert(record, "seat_offered", seat=0, player=guest) + "/data/seat"


def an_offer_that_was_never_made_ends(record: Json) -> str:
    guest = record["seats"][1]
    return insert(record, "offer_ended", seat=0, player=guest) + "/data/player"


def a_host_who_is_not_due(record: Json) -> str:
    return insert(record, "host_changed", host=record["seats"][1]) + "/type"


def a_game_that_was_called_off(record: Json) -> str:
    return insert(record, "cancelled", reason="host") + "/type"


# ---- what players agree to


def a_pause_that_a_bot_agrees_to(record: Json) -> str:
    seat = len(record["seats"]) - 1
    told = {"length": "PT8H", "agreed": [seat]}
    return insert(record, "pause_agreed", seat=seat, **told) + "/data/seat"


def a_pause_of_no_length(record: Json) -> str:
    told = {"length": "PT0S", "agreed": [0]}
    return insert(record, "pause_agreed", seat=0, **told) + "/data/length"


def a_pause_that_others_are_said_to_agree_to(record: Json) -> str:
    told = {"length": "PT8H", "agreed": [0, 1]}
    return insert(record, "pause_agreed", seat=0, **told) + "/data/agreed"


def a_proposal_that_was_never_made_is_dropped(record: Json) -> str:
    return insert(record, "pause_dropped", seat=0) + "/data"


def a_vacation_where_none_count(record: Json) -> str:
    _, opened = next(events(record, "turn_opened"))
    span = {"from": opened["at"], "until": later(opened["at"], days=1)}
    return insert(record, "vacation", seat=0, **span) + "/data"


def a_vacation_that_ends_before_it_begins(record: Json) -> str:
    _, created = next(events(record, "created"))
    created["data"]["absence"]["vacations"] = True
    _, opened = next(events(record, "turn_opened"))
    span = {"from": later(opened["at"], days=1), "until": opened["at"]}
    return insert(record, "vacation", seat=0, **span) + "/data/until"


def a_vote_of_a_bot(record: Json) -> str:
    seat = len(record["seats"]) - 1
    told = {"votes": [seat], "of": 2}
    return insert(record, "go_on_voted", seat=seat, **told) + "/data/seat"


def a_game_that_goes_on_without_a_vote(record: Json) -> str:
    return insert(record, "going_on", seats=[0]) + "/data"


# ---- time


def a_result_a_day_after_the_last_turn(record: Json) -> str:
    finished = record["log"]["events"][-1]
    finished["at"] = later(finished["at"], days=1)
    return f"/log/events/{finished['number'] - 1}/at"


def a_full_game_that_starts_a_second_later(record: Json) -> str:
    number, _ = next(events(record, "started"))
    log = record["log"]["events"]
    assert log[0]["data"]["start"] == "full"
    for event in log[:number]:
        event["at"] = later(event["at"], seconds=-1)
    return f"/log/events/{number}/at"


def deadlines_that_are_told_twice(record: Json) -> str:
    _, opened = next(events(record, "turn_opened"))
    told = {"turn": 1, "deadlines": opened["data"]["deadlines"]}
    return insert(record, "deadlines_moved", **told) + "/data/deadlines"


# ---- what is told alone


def an_offer_that_nobody_has_heard_of(record: Json) -> str:
    return tell(record, "offered_to_you", 0, host=record["seats"][0])


def a_seat_that_nobody_has_taken(record: Json) -> str:
    return tell(record, "seat_lost", 0, player=record["seats"][1])


def something_told_after_the_turn_had_closed(record: Json) -> str:
    place = tell(record, "greeting", 0)
    turn = record["turns"][0]
    turn["private"]["told"][-1]["at"] = later(turn["closed_at"], seconds=1)
    bind(record, turn)
    return f"{place}/at"


def an_order_for_a_tide_that_does_not_exist(record: Json) -> str:
    order = {"plays": [{"card": 3, "when": {"lower_tide": {"least": 13}}}]}
    place = tell(record, "order_given", 0, order=order, at_once=False)
    return f"{place}/data/order/plays/0/when/lower_tide/least"


def an_order_for_a_seat_of_another(record: Json) -> str:
    order = {"plays": [{"card": 3}]}
    place = tell(record, "order_given", 0, order=order, at_once=False)
    record["turns"][0]["private"]["told"][-1]["player"] = record["seats"][1]
    bind(record, record["turns"][0])
    return f"{place}/player"


@by_name(
    [
        ("log", a_seat_that_nobody_has_left_is_offered),
        ("log", an_offer_that_was_never_made_ends),
        ("log", a_host_who_is_not_due),
        ("log", a_game_that_was_called_off),
        ("times", a_pause_that_a_bot_agrees_to),
        ("times", a_pause_of_no_length),
        ("times", a_pause_that_others_are_said_to_agree_to),
        ("times", a_proposal_that_was_never_made_is_dropped),
        ("times", a_vacation_where_none_count),
        ("times", a_vacation_that_ends_before_it_begins),
        ("times", a_vote_of_a_bot),
        ("times", a_game_that_goes_on_without_a_vote),
        ("times", a_result_a_day_after_the_last_turn),
        ("times", a_full_game_that_starts_a_second_later),
        ("times", deadlines_that_are_told_twice),
        ("private", an_offer_that_nobody_has_heard_of),
        ("private", a_seat_that_nobody_has_taken),
        ("private", something_told_after_the_turn_had_closed),
        ("form", an_order_for_a_tide_that_does_not_exist),
        ("rules", an_order_for_a_seat_of_another),
    ]
)
def test_what_cannot_have_been_is_refused(
    verifier: Verifier, calm: Json, check: str, forgery: Forgery
) -> None:
    caught(verifier, calm, forgery, check)


# ---- seats that change hands


def a_seat_taken_without_an_offer(record: Json) -> str:
    number, taken = next(events(record, "seat_taken"))
    log = record["log"]["events"]
    offered = {"seat": taken["data"]["seat"], "player": taken["data"]["player"]}
    log[:] = [one for one in log if (one["type"], one["data"]) != ("seat_offered", offered)]
    for turn in record["turns"]:
        told = turn["private"]["told"]
        private = [one for one in told if one["type"] != "offered_to_you"]
        if private != told:
            turn["private"]["told"] = private
            bind(record, turn)
    for place, event in enumerate(log, start=1):
        event["number"] = place
    return f"/log/events/{number - 1}/data/player"


def a_seat_lost_of_which_its_player_hears_nothing(record: Json) -> str:
    for turn in record["turns"]:
        lost = [one for one in turn["private"]["told"] if one["type"] == "seat_lost"]
        if lost:
            turn["private"]["told"].remove(lost[0])
            bind(record, turn)
            number = next(
                number
                for number, event in events(record, "turn_closed")
                if event["data"]["turn"] == turn["number"]
            )
            return f"/log/events/{number}"
    raise AssertionError("Nobody has lost a seat.")


def a_bot_that_does_not_exist(record: Json) -> str:
    number, event = next(events(record, "stand_in"))
    event["data"]["bot"] = "deep thought"
    seat = event["data"]["seat"]
    back = [one for _, one in events(record, "returned") if one["data"]["seat"] == seat]
    if not back:
        record["bots"][seat] = "deep thought"
    return f"/log/events/{number}/data/bot"


def a_host_who_is_another(record: Json) -> str:
    number, event = next(events(record, "host_changed"))
    others = {*record["seats"]} - {None, event["data"]["host"]}
    event["data"]["host"] = min(others)
    return f"/log/events/{number}/data/host"


def a_host_who_stays_although_away(record: Json) -> str:
    number, _ = next(events(record, "host_changed"))
    log = record["log"]["events"]
    del log[number]
    for place, event in enumerate(log, start=1):
        event["number"] = place
    return f"/log/events/{number}/type"


@by_name(
    [
        ("log", a_seat_taken_without_an_offer),
        ("private", a_seat_lost_of_which_its_player_hears_nothing),
        ("form", a_bot_that_does_not_exist),
        ("log", a_host_who_is_another),
        ("log", a_host_who_stays_although_away),
    ]
)
def test_a_seat_that_cannot_have_changed_hands_so_is_refused(
    verifier: Verifier, tide: Json, check: str, forgery: Forgery
) -> None:
    caught(verifier, tide, forgery, check)


def test_a_seat_beyond_those_of_the_game_is_refused(verifier: Verifier) -> None:
    games = (built("turn_the_tide", {}, 3, f"people {n}", eventful=False) for n in count())
    record = next(game for game in games if not any(game["bots"]))
    assert judged(verifier, record).sound
    number, joined = [*events(record, "joined")][-1]
    joined["data"]["seat"] = 7
    verdict = judged(verifier, sealed_up(record))
    assert (verdict.check, verdict.place) == ("log", f"/log/events/{number}/data/seat"), verdict


# ---- the clock of a test game


class Moved(Cheating):
    """In one turn the time of the game is moved by an hour, and in the next by a minute."""

    by = {4: ("PT1H", "PT1H"), 5: ("PT60S", "PT3660S")}

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        return False

    def stop(self) -> None:
        """Nobody stops the clock."""

    def answer(self) -> dict[int, str]:
        if self.number in self.by:
            self.playing.now += timedelta(hours=1) if self.number == 4 else timedelta(minutes=1)
            by, ahead = self.by[self.number]
            self.playing.tell("clock_moved", seat=VICTIM, by=by, ahead=ahead)
        return super().answer()


@pytest.mark.parametrize(
    ("name", "other"), [("by", "PT2H"), ("by", "PT0S"), ("ahead", "PT90S"), ("seat", "a bot's")]
)
def test_a_clock_that_was_moved_otherwise_is_refused(
    verifier: Verifier, name: str, other: Any
) -> None:
    games = (Game(f"moved {n}", Moved) for n in count())
    record = next(game for game in games if game.record["bots"][-1]).record
    assert judged(verifier, record).sound
    number, event = next(events(record, "clock_moved"))
    event["data"][name] = len(record["seats"]) - 1 if name == "seat" else other
    verdict = judged(verifier, sealed_up(record))
    place = f"/log/events/{number}/data/{name}"
    assert (verdict.check, verdict.place) == ("times", place), verdict

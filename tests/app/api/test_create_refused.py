"""POST /games: wishes that cannot be met."""

from typing import Any

import pytest

from games.models import Game
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.wishes import WISH, hours
from tests.people import Person

pytestmark = pytest.mark.django_db


HOURS_PARTS = [f"/clock/hours/{part}" for part in ("zone", "days", "from", "to")]


def reliability(least: Any) -> dict[str, Any]:
    return {"absence": {"least_reliability": least}}


@pytest.mark.parametrize(
    ("change", "status", "code", "pointers"),
    [
        ({"ruleset": "chess"}, 400, "unknown_ruleset", ["/ruleset"]),
        ({"ruleset": "\x00"}, 400, "wrong_format", ["/ruleset"]),
        ({"ruleset": None}, 400, "wrong_type", ["/ruleset"]),
        ({"options": {"edition": "none"}}, 400, "invalid_options", ["/options/edition"]),
        ({"options": {"edition": ["amigo"]}}, 400, "invalid_options", ["/options/edition"]),
        ({"options": {"edition": None}}, 400, "invalid_options", ["/options/edition"]),
        ({"options": {"dice/~": 2}}, 400, "unknown_field", ["/options/dice~1~0"]),
        ({"options": []}, 400, "wrong_type", ["/options"]),
        ({"seat_count": 2}, 400, "invalid_seats", ["/seat_count"]),
        ({"seat_count": 6}, 400, "invalid_seats", ["/seat_count"]),
        ({"seat_count": 0}, 400, "out_of_range", ["/seat_count"]),
        ({"seat_count": 101}, 400, "out_of_range", ["/seat_count"]),
        ({"seat_count": 3.5}, 400, "wrong_type", ["/seat_count"]),
        ({"seat_count": True}, 400, "wrong_type", ["/seat_count"]),
        ({"seat_count": "3"}, 400, "wrong_type", ["/seat_count"]),
        ({"bots": ["deep_blue"]}, 400, "unknown_bot", ["/bots/0"]),
        ({"bots": ["random", "deep_blue"]}, 400, "unknown_bot", ["/bots/1"]),
        ({"bots": ["random"] * 3}, 400, "too_many_bots", ["/bots"]),
        ({"bots": ["random"] * 21}, 400, "too_long", ["/bots"]),
        ({"bots": "random"}, 400, "wrong_type", ["/bots"]),
        ({"bots": [7]}, 400, "wrong_type", ["/bots/0"]),
        ({"bots": ["\x00"]}, 400, "wrong_format", ["/bots/0"]),
        ({"clock": {"per_turn": "PT59S"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "P14DT1S"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "P999999D"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "PT99999999H"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "P"}}, 400, "wrong_format", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "PT"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "P1DT"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "P1M"}}, 400, "invalid_clock", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "24h"}}, 400, "wrong_format", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "-PT24H"}}, 400, "wrong_format", ["/clock/per_turn"]),
        ({"clock": {"per_turn": "PT24H\n"}}, 400, "wrong_format", ["/clock/per_turn"]),
        ({"clock": {"per_turn": 86400}}, 400, "wrong_type", ["/clock/per_turn"]),
        ({"clock": {"per_turn": None}}, 400, "wrong_type", ["/clock/per_turn"]),
        ({"clock": None}, 400, "wrong_type", ["/clock"]),
        ({"clock": {"bank": "P14DT1S"}}, 400, "invalid_clock", ["/clock/bank"]),
        ({"clock": {"bank": 3600}}, 400, "wrong_type", ["/clock/bank"]),
        ({"clock": {"increment": "PT1H"}}, 400, "invalid_clock", ["/clock/increment"]),
        ({"clock": {"grace": "a day"}}, 400, "wrong_format", ["/clock/grace"]),
        ({"clock": {"ahead": "PT1H"}}, 400, "unknown_field", ["/clock/ahead"]),
        ({"clock": {"hours": {}}}, 400, "missing_field", HOURS_PARTS),
        ({"clock": {"hours": [8, 22]}}, 400, "wrong_type", ["/clock/hours"]),
        (hours({"zone": "Mars/Olympus"}), 400, "invalid_clock", ["/clock/hours/zone"]),
        (hours({"zone": ""}), 400, "too_short", ["/clock/hours/zone"]),
        (hours({"days": []}), 400, "too_short", ["/clock/hours/days"]),
        (hours({"days": ["mon"] * 8}), 400, "wrong_format", ["/clock/hours/days"]),
        (hours({"days": ["sun", "mon", "sun"]}), 400, "wrong_format", ["/clock/hours/days"]),
        (hours({"days": ["mon", "mon"]}), 400, "wrong_format", ["/clock/hours/days"]),
        (hours({"days": ["Monday"]}), 400, "not_a_choice", ["/clock/hours/days/0"]),
        (hours({"from": "8:00"}), 400, "wrong_format", ["/clock/hours/from"]),
        (hours({"from": "24:00"}), 400, "invalid_clock", ["/clock/hours/from"]),
        (hours({"to": "24:01"}), 400, "invalid_clock", ["/clock/hours/to"]),
        (hours({"to": "08:00"}), 400, "invalid_clock", ["/clock/hours/to"]),
        (hours({"to": "08:59"}), 400, "invalid_clock", ["/clock/hours/to"]),
        (hours({"until": "22:00"}), 400, "unknown_field", ["/clock/hours/until"]),
        (hours({"days": ["mon"]}, per_turn="P14D"), 400, "invalid_clock", ["/clock/hours"]),
        ({"absence": None}, 400, "wrong_type", ["/absence"]),
        ({"absence": {"bot_after": 0}}, 400, "out_of_range", ["/absence/bot_after"]),
        ({"absence": {"bot_after": 101}}, 400, "out_of_range", ["/absence/bot_after"]),
        ({"absence": {"bot_after": None}}, 400, "wrong_type", ["/absence/bot_after"]),
        ({"absence": {"vacations": "yes"}}, 400, "wrong_type", ["/absence/vacations"]),
        (reliability(-1), 400, "out_of_range", ["/absence/least_reliability"]),
        (reliability(101), 400, "out_of_range", ["/absence/least_reliability"]),
        (reliability(0.8), 400, "wrong_type", ["/absence/least_reliability"]),
        ({"absence": {"host": "ann"}}, 400, "unknown_field", ["/absence/host"]),
        ({"clock": {"per_turn": "PT24H", "x": 1}}, 400, "unknown_field", ["/clock/x"]),
        ({"private": 1}, 400, "wrong_type", ["/private"]),
        ({"start": "now"}, 400, "not_a_choice", ["/start"]),
        ({"entropy": "gulls"}, 400, "unknown_field", ["/entropy"]),
        ({"absence": {"most_stopped": "P1D"}}, 400, "unknown_field", ["/absence/most_stopped"]),
        ({"host": "bob"}, 400, "unknown_field", ["/host"]),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(
    ann: Person, change: dict[str, object], status: int, code: str, pointers: list[str]
) -> None:
    with nothing_changes():
        refused(ann.post("/games", {**WISH, **change}), status, code, *pointers)


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (
            {"seat_count": 9, "bots": ["x"], "foo": 1},
            [
                ("/foo", "unknown_field"),
                ("/seat_count", "invalid_seats"),
                ("/bots/0", "unknown_bot"),
            ],
        ),
        (
            {"options": {"edition": 1, "dice": 2}, "clock": {"per_turn": "PT1S"}, "start": "now"},
            [
                ("/start", "not_a_choice"),
                ("/options/dice", "unknown_field"),
                ("/options/edition", "invalid_options"),
                ("/clock/per_turn", "invalid_clock"),
            ],
        ),
        # What depends on a faulty member is not judged.
        (
            {"options": 7, "seat_count": 9, "bots": ["x", "random"]},
            [("/options", "wrong_type"), ("/bots/0", "unknown_bot")],
        ),
        (
            {"ruleset": 7, "seat_count": 9, "bots": ["x"], "foo": 1},
            [("/ruleset", "wrong_type"), ("/foo", "unknown_field")],
        ),
        (
            {"seat_count": 0, "bots": ["x"] * 5},
            [("/seat_count", "out_of_range"), *((f"/bots/{at}", "unknown_bot") for at in range(5))],
        ),
    ],
)
def test_all_faults_of_a_wish_are_named_at_once(
    ann: Person, change: dict[str, object], faults: list[tuple[str, str]]
) -> None:
    with nothing_changes():
        said = ann.post("/games", {**WISH, **change})
    assert (said.status, said.code) == (400, "invalid_request")
    assert [(one["pointer"], one["code"]) for one in said.json["errors"]] == faults


def test_the_bots_of_a_wish_are_counted_with_its_seats(ann: Person) -> None:
    with nothing_changes():
        said = ann.post("/games", {**WISH, "seat_count": 2, "bots": ["random"] * 2})
    refused(said, 400, "invalid_request", "/seat_count", "/bots")


@pytest.mark.parametrize("number", [b"1e400", b"-1e400", b"NaN", b"Infinity", b"-Infinity"])
def test_what_is_no_number_of_json_is_malformed(ann: Person, number: bytes) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seat_count": ' + number + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "malformed_json")


@pytest.mark.parametrize("number", [b"9" * 19, b"-1", b"18446744073709551615"])
def test_a_number_beyond_measure_is_out_of_range(ann: Person, number: bytes) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seat_count": ' + number + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "out_of_range", "/seat_count")


def test_a_number_of_thousands_of_digits_is_refused(ann: Person) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seat_count": ' + b"9" * 300 + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "out_of_range", "/seat_count")
    raw = raw.replace(b"9" * 300, b"9" * 5000)
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "malformed_json")


def test_a_stranger_opens_no_game(stranger: Person, ann: Person) -> None:
    with nothing_changes():
        refused(stranger.post("/games", WISH), 401, "not_authenticated")
    assert not Game.objects.exists()

"""POST /games."""

from datetime import timedelta
from typing import Any

import pytest

from games.checks import stops_have_an_end
from games.models import Game
from tests.api.hearing import log
from tests.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db
WISH: dict[str, Any] = {"ruleset": "turn_the_tide", "seats": 3}
NO_MORE = {"bank": None, "increment": None, "grace": None, "hours": None, "ahead": None}
NO_CLOCK: dict[str, Any] = {name: None for name in NO_MORE if name != "ahead"}
"""What a clock says that has nothing but a time for each turn."""
USUAL_ABSENCE: dict[str, Any] = {"bot_after": 3, "vacations": True, "least_reliability": None}
MOST_STOPPED = {"most_stopped": "PT1440H"}
"""What the server adds."""


def test_the_host_takes_seat_0_and_bots_the_last(ann: Person) -> None:
    said = ann.post("/games", {**WISH, "seats": 4, "bots": ["random", "careful"]})
    assert said.status == 201
    assert said.headers["Location"] == f"/api/v1/games/{said.json['id']}"
    known = said.json["seats"][0]["participant"]
    assert len(known) == 16
    as_at_first = {"score": 0, "away": None, "missed": 0, "bank": None, "offered_to": None}
    assert said.json["seats"] == [
        {"seat": 0, "player": "ann", "participant": known, "bot": None, **as_at_first},
        {"seat": 2, "player": None, "participant": None, "bot": "random", **as_at_first},
        {"seat": 3, "player": None, "participant": None, "bot": "careful", **as_at_first},
    ]
    assert ann.sees(said.json["id"]) == said.json


def test_what_is_left_out_has_its_default(ann: Person) -> None:
    said = ann.post("/games", WISH).json
    assert said["options"] == {"edition": "amigo"}
    assert said["clock"] == {"per_turn": "PT24H", **NO_MORE}
    assert said["absence"] == USUAL_ABSENCE | MOST_STOPPED
    assert said["start"] == "full"
    assert (said["pause"], said["vacations"]) == (None, [])
    assert said["private"] is False
    assert (said["status"], said["host"], said["size"]) == ("open", "ann", 3)
    assert said["turn"] is said["table"] is said["mine"] is said["result"] is None
    assert said["stage"] is said["stages"] is said["started_at"] is said["ended_at"] is None


def test_everything_can_be_asked_for(ann: Person) -> None:
    hours = {"zone": "Europe/Berlin", "days": ["mon", "sun"], "from": "18:00", "to": "02:30"}
    wish: dict[str, Any] = {
        "ruleset": "turn_the_tide",
        "options": {"edition": "bga_modified"},
        "seats": 6,
        "bots": [],
        "clock": {
            "per_turn": "PT90M",
            "bank": "P1DT1H",
            "increment": "PT600S",
            "grace": "PT12H",
            "hours": hours,
        },
        "absence": {"bot_after": 1, "vacations": False, "least_reliability": 80},
        "private": True,
        "start": "host",
    }
    said = ann.post("/games", wish).json
    assert said["options"] == {"edition": "bga_modified"}
    assert (said["size"], said["private"]) == (6, True)
    assert said["clock"] == {
        "per_turn": "PT90M",
        "bank": "PT25H",
        "increment": "PT10M",
        "grace": "PT12H",
        "hours": hours,
        "ahead": None,
    }
    assert said["absence"] == {**wish["absence"], **MOST_STOPPED}
    assert said["start"] == "host"
    assert said["seats"][0]["bank"] == "PT25H", "each begins with a full one"


@pytest.mark.parametrize("part", ["bank", "increment", "grace", "hours"])
def test_of_a_clock_and_of_absence_each_part_has_a_default_of_its_own(
    ann: Person, part: str
) -> None:
    said = ann.post("/games", {**WISH, "clock": {part: None}, "absence": {}}).json
    assert said["clock"] == {"per_turn": "PT24H", **NO_MORE}
    assert said["absence"] == USUAL_ABSENCE | MOST_STOPPED
    said = ann.post("/games", {**WISH, "clock": {}, "absence": {"bot_after": 100}}).json
    assert said["clock"] == {"per_turn": "PT24H", **NO_MORE}
    assert said["absence"] == {**USUAL_ABSENCE, **MOST_STOPPED, "bot_after": 100}


def test_every_seat_begins_with_a_whole_bank(ann: Person) -> None:
    clock = {"per_turn": "PT1H", "bank": "PT72H", "increment": "PT30M"}
    said = ann.post("/games", {**WISH, "bots": ["random", "random"], "clock": clock}).json
    assert [seat["bank"] for seat in said["seats"]] == ["PT72H"] * 3
    assert said["mine"]["bank"] == "PT72H"


def test_a_game_with_bots_in_every_other_seat_starts_at_once(ann: Person) -> None:
    said = ann.post("/games", {**WISH, "bots": ["random", "random"]}).json
    assert said["status"] == "running"
    assert len(said["mine"]["legal_actions"]) == 12


def test_the_commitment_comes_before_any_text(ann: Person) -> None:
    opened = ann.post("/games", WISH).json
    assert opened["fairness"]["commitment"].startswith("sha256:")
    assert opened["fairness"]["entropy"] == [None]


def test_the_first_event_binds_the_terms_as_they_are_shown(ann: Person) -> None:
    clock: dict[str, Any] = {
        "per_turn": "PT90M",
        "bank": "P1D",
        "hours": hours({})["clock"]["hours"],
    }
    absence: dict[str, Any] = {"bot_after": 7, "vacations": False, "least_reliability": 60}
    wish = {**WISH, "bots": ["random"], "clock": clock, "absence": absence, "start": "host"}
    opened = ann.post("/games", wish).json
    (created, _) = log(ann, opened["id"])
    told = created["data"]
    shown = {name: value for name, value in opened["clock"].items() if name != "ahead"}
    assert told["clock"] == shown == {**NO_CLOCK, **clock, "bank": "PT24H"}
    assert told["absence"] == opened["absence"] == absence | MOST_STOPPED
    assert told["start"] == "host"
    assert told["host"] == opened["seats"][0]["participant"]
    assert told["commitment"] == opened["fairness"]["commitment"]
    named = (
        "host",
        "ruleset",
        "options",
        "seats",
        "bots",
        "commitment",
        "start",
        "clock",
        "absence",
    )
    assert set(told) == {*named}


def test_a_game_keeps_how_long_it_may_be_held_up_as_it_was_set_when_it_was_opened(
    ann: Person, settings: Any
) -> None:
    settings.TIDE_MOST_STOPPED = timedelta(days=7)
    opened = ann.post("/games", WISH).json
    settings.TIDE_MOST_STOPPED = timedelta(days=1)
    (created, _) = log(ann, opened["id"])
    assert created["data"]["absence"]["most_stopped"] == "PT168H"
    assert ann.sees(opened["id"])["absence"]["most_stopped"] == "PT168H"
    assert ann.post("/games", WISH).json["absence"]["most_stopped"] == "PT24H"


@pytest.mark.parametrize("most", [timedelta(seconds=-1), timedelta(days=3661)])
def test_a_server_does_not_start_with_a_limit_that_is_none(settings: Any, most: timedelta) -> None:
    assert stops_have_an_end(None) == []
    settings.TIDE_MOST_STOPPED = most
    (fault,) = stops_have_an_end(None)
    assert fault.id == "games.E005"


def test_every_game_has_an_id_and_a_commitment_of_its_own(ann: Person) -> None:
    games = [ann.post("/games", WISH).json for _ in range(5)]
    assert len({game["id"] for game in games}) == 5
    assert len({game["fairness"]["commitment"] for game in games}) == 5


@pytest.mark.parametrize("per_turn", ["PT1M", "P14D", "PT90S", "P1DT1H1M1S", "PT1440M"])
def test_a_turn_may_last_from_a_minute_to_a_fortnight(ann: Person, per_turn: str) -> None:
    assert ann.post("/games", {**WISH, "clock": {"per_turn": per_turn}}).status == 201


HOURS_PARTS = [f"/clock/hours/{part}" for part in ("zone", "days", "from", "to")]


def hours(change: dict[str, Any], **clock: Any) -> dict[str, Any]:
    """The part of a wish that is about hours of play."""
    usual = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "08:00", "to": "22:00"}
    return {"clock": {**clock, "hours": {**usual, **change}}}


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
        ({"options": {"dice/~": 2}}, 400, "invalid_options", ["/options/dice~1~0"]),
        ({"options": []}, 400, "wrong_type", ["/options"]),
        ({"seats": 2}, 400, "invalid_seats", ["/seats"]),
        ({"seats": 6}, 400, "invalid_seats", ["/seats"]),
        ({"seats": 0}, 400, "out_of_range", ["/seats"]),
        ({"seats": 101}, 400, "out_of_range", ["/seats"]),
        ({"seats": 3.0}, 400, "wrong_type", ["/seats"]),
        ({"seats": True}, 400, "wrong_type", ["/seats"]),
        ({"seats": "3"}, 400, "wrong_type", ["/seats"]),
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
        (hours({"days": ["mon"] * 8}), 400, "too_long", ["/clock/hours/days"]),
        (hours({"days": ["mon", "mon"]}), 400, "invalid_clock", ["/clock/hours/days/1"]),
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


@pytest.mark.parametrize("number", [b"1e400", b"-1e400", b"NaN", b"Infinity", b"-Infinity"])
def test_what_is_no_number_of_json_is_malformed(ann: Person, number: bytes) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seats": ' + number + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "malformed_json")


@pytest.mark.parametrize("number", [b"9" * 19, b"-1", b"18446744073709551615"])
def test_a_number_beyond_measure_is_out_of_range(ann: Person, number: bytes) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seats": ' + number + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "out_of_range", "/seats")


@pytest.mark.parametrize("number", [b"3.0", b"3e0", b"0.3e1"])
def test_a_whole_number_is_written_without_a_point(ann: Person, number: bytes) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seats": ' + number + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "wrong_type", "/seats")


def test_a_number_of_thousands_of_digits_is_refused(ann: Person) -> None:
    raw = b'{"ruleset": "turn_the_tide", "seats": ' + b"9" * 300 + b"}"
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "invalid_request", "/seats", "/seats")
    raw = raw.replace(b"9" * 300, b"9" * 5000)
    with nothing_changes():
        refused(ann.call("POST", "/games", raw=raw), 400, "malformed_json")


def test_a_stranger_opens_no_game(stranger: Person, ann: Person) -> None:
    with nothing_changes():
        refused(stranger.post("/games", WISH), 401, "not_authenticated")
    assert not Game.objects.exists()

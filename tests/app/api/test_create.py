"""POST /games."""

from codecs import BOM_UTF8
from datetime import timedelta
from typing import Any

import pytest

from common.rest.json_codec import dump
from games.checks import check_max_stopped_time
from tests.app.api.events import log
from tests.factories import NO_BOT
from tests.people import Person

pytestmark = pytest.mark.django_db

WISH: dict[str, Any] = {"ruleset": "turn_the_tide", "seat_count": 3}
LENGTHS = ("bank", "increment", "grace", "ahead")
USUAL_CLOCK: dict[str, Any] = {
    "per_turn": "PT24H",
    "per_turn_seconds": 86_400,
    "hours": None,
    **dict.fromkeys(LENGTHS),
    **{f"{name}_seconds": None for name in LENGTHS},
}
MOST_STOPPED = {"most_stopped": "PT1440H", "most_stopped_seconds": 5_184_000}
"""What the server adds."""
USUAL_ABSENCE = {"bot_after": 3, "vacations": True, "least_reliability": None, **MOST_STOPPED}


def test_a_byte_order_mark_before_json_is_ignored(ann: Person) -> None:
    assert ann.call("POST", "/games", raw=BOM_UTF8 + dump(WISH)).status == 201


def test_the_host_takes_seat_0_and_bots_the_last(ann: Person) -> None:
    said = ann.post("/games", {**WISH, "seat_count": 4, "bots": ["random", "careful"]})
    assert said.status == 201
    assert said.headers["Location"] == f"/api/v1/games/{said.json['id']}"
    known = said.json["seats"][0]["participant"]
    assert len(known) == 16
    as_at_first = {"score": 0, "away": None, "missed": 0, "offered_to": None}
    as_at_first |= {"bank": None, "bank_seconds": None}
    of_ann = {"player": "ann", "account": "person", "participant": known}
    nobodys = {"player": None, "account": None, "participant": None}
    assert said.json["seats"] == [
        {"seat": 0, **of_ann, "bot": None, **as_at_first},
        {"seat": 2, **nobodys, "bot": "random", **as_at_first},
        {"seat": 3, **nobodys, "bot": "careful", **as_at_first},
    ]
    assert ann.sees(said.json["id"]) == said.json


def test_what_is_left_out_has_its_default(ann: Person) -> None:
    said = ann.post("/games", WISH).json
    assert said["options"] == {"edition": "amigo"}
    assert (said["clock"], said["absence"]) == (USUAL_CLOCK, USUAL_ABSENCE)
    assert (said["start"], said["private"], said["pause"]) == ("full", False, None)
    assert (said["status"], said["host"], said["seat_count"]) == ("open", "ann", 3)
    assert said["turn"] is said["table"] is said["mine"] is said["result"] is None
    assert said["stage"] is said["stages"] is said["started_at"] is said["ended_at"] is None
    assert said["fairness"]["commitment"].startswith("sha256:")
    assert (said["fairness"]["entropy"], said["vacations"]) == ([None], [])
    # Each part of a clock and of absence has a default of its own.
    parts = {"clock": {"bank": None, "hours": None}, "absence": NO_BOT}
    other = ann.post("/games", {**WISH, **parts}).json
    assert other["clock"] == USUAL_CLOCK
    assert other["absence"] == {**USUAL_ABSENCE, "bot_after": 100}
    assert ann.post("/games", {**WISH, "clock": {}, "absence": {}}).json["clock"] == USUAL_CLOCK
    assert other["id"] != said["id"]
    assert other["fairness"]["commitment"] != said["fairness"]["commitment"]


def test_everything_can_be_asked_for_and_is_bound_by_the_first_event(ann: Person) -> None:
    hours = {"zone": "Europe/Berlin", "days": ["mon", "sun"], "from": "18:00", "to": "02:30"}
    clock = {"per_turn": "PT90M", "bank": "P1DT1H", "increment": "PT600S", "grace": "PT12H"}
    wish: dict[str, Any] = {
        "ruleset": "turn_the_tide",
        "options": {"edition": "bga_modified"},
        "seat_count": 6,
        "bots": [],
        "clock": {**clock, "hours": {**hours, "days": ["sun", "mon"]}},
        "absence": {"bot_after": 1, "vacations": False, "least_reliability": 80},
        "private": True,
        "start": "host",
    }
    said = ann.post("/games", wish).json
    assert said["options"] == {"edition": "bga_modified"}
    assert (said["seat_count"], said["private"], said["start"]) == (6, True, "host")
    clock |= {"bank": "PT25H", "increment": "PT10M"}
    seconds = {"per_turn": 5_400, "bank": 90_000, "increment": 600, "grace": 43_200, "ahead": None}
    assert said["clock"] == {
        **clock,
        "hours": hours,
        "ahead": None,
        **{f"{name}_seconds": value for name, value in seconds.items()},
    }
    assert said["absence"] == {**wish["absence"], **MOST_STOPPED}
    assert said["seats"][0]["bank"] == "PT25H", "each begins with a full one"
    told = log(ann, said["id"])[0]["data"]
    terms = {"ruleset", "options", "seats", "bots", "start", "clock", "absence"}
    assert set(told) == {"host", "commitment", *terms}
    assert told["clock"] == {**clock, "hours": hours}
    assert told["absence"] == {**wish["absence"], "most_stopped": MOST_STOPPED["most_stopped"]}
    assert told["start"] == "host"
    assert told["host"] == said["seats"][0]["participant"]
    assert told["commitment"] == said["fairness"]["commitment"]


def test_with_bots_in_every_other_seat_it_starts_at_once_with_whole_banks(ann: Person) -> None:
    clock = {"per_turn": "PT1H", "bank": "PT72H", "increment": "PT30M"}
    said = ann.post("/games", {**WISH, "bots": ["random", "random"], "clock": clock}).json
    assert (said["status"], len(said["mine"]["legal_actions"])) == ("running", 12)
    assert [seat["bank"] for seat in said["seats"]] == ["PT72H"] * 3
    assert [seat["bank_seconds"] for seat in said["seats"]] == [259_200] * 3
    assert (said["mine"]["bank"], said["mine"]["bank_seconds"]) == ("PT72H", 259_200)


@pytest.mark.parametrize("most", [timedelta(seconds=-1), timedelta(days=3661)])
def test_a_server_does_not_start_with_a_limit_that_is_none(settings: Any, most: timedelta) -> None:
    assert check_max_stopped_time(None) == []
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = most
    (fault,) = check_max_stopped_time(None)
    assert fault.id == "games.E005"

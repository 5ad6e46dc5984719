"""POST /games."""

from codecs import BOM_UTF8
from datetime import timedelta
from typing import Any

import pytest

from common.rest.json_codec import dump
from games.checks import check_max_stopped_time
from tests.app.api.events import log
from tests.people import Person

pytestmark = pytest.mark.django_db

WISH: dict[str, Any] = {"ruleset": "turn_the_tide", "seat_count": 3}
BERLIN = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "08:00", "to": "22:00"}


LENGTHS = ("bank", "increment", "grace", "ahead")


DAY = {"per_turn": "PT24H", "per_turn_seconds": 86_400}


NO_MORE: dict[str, Any] = {
    "hours": None,
    **dict.fromkeys(LENGTHS),
    **{f"{name}_seconds": None for name in LENGTHS},
}


NO_CLOCK: dict[str, Any] = dict.fromkeys(("bank", "increment", "grace", "hours"))
"""What a clock says that has nothing but a time for each turn."""


USUAL_ABSENCE: dict[str, Any] = {"bot_after": 3, "vacations": True, "least_reliability": None}


MOST_STOPPED = {"most_stopped": "PT1440H", "most_stopped_seconds": 5_184_000}
"""What the server adds."""


def test_a_byte_order_mark_before_json_is_ignored(ann: Person) -> None:
    assert ann.call("POST", "/games", raw=BOM_UTF8 + dump(WISH)).status == 201


def test_the_host_takes_seat_0_and_bots_the_last(ann: Person) -> None:
    said = ann.post("/games", {**WISH, "seat_count": 4, "bots": ["random", "careful"]})
    assert said.status == 201
    assert said.headers["Location"] == f"/api/v1/games/{said.json['id']}"
    known = said.json["seats"][0]["participant"]
    assert len(known) == 16
    as_at_first = {"score": 0, "away": None, "missed": 0, "bank": None, "offered_to": None}
    as_at_first["bank_seconds"] = None
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
    assert said["clock"] == {**DAY, **NO_MORE}
    assert said["absence"] == USUAL_ABSENCE | MOST_STOPPED
    assert said["start"] == "full"
    assert (said["pause"], said["vacations"]) == (None, [])
    assert said["private"] is False
    assert (said["status"], said["host"], said["seat_count"]) == ("open", "ann", 3)
    assert said["turn"] is said["table"] is said["mine"] is said["result"] is None
    assert said["stage"] is said["stages"] is said["started_at"] is said["ended_at"] is None


def test_everything_can_be_asked_for(ann: Person) -> None:
    hours = {"zone": "Europe/Berlin", "days": ["mon", "sun"], "from": "18:00", "to": "02:30"}
    wish: dict[str, Any] = {
        "ruleset": "turn_the_tide",
        "options": {"edition": "bga_modified"},
        "seat_count": 6,
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
    assert (said["seat_count"], said["private"]) == (6, True)
    assert said["clock"] == {
        "per_turn": "PT90M",
        "bank": "PT25H",
        "increment": "PT10M",
        "grace": "PT12H",
        "hours": hours,
        "ahead": None,
        "per_turn_seconds": 5_400,
        "bank_seconds": 90_000,
        "increment_seconds": 600,
        "grace_seconds": 43_200,
        "ahead_seconds": None,
    }
    assert said["absence"] == {**wish["absence"], **MOST_STOPPED}
    assert said["start"] == "host"
    assert said["seats"][0]["bank"] == "PT25H", "each begins with a full one"


@pytest.mark.parametrize("part", ["bank", "increment", "grace", "hours"])
def test_of_a_clock_and_of_absence_each_part_has_a_default_of_its_own(
    ann: Person, part: str
) -> None:
    said = ann.post("/games", {**WISH, "clock": {part: None}, "absence": {}}).json
    assert said["clock"] == {**DAY, **NO_MORE}
    assert said["absence"] == USUAL_ABSENCE | MOST_STOPPED
    said = ann.post("/games", {**WISH, "clock": {}, "absence": {"bot_after": 100}}).json
    assert said["clock"] == {**DAY, **NO_MORE}
    assert said["absence"] == {**USUAL_ABSENCE, **MOST_STOPPED, "bot_after": 100}


def test_every_seat_begins_with_a_whole_bank(ann: Person) -> None:
    clock = {"per_turn": "PT1H", "bank": "PT72H", "increment": "PT30M"}
    said = ann.post("/games", {**WISH, "bots": ["random", "random"], "clock": clock}).json
    assert [seat["bank"] for seat in said["seats"]] == ["PT72H"] * 3
    assert [seat["bank_seconds"] for seat in said["seats"]] == [259_200] * 3
    assert (said["mine"]["bank"], said["mine"]["bank_seconds"]) == ("PT72H", 259_200)


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
        "hours": BERLIN,
    }
    absence: dict[str, Any] = {"bot_after": 7, "vacations": False, "least_reliability": 60}
    wish = {**WISH, "bots": ["random"], "clock": clock, "absence": absence, "start": "host"}
    opened = ann.post("/games", wish).json
    (created, _) = log(ann, opened["id"])
    told = created["data"]
    assert told["clock"] == {**NO_CLOCK, **clock, "bank": "PT24H"}
    assert told["absence"] == {**absence, "most_stopped": MOST_STOPPED["most_stopped"]}
    for terms in ("clock", "absence"):
        assert told[terms].items() <= opened[terms].items()
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
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = timedelta(days=7)
    opened = ann.post("/games", WISH).json
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = timedelta(days=1)
    (created, _) = log(ann, opened["id"])
    assert created["data"]["absence"]["most_stopped"] == "PT168H"
    assert ann.sees(opened["id"])["absence"]["most_stopped"] == "PT168H"
    assert ann.post("/games", WISH).json["absence"]["most_stopped"] == "PT24H"


@pytest.mark.parametrize("most", [timedelta(seconds=-1), timedelta(days=3661)])
def test_a_server_does_not_start_with_a_limit_that_is_none(settings: Any, most: timedelta) -> None:
    assert check_max_stopped_time(None) == []
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = most
    (fault,) = check_max_stopped_time(None)
    assert fault.id == "games.E005"


def test_every_game_has_an_id_and_a_commitment_of_its_own(ann: Person) -> None:
    games = [ann.post("/games", WISH).json for _ in range(5)]
    assert len({game["id"] for game in games}) == 5
    assert len({game["fairness"]["commitment"] for game in games}) == 5


@pytest.mark.parametrize("per_turn", ["PT1M", "P14D", "PT90S", "P1DT1H1M1S", "PT1440M"])
def test_a_turn_may_last_from_a_minute_to_a_fortnight(ann: Person, per_turn: str) -> None:
    assert ann.post("/games", {**WISH, "clock": {"per_turn": per_turn}}).status == 201

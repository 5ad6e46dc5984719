"""GET and POST /me/vacations, DELETE /me/vacations/{id}, and what they do to deadlines."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games import vacations
from games.models import Turn
from tests import dealing
from tests.api.hearing import data, log, types
from tests.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment, standing
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


def day(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def written(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")


def announces(person: Person, since: datetime, until: datetime) -> Answer:
    return person.post("/me/vacations", {"from": written(since), "until": written(until)})


def writes(person: Person, since: str, until: str) -> dict[str, str]:
    """Announce a vacation in times of other zones than UTC, in which the server never writes."""
    said = person._client.post(
        "/api/v1/me/vacations",
        {"from": since, "until": until},
        content_type="application/json",
        headers={"Authorization": f"Bearer {person.token}"},
    )
    assert said.status_code == 201, said.content
    announced: dict[str, str] = said.json()
    return announced


def goes(person: Person, since: datetime, until: datetime) -> str:
    """Announce a vacation; its address."""
    said = announces(person, since, until)
    assert said.status == 201, said.json
    return f"/me/vacations/{said.json['id']}"


def days_left(person: Person) -> dict[int, float]:
    """What is left of each year's allowance, in days."""
    years = person.get("/me/vacations").json["allowance"]["years"]
    hours = {one["year"]: one["left"].removeprefix("PT").removesuffix("H") for one in years}
    return {year: int(left.removesuffix("0S") or 0) / 24 for year, left in hours.items()}


def dues(person: Person, game: str) -> list[datetime]:
    return [moment(asked["due_at"]) for asked in person.sees(game)["turn"]["asked"]]


# -- announced


def test_a_vacation_is_announced_from_when_to_when(ann: Person) -> None:
    since, until = day(2027, 8, 1), day(2027, 8, 15)
    said = announces(ann, since, until)
    assert said.status == 201
    assert (moment(said.json["from"]), moment(said.json["until"])) == (since, until)
    assert moment(said.json["announced_at"]) == MONDAY
    listed = ann.get("/me/vacations").json
    assert listed["results"] == [said.json]
    assert listed["allowance"]["days_a_year"] == 30
    assert days_left(ann) == {2027: 16, 2028: 30}


def test_without_a_beginning_it_begins_now(ann: Person) -> None:
    said = ann.post("/me/vacations", {"until": written(MONDAY + 5 * DAY)})
    assert moment(said.json["from"]) == MONDAY


def test_a_moment_may_be_written_in_any_zone(ann: Person) -> None:
    said = writes(ann, "2027-08-01T00:00:00+02:00", "2027-08-02T12:30:00.5-05:30")
    assert said["from"] == "2027-07-31T22:00:00Z"
    assert said["until"] == "2027-08-02T18:00:00.500000Z"


def test_vacations_are_listed_in_order_those_that_are_over_too(ann: Person, time: Time) -> None:
    goes(ann, day(2027, 9, 1), day(2027, 9, 2))
    goes(ann, MONDAY, MONDAY + DAY)
    time.goes_on(days=100)
    begin = [one["from"][:10] for one in ann.get("/me/vacations").json["results"]]
    assert begin == ["2027-03-01", "2027-09-01"]
    time.comes(day(2028, 1, 1))
    assert ann.get("/me/vacations").json["results"] == [], "of this year and the next"


def test_the_vacations_of_others_are_not_among_mine(ann: Person, bob: Person) -> None:
    address = goes(ann, day(2027, 8, 1), day(2027, 8, 15))
    assert bob.get("/me/vacations").json["results"] == []
    with nothing_changes():
        refused(bob.delete(address), 404, "vacation_not_found")


# -- the allowance


def test_no_more_than_the_allowance_of_a_year_can_be_announced(ann: Person) -> None:
    goes(ann, day(2027, 4, 1), day(2027, 4, 21))
    with nothing_changes():
        said = announces(ann, day(2027, 6, 1), day(2027, 6, 11) + timedelta(seconds=1))
        refused(said, 409, "no_vacation_left")
        assert "10.0 days" in said.json["detail"]
    goes(ann, day(2027, 6, 1), day(2027, 6, 11))
    assert days_left(ann) == {2027: 0, 2028: 30}
    with nothing_changes():
        refused(announces(ann, day(2027, 7, 1), day(2027, 7, 2)), 409, "no_vacation_left")


def test_a_vacation_over_new_year_counts_in_each_year_for_its_days(ann: Person) -> None:
    goes(ann, day(2027, 12, 22), day(2028, 1, 13))
    assert days_left(ann) == {2027: 20, 2028: 18}


def test_it_is_refused_if_either_year_has_too_little_left(ann: Person, time: Time) -> None:
    goes(ann, day(2027, 5, 1), day(2027, 5, 26))
    with nothing_changes():
        said = announces(ann, day(2027, 12, 26), day(2028, 1, 2))
        refused(said, 409, "no_vacation_left")
        assert "2027" in said.json["detail"]
    goes(ann, day(2027, 12, 27), day(2028, 1, 26))
    assert days_left(ann) == {2027: 0, 2028: 5}
    with nothing_changes():
        said = announces(ann, day(2028, 2, 1), day(2028, 2, 7))
        refused(said, 409, "no_vacation_left")
        assert "2028" in said.json["detail"]


def test_a_vacation_that_ends_with_the_year_uses_nothing_of_the_next(ann: Person) -> None:
    goes(ann, day(2027, 12, 2), day(2028, 1, 1))
    assert days_left(ann) == {2027: 0, 2028: 30}
    goes(ann, day(2028, 1, 1), day(2028, 1, 31))


def test_the_year_is_that_of_utc(ann: Person) -> None:
    writes(ann, "2028-01-01T00:00:00+01:00", "2028-01-02T00:00:00+01:00")
    left = [one["left"] for one in ann.get("/me/vacations").json["allowance"]["years"]]
    assert left == ["PT719H", "PT697H"]


def test_february_has_a_day_more_in_a_leap_year(ann: Person, settings: Any, time: Time) -> None:
    settings.TIDE_VACATION_DAYS = 29
    goes(ann, day(2028, 2, 1), day(2028, 3, 1))
    assert days_left(ann) == {2027: 29, 2028: 0}


@pytest.mark.parametrize(("year", "days"), [(2028, 366), (2029, 365)])
def test_all_of_a_year_can_be_a_vacation_where_the_operator_allows_it(
    settings: Any, time: Time, year: int, days: int
) -> None:
    settings.TIDE_VACATION_DAYS = days
    time.comes(day(year, 1, 1))
    ann = Person.signs_up("ann")
    goes(ann, day(year, 1, 1), day(year + 1, 1, 1))
    assert days_left(ann) == {year: 0, year + 1: days}


def test_where_the_operator_allows_none_there_is_none(ann: Person, settings: Any) -> None:
    settings.TIDE_VACATION_DAYS = 0
    with nothing_changes():
        refused(announces(ann, day(2027, 8, 1), day(2027, 8, 2)), 409, "no_vacation_left")


# -- overlaps


@pytest.mark.parametrize(
    ("since", "until"), [(5, 12), (12, 18), (18, 25), (8, 22), (10, 20)], ids=str
)
def test_two_vacations_may_not_overlap(ann: Person, since: int, until: int) -> None:
    goes(ann, day(2027, 8, 10), day(2027, 8, 20))
    with nothing_changes():
        said = announces(ann, day(2027, 8, since), day(2027, 8, until))
        refused(said, 409, "vacation_overlaps")


def test_but_one_may_begin_when_another_ends(ann: Person) -> None:
    goes(ann, day(2027, 8, 10), day(2027, 8, 15))
    goes(ann, day(2027, 8, 15), day(2027, 8, 20))
    goes(ann, day(2027, 8, 5), day(2027, 8, 10))
    assert days_left(ann)[2027] == 15


# -- ended


def test_a_vacation_can_be_ended_early_and_the_rest_of_it_used_again(
    ann: Person, time: Time
) -> None:
    address = goes(ann, MONDAY, MONDAY + 20 * DAY)
    time.goes_on(days=5)
    said = ann.delete(address)
    assert (said.status, said.raw) == (204, b"")
    (shown,) = ann.get("/me/vacations").json["results"]
    assert moment(shown["until"]) == time.now
    assert days_left(ann)[2027] == 25
    with nothing_changes():
        refused(ann.delete(address), 409, "vacation_over")
    goes(ann, time.now, time.now + 25 * DAY)


def test_a_vacation_that_is_called_off_before_it_began_has_never_been(ann: Person) -> None:
    address = goes(ann, day(2027, 8, 10), day(2027, 8, 20))
    assert ann.delete(address).status == 204
    assert ann.get("/me/vacations").json["results"] == []
    assert days_left(ann)[2027] == 30
    with nothing_changes():
        refused(ann.delete(address), 409, "vacation_over")
    goes(ann, day(2027, 8, 5), day(2027, 8, 15))


def test_a_vacation_that_is_over_cannot_be_ended(ann: Person, time: Time) -> None:
    address = goes(ann, MONDAY, MONDAY + DAY)
    time.goes_on(days=1)
    with nothing_changes():
        refused(ann.delete(address), 409, "vacation_over")
        refused(ann.delete("/me/vacations/999999999"), 404, "vacation_not_found")


# -- deadlines


def test_a_vacation_moves_her_own_deadlines_and_nobody_elses(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    first, second = table(), table(clock={"per_turn": "PT48H"})
    time.goes_on(hours=10)
    goes(ann, time.now, time.now + 7 * DAY)
    assert dues(bob, first) == [MONDAY + 8 * DAY, MONDAY + DAY, MONDAY + DAY]
    assert dues(bob, second) == [MONDAY + 9 * DAY, MONDAY + 2 * DAY, MONDAY + 2 * DAY]
    assert moment(ann.sees(first)["mine"]["due_at"]) == MONDAY + 8 * DAY
    assert [moment(one["due_at"]) for one in ann.get("/me/turns").json["results"]] == [
        MONDAY + 8 * DAY,
        MONDAY + 9 * DAY,
    ]
    assert types(log(bob, first))[-2:] == ["vacation", "deadlines_moved"]
    (told,) = data(log(bob, first, "vacation"))
    assert (told["seat"], moment(told["from"]), moment(told["until"])) == (
        0,
        time.now,
        time.now + 7 * DAY,
    )
    (moved,) = data(log(bob, first, "deadlines_moved"))
    assert [moment(one["due_at"]) for one in moved["deadlines"]] == dues(bob, first)


def test_all_who_look_at_the_game_see_it(
    ann: Person, stranger: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    since, until = day(2027, 8, 1), day(2027, 8, 15)
    goes(ann, since, until)
    assert stranger.sees(game)["vacations"] == [
        {"seat": 0, "from": written(since), "until": written(until)}
    ]
    time.goes_on(days=170)
    assert stranger.sees(game)["vacations"] == []


def test_while_she_is_away_the_others_are_played_for_and_she_is_not(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    time.passes(days=1)
    asked = bob.sees(game)["turn"]["asked"]
    assert [one["answered"] for one in asked] == [False, True, True]
    time.passes(days=6)
    assert bob.sees(game)["turn"]["number"] == 1
    assert ann.seals_anything(game).status == 200
    assert bob.sees(game)["turn"]["number"] == 2
    assert ann.sees(game)["seats"][0]["away"] is None


def test_she_may_answer_from_her_vacation_and_uses_no_bank(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock={"per_turn": "PT10H", "bank": "PT4H"})
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    time.goes_on(hours=13)
    for person in (ann, bob, cat):
        person.seals_anything(game)
    assert [seat["bank"] for seat in bob.sees(game)["seats"]] == ["PT4H", "PT1H", "PT1H"]


def test_a_vacation_to_come_stops_the_turns_into_which_it_falls(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    goes(ann, MONDAY + 36 * HOUR, MONDAY + 36 * HOUR + 7 * DAY)
    game = table()
    assert dues(bob, game) == [MONDAY + DAY] * 3, "it has not begun by then"
    time.goes_on(hours=20)
    for person in (ann, bob, cat):
        person.seals_anything(game)
    assert dues(bob, game) == [MONDAY + 44 * HOUR + 7 * DAY, *[MONDAY + 44 * HOUR] * 2]


def test_ending_it_early_brings_the_deadline_back(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    address = goes(ann, MONDAY, MONDAY + 7 * DAY)
    time.goes_on(days=2)
    ann.delete(address)
    assert dues(ann, game)[0] == MONDAY + 3 * DAY
    assert ann.sees(game)["vacations"] == []
    time.passes(days=1)
    assert ann.sees(game)["turn"]["number"] == 2


def test_calling_it_off_leaves_the_deadline_as_it_was(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    address = goes(ann, MONDAY + 5 * HOUR, MONDAY + 7 * DAY)
    assert dues(ann, game)[0] == MONDAY + 7 * DAY + 19 * HOUR
    ann.delete(address)
    assert dues(ann, game) == [MONDAY + DAY] * 3


def test_a_game_that_does_not_allow_vacations_goes_on(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"vacations": False})
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    assert dues(bob, game) == [MONDAY + DAY] * 3
    assert bob.sees(game)["vacations"] == []
    assert log(bob, game, "vacation") == []
    time.passes(days=1)
    assert bob.sees(game)["turn"]["number"] == 2


def test_who_has_resigned_keeps_nobody_waiting_by_a_vacation(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    ann.post(f"/games/{game}/resign")
    assert dues(bob, game) == [MONDAY + DAY] * 3
    assert bob.sees(game)["vacations"] == []
    goes(ann, day(2027, 8, 1), day(2027, 8, 2))
    assert len(log(bob, game, "vacation")) == 1


def test_a_vacation_is_not_told_of_in_games_that_are_not_running(
    ann: Person, finished: Callable[..., str]
) -> None:
    not_begun, over = ann.opens(3), finished()
    goes(ann, day(2027, 8, 1), day(2027, 8, 2))
    for game in (not_begun, over):
        assert log(ann, game, "vacation") == []
    assert ann.sees(over)["vacations"] == []
    assert len(ann.sees(not_begun)["vacations"]) == 1, "who joins may see what is coming"


# -- more games than are told at once


def test_every_game_hears_of_it_however_many_there_are(
    ann: Person, bob: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vacations, "AT_ONCE", 2)
    games = [table() for _ in range(4)]
    address = goes(ann, MONDAY, MONDAY + 7 * DAY)
    for game in games:
        assert dues(bob, game) == [MONDAY + 8 * DAY, MONDAY + DAY, MONDAY + DAY]
        assert len(log(bob, game, "vacation")) == 1
    assert ann.delete(address).status == 204
    for game in games:
        assert dues(bob, game) == [MONDAY + DAY] * 3
        assert len(log(bob, game, "vacation")) == 2


def test_a_game_that_hears_of_it_after_it_was_ended_hears_when_it_ended(
    ann: Person,
    bob: Person,
    table: Callable[..., str],
    time: Time,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vacations, "AT_ONCE", 1)
    tell_others = vacations._tell_others
    games = sorted(table() for _ in range(2))
    ended: list[int] = []

    def end_meanwhile(player: Any, told: list[str], vacation: Any) -> None:
        if not ended:
            ended.append(vacation.pk)
            time.goes_on(hours=2)
            assert ann.delete(f"/me/vacations/{vacation.pk}").status == 204
        tell_others(player, told, vacation)

    monkeypatch.setattr(vacations, "_tell_others", end_meanwhile)
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    for game in games:
        assert dues(bob, game) == [MONDAY + DAY + 2 * HOUR, MONDAY + DAY, MONDAY + DAY]
        assert moment(data(log(bob, game, "vacation"))[-1]["until"]) == MONDAY + 2 * HOUR


# -- the process that announced it has died


@pytest.fixture
def dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vacation is written, and no game is told of it."""
    monkeypatch.setattr(vacations, "AT_ONCE", 0)
    monkeypatch.setattr(vacations, "_tell_others", lambda *_: None)


def test_the_clock_plays_for_nobody_whose_vacation_was_not_told(
    ann: Person, bob: Person, table: Callable[..., str], time: Time, dies: None
) -> None:
    game = table()
    bob.seals_anything(game)
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    assert dues(bob, game) == [MONDAY + DAY] * 3
    time.passes(days=1)
    assert bob.sees(game)["turn"]["number"] == 1
    assert dues(bob, game) == [MONDAY + 8 * DAY, MONDAY + DAY, MONDAY + DAY]
    asked = bob.sees(game)["turn"]["asked"]
    assert [one["answered"] for one in asked] == [False, True, True], "cat's time was up"
    assert len(log(bob, game, "deadlines_moved")) == 1
    assert Turn.objects.get(game=game).look_at == MONDAY + 8 * DAY
    time.passes(days=7)
    assert bob.sees(game)["turn"]["number"] == 2


def test_it_is_told_where_to_the_deadline_has_moved_also_if_nothing_else_was_due(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time, dies: None
) -> None:
    game = table()
    bob.seals_anything(game)
    cat.seals_anything(game)
    goes(ann, MONDAY, MONDAY + 7 * DAY)
    time.passes(days=1)
    (moved,) = data(log(bob, game, "deadlines_moved"))
    assert [moment(one["due_at"]) for one in moved["deadlines"]] == dues(bob, game)
    assert dues(bob, game)[0] == MONDAY + 8 * DAY


# -- refused


@pytest.mark.parametrize(
    ("since", "until", "pointer"),
    [
        ("2027-02-28T00:00:00Z", "2027-03-10T00:00:00Z", "/from"),
        ("2027-03-01T11:59:59Z", "2027-03-10T00:00:00Z", "/from"),
        ("0001-01-01T00:00:00+23:59", "2027-03-10T00:00:00Z", "/from"),
        ("2027-08-01T00:00:00Z", "2027-08-01T00:59:59Z", "/until"),
        ("2027-08-01T00:00:00Z", "2027-07-01T00:00:00Z", "/until"),
        ("2027-08-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "/until"),
        ("2028-02-20T00:00:00Z", "2028-03-01T12:00:01Z", "/until"),
        ("2028-02-20T00:00:00Z", "9999-12-31T23:59:59-23:59", "/until"),
        ("9999-12-31T22:00:00-23:59", "9999-12-31T23:59:59-23:59", "/until"),
        ("2027-02-29T00:00:00Z", "2027-03-10T00:00:00Z", "/from"),
        ("2027-08-01T25:00:00Z", "2027-08-10T00:00:00Z", "/from"),
        ("2027-08-01T00:00:00Z", "2027-08-10T00:00:60Z", "/until"),
        ("2027-08-01T00:00:00Z", "2027-08-10T00:00:00+24:00", "/until"),
        ("0000-01-01T00:00:00Z", "2027-08-10T00:00:00Z", "/from"),
    ],
    ids=str,
)
def test_what_cannot_be_a_vacation_is_refused_by_its_place(
    ann: Person, since: str, until: str, pointer: str
) -> None:
    with nothing_changes():
        said = ann.post("/me/vacations", {"from": since, "until": until})
        refused(said, 400, "invalid_vacation", pointer)


def test_the_longest_look_ahead_is_a_year(ann: Person) -> None:
    goes(ann, day(2028, 2, 20), MONDAY + 366 * DAY)


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "missing_field", "/until"),
        ({"from": "2027-08-01T00:00:00Z"}, "missing_field", "/until"),
        ({"from": None, "until": "2027-08-10T00:00:00Z"}, "wrong_type", "/from"),
        ({"until": 7}, "wrong_type", "/until"),
        ({"until": "2027-08-10"}, "wrong_format", "/until"),
        ({"until": "2027-08-10T00:00:00"}, "wrong_format", "/until"),
        ({"until": "2027-08-10 00:00:00Z"}, "wrong_format", "/until"),
        ({"until": "2027-08-10T00:00:00Z\n"}, "wrong_format", "/until"),
        ({"until": "in a week"}, "wrong_format", "/until"),
        ({"until": "2027-08-10T00:00:00Z", "game": "x"}, "unknown_field", "/game"),
    ],
    ids=str,
)
def test_a_body_out_of_shape_is_refused(ann: Person, body: Any, code: str, pointer: str) -> None:
    with nothing_changes():
        refused(ann.post("/me/vacations", body), 400, code, pointer)


def test_a_stranger_has_no_vacations(stranger: Person, db: None) -> None:
    refused(stranger.get("/me/vacations"), 401, "not_authenticated")
    refused(stranger.post("/me/vacations", {}), 401, "not_authenticated")
    refused(stranger.delete("/me/vacations/1"), 401, "not_authenticated")

"""The clock of a game over the API: deadlines, banks and hours of play, and vacations that stop it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.lobby import vacations
from tests.app.api.calls import (
    BANKS,
    DAY,
    HOUR,
    add_vacation,
    day,
    deadlines,
    iso,
    post_vacation,
    resign,
    seal_all,
)
from tests.app.api.events import data, log, sealing, types
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game, make_game
from tests.moving_time import MONDAY, Time, moment
from tests.people import People, Person

pytestmark = pytest.mark.usefixtures("time")

OFFICE = {
    "zone": "Europe/Berlin",
    "days": ["mon", "tue", "wed", "thu", "fri"],
    "from": "08:00",
    "to": "18:00",
}


def mine(person: Person, game: str) -> Any:
    return person.sees(game)["mine"]


def test_each_question_states_deadline_and_fallback(people: People, time: Time) -> None:
    ann, game = people[0], make_game(people, clock={"per_turn": "PT10H", "grace": "PT48H"})
    shown = mine(ann, game)
    assert moment(shown["due_at"]) == MONDAY + 58 * HOUR
    assert (shown["bank"], shown["fallback_by"]) == (None, "clock")
    assert shown["fallback"] in shown["legal_actions"]
    assert deadlines(ann, game) == [MONDAY + 58 * HOUR] * 3
    (question,) = ann.get("/me/turns").json["results"]
    for name in ("due_at", "bank", "fallback", "fallback_by", "legal_actions"):
        assert question[name] == shown[name]
    time.advance(hours=1)
    seal_all(game, *people)
    assert deadlines(ann, game) == [time.now + 10 * HOUR] * 3, "the first turn alone has the grace"


def test_a_seat_is_played_for_while_others_have_time(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people, clock=BANKS)
    seal_all(game, bob, cat)
    time.advance(hours=14)
    seal_all(game, ann)  # One hour is left in the bank of ann, and four in the others'.
    fallback, other = mine(ann, game)["fallback"], mine(ann, game)["legal_actions"][1]
    time.sweep_after(hours=11)
    seen = bob.sees(game)
    assert seen["turn"]["number"] == 2
    assert [one["answered"] for one in seen["turn"]["asked"]] == [True, False, False]
    receipt = mine(ann, game)["submission"]
    assert (receipt["turn"], receipt["seat"]) == (2, 0)
    assert data(log(bob, game, "sealed"))[-1] == sealing(receipt)
    with nothing_changes():
        refused(ann.seals(game, other), 409, "time_is_up")
        refused(ann.seals(game, fallback), 409, "time_is_up")
        refused(ann.delete(f"/games/{game}/turns/2/submission"), 409, "time_is_up")
        refused(ann.get(f"/games/{game}/turns/2/submission"), 404, "no_submission")
    seal_all(game, bob, cat)
    actions = bob.get(f"/games/{game}/turns/2").json["actions"]
    assert [one["by"] for one in actions] == ["clock", "player", "player"]
    assert actions[0]["action"] == fallback


def test_outside_of_the_hours_of_play_the_clock_stands_still(people: People, time: Time) -> None:
    friday_at_five = datetime(2027, 3, 26, 16, tzinfo=UTC)
    time.sweep_at(friday_at_five)
    ann, game = people[0], make_game(people, clock={"per_turn": "PT2H", "hours": OFFICE})
    # On the Sunday between the clocks are put forward: nine in the morning is seven by UTC.
    due = datetime(2027, 3, 29, 7, tzinfo=UTC)
    assert deadlines(ann, game) == [due] * 3
    time.sweep_at(due - timedelta(seconds=1))
    assert ann.sees(game)["turn"]["number"] == 1
    time.sweep_at(due)
    assert ann.sees(game)["turn"]["number"] == 2
    assert deadlines(ann, game) == [due + 2 * HOUR] * 3


# -- vacations


def days_left(person: Person) -> list[float]:
    """Return what is left of the allowances of this year and the next, in days."""
    years = person.get("/me/vacations").json["allowance"]["years"]
    assert [one["year"] - years[0]["year"] for one in years] == [0, 1]
    hours = [one["left"].removeprefix("PT").removesuffix("H") for one in years]
    return [int(left.removesuffix("0S") or 0) / 24 for left in hours]


def test_a_vacation_is_announced_and_listed_in_order(ann: Person, bob: Person, time: Time) -> None:
    since, until = day(2027, 8, 1), day(2027, 8, 15)
    said = post_vacation(ann, since, until)
    assert said.headers["Location"] == f"/api/v1/me/vacations/{said.json['id']}"
    assert (moment(said.json["from"]), moment(said.json["until"])) == (since, until)
    assert moment(said.json["created_at"]) == MONDAY
    listed = ann.get("/me/vacations").json
    assert (listed["results"], listed["allowance"]["days_a_year"]) == ([said.json], 30)
    assert days_left(ann) == [16, 30]
    now = ann.post("/me/vacations", {"until": iso(MONDAY + DAY)}).json
    assert moment(now["from"]) == MONDAY, "without a beginning it begins now"
    with nothing_changes():
        refused(bob.delete(f"/me/vacations/{now['id']}"), 404, "vacation_not_found")
        refused(ann.delete("/me/vacations/1"), 404, "vacation_not_found")
    time.advance(days=1)
    with nothing_changes():
        refused(ann.delete(f"/me/vacations/{now['id']}"), 409, "vacation_over")
    assert ann.get("/me/vacations").json["results"] == [now, said.json], "also one that is over"
    time.sweep_at(day(2028, 1, 1))
    assert ann.get("/me/vacations").json["results"] == [], "of this year and the next"


def test_a_moment_may_be_written_in_any_zone_and_the_year_is_that_of_utc(ann: Person) -> None:
    # The server itself never writes another zone than UTC, and the document says so.
    wish = {"from": "2028-01-01T00:00:00+02:00", "until": "2028-01-01T18:30:00.5-05:30"}
    token = {"Authorization": f"Bearer {ann.token}"}
    said = ann._client.post("/api/v1/me/vacations", wish, "application/json", headers=token).json()
    assert said["from"] == "2027-12-31T22:00:00Z"
    assert said["until"] == "2028-01-02T00:00:00.500000Z"
    left = [one["left"] for one in ann.get("/me/vacations").json["allowance"]["years"]]
    assert left == ["PT718H", "PT2505599S"]


def test_a_vacation_is_ended_early_and_the_rest_used_again(ann: Person, time: Time) -> None:
    address = add_vacation(ann, MONDAY, MONDAY + 20 * DAY)
    to_come = add_vacation(ann, day(2027, 8, 10), day(2027, 8, 20))
    time.advance(days=5)
    for one in (address, to_come):
        said = ann.delete(one)
        assert (said.status, said.raw) == (204, b"")
        with nothing_changes():
            refused(ann.delete(one), 409, "vacation_over")
    (shown,) = ann.get("/me/vacations").json["results"]
    assert moment(shown["until"]) == time.now
    assert days_left(ann) == [25, 30], "what was called off before it began has never been"
    add_vacation(ann, time.now, time.now + 25 * DAY)


def test_each_year_has_an_allowance(ann: Person, bob: Person, settings: Any) -> None:
    def refuse_vacation(person: Person, since: datetime, until: datetime, detail: str) -> None:
        with nothing_changes():
            said = post_vacation(person, since, until)
            refused(said, 409, "no_vacation_left")
            assert detail in said.json["detail"]

    add_vacation(ann, day(2027, 4, 1), day(2027, 4, 21))
    too_long = day(2027, 6, 11) + timedelta(seconds=1)
    refuse_vacation(ann, day(2027, 6, 1), too_long, "10.0 days")
    add_vacation(ann, day(2027, 6, 1), day(2027, 6, 6))
    # One over new year counts in each year for its days, and is refused if either has too few left.
    refuse_vacation(ann, day(2027, 12, 26), day(2028, 1, 2), "2027")
    add_vacation(ann, day(2027, 12, 27), day(2028, 1, 26))
    assert days_left(ann) == [0, 5]
    refuse_vacation(ann, day(2028, 2, 1), day(2028, 2, 7), "2028")
    settings.TIDE_MAX_VACATION_DAYS_PER_YEAR = 0
    refuse_vacation(bob, day(2027, 8, 1), day(2027, 8, 2), "0.0 days")


def test_two_vacations_may_not_overlap_but_touch(ann: Person) -> None:
    add_vacation(ann, day(2027, 8, 10), day(2027, 8, 20))
    for since, until in [(5, 12), (12, 18), (18, 25), (8, 22), (10, 20)]:
        with nothing_changes():
            said = post_vacation(ann, day(2027, 8, since), day(2027, 8, until))
            refused(said, 409, "vacation_overlaps")
    add_vacation(ann, day(2027, 8, 20), day(2027, 8, 25))
    add_vacation(ann, day(2027, 8, 5), day(2027, 8, 10))
    assert days_left(ann)[0] == 10


# -- what vacations do to deadlines


def test_a_vacation_moves_the_players_deadlines(people, stranger, time) -> None:
    ann, bob, _ = people
    first, second = make_game(people), make_game(people, clock={"per_turn": "PT48H"})
    time.advance(hours=10)
    address = add_vacation(ann, time.now, time.now + 7 * DAY)
    assert deadlines(bob, first) == [MONDAY + 8 * DAY, MONDAY + DAY, MONDAY + DAY]
    assert deadlines(bob, second) == [MONDAY + 9 * DAY, MONDAY + 2 * DAY, MONDAY + 2 * DAY]
    assert moment(ann.sees(first)["mine"]["due_at"]) == MONDAY + 8 * DAY
    own = [moment(one["due_at"]) for one in ann.get("/me/turns").json["results"]]
    assert own == [MONDAY + 8 * DAY, MONDAY + 9 * DAY]
    told = log(bob, first)[-2:]
    assert types(told) == ["vacation", "deadlines_moved"]
    away = {"seat": 0, "from": iso(time.now), "until": iso(time.now + 7 * DAY)}
    assert data(told)[0] == away
    assert [moment(one["due_at"]) for one in data(told)[1]["deadlines"]] == deadlines(bob, first)
    assert stranger.sees(first)["vacations"] == [away]
    time.advance(days=2)
    ann.delete(address)
    assert deadlines(ann, first)[0] == MONDAY + 3 * DAY, "it was ended early"
    assert stranger.sees(first)["vacations"] == []


def test_a_vacation_to_come_stops_the_turns_into_which_it_falls(people: People, time: Time) -> None:
    add_vacation(people[0], MONDAY + 36 * HOUR, MONDAY + 36 * HOUR + 7 * DAY)
    game = make_game(people)
    assert deadlines(people[1], game) == [MONDAY + DAY] * 3, "it has not begun by then"
    time.advance(hours=20)
    seal_all(game, *people)
    due = MONDAY + 44 * HOUR
    assert deadlines(people[1], game) == [due + 7 * DAY, due, due]


@pytest.mark.parametrize("allowed", [False, True], ids=["not allowed", "resigned"])
def test_a_vacation_may_keep_nobody_waiting(people: People, time: Time, allowed: bool) -> None:
    (ann, bob, _), game = people, make_game(people, absence={"vacations": allowed})
    add_vacation(ann, MONDAY, MONDAY + 7 * DAY)
    if allowed:
        resign(ann, game)
    assert deadlines(bob, game) == [MONDAY + DAY] * 3
    assert bob.sees(game)["vacations"] == []
    add_vacation(ann, day(2027, 8, 1), day(2027, 8, 2))
    assert len(log(bob, game, "vacation")) == int(allowed)
    time.sweep_after(days=1)
    assert bob.sees(game)["turn"]["number"] == 2


def test_games_that_are_not_running_hear_of_no_vacation(ann: Person, people: People) -> None:
    not_begun, over = ann.opens(3), make_finished_game(people)
    add_vacation(ann, day(2027, 8, 1), day(2027, 8, 2))
    for game in (not_begun, over):
        assert log(ann, game, "vacation") == []
    assert ann.sees(over)["vacations"] == []
    assert len(ann.sees(not_begun)["vacations"]) == 1, "who joins may see what is coming"


def test_every_game_of_many_hears_of_it(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacations, "AT_ONCE", 2)
    (ann, bob, _), games = people, [make_game(people) for _ in range(4)]
    address = add_vacation(ann, MONDAY, MONDAY + 7 * DAY)
    for game in games:
        assert deadlines(bob, game) == [MONDAY + 8 * DAY, MONDAY + DAY, MONDAY + DAY]
        assert len(log(bob, game, "vacation")) == 1
    assert ann.delete(address).status == 204
    for game in games:
        assert deadlines(bob, game) == [MONDAY + DAY] * 3
        assert len(log(bob, game, "vacation")) == 2


def test_an_untold_one_counts(people: People, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that should have told the games has died, once the vacation was written."""
    monkeypatch.setattr(vacations, "AT_ONCE", 0)
    monkeypatch.setattr(vacations, "_note_in_others", lambda *_: None)
    (ann, bob, _), game = people, make_game(people)
    bob.seals_anything(game)
    add_vacation(ann, MONDAY, MONDAY + 7 * DAY)
    assert deadlines(bob, game) == [MONDAY + DAY] * 3
    time.sweep_after(days=1)
    assert bob.sees(game)["turn"]["number"] == 1
    assert deadlines(bob, game) == [MONDAY + 8 * DAY, MONDAY + DAY, MONDAY + DAY]
    asked = bob.sees(game)["turn"]["asked"]
    assert [one["answered"] for one in asked] == [False, True, True], "cat's time was up"
    time.sweep_after(days=7)
    assert bob.sees(game)["turn"]["number"] == 2

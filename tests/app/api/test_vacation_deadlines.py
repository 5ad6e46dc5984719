"""What a vacation does to the deadlines of games, and how all of them hear of it."""

from collections.abc import Callable

import pytest

from games.lobby import vacations
from games.models import Turn
from tests.app.api.calls import DAY, HOUR, day, dues, goes, written
from tests.app.api.events import data, log, types
from tests.moving_time import MONDAY, Time, moment
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


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


# -- the process that announced it has died


@pytest.fixture
def dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vacation is written, and no game is told of it."""
    monkeypatch.setattr(vacations, "AT_ONCE", 0)
    monkeypatch.setattr(vacations, "_note_in_others", lambda *_: None)


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
    assert Turn.objects.get(game=game).next_check_at == MONDAY + 8 * DAY
    time.passes(days=7)
    assert bob.sees(game)["turn"]["number"] == 2

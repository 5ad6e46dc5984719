"""PUT and DELETE /games/{id}/pause: the clock stands still for as long as all have agreed."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game, Turn
from tests.app.api.calls import DAY, HOUR, agrees, dues, ends
from tests.app.api.events import data, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


@pytest.fixture
def paused(ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time) -> Any:
    """A game that is paused for two days, an hour after it began."""

    def play(**wish: Any) -> str:
        game = table(**wish)
        time.goes_on(hours=1)
        for person in (ann, bob, cat):
            assert agrees(person, game).status == 200
        return game

    return play


# -- agreeing


def test_a_pause_is_proposed_by_one_and_begins_when_all_have_agreed(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    due = dues(ann, game)
    said = agrees(bob, game)
    proposed = {"length": "PT48H", "length_seconds": 172_800, "agreed": [1]}
    assert said.json["pause"] == {**proposed, "from": None, "until": None}
    agrees(ann, game)
    assert ann.sees(game)["pause"]["agreed"] == [0, 1]
    assert dues(ann, game) == due
    time.goes_on(hours=1)
    said = agrees(cat, game)
    assert said.json == cat.sees(game)
    pause = said.json["pause"]
    assert (pause["length"], pause["agreed"]) == ("PT48H", [0, 1, 2])
    assert moment(pause["from"]) == time.now
    assert moment(pause["until"]) == time.now + 2 * DAY
    assert dues(ann, game) == [MONDAY + 3 * DAY] * 3
    told = log(ann, game)
    since = types(told).index("turn_opened") + 1
    assert types(told)[since:] == [*["pause_agreed"] * 3, "paused", "deadlines_moved"]
    assert [one["seat"] for one in data(log(ann, game, "pause_agreed"))] == [1, 0, 2]
    (moved,) = data(log(ann, game, "deadlines_moved"))
    assert [moment(one["due_at"]) for one in moved["deadlines"]] == dues(ann, game)


def test_to_agree_twice_is_to_agree_once(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    agrees(ann, game)
    with nothing_changes():
        assert agrees(ann, game).status == 200
    assert len(log(ann, game, "pause_agreed")) == 1


def test_another_length_is_a_new_proposal(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    agrees(ann, game, "P2D")
    agrees(bob, game, "P2D")
    said = agrees(cat, game, "P3D")
    assert said.json["pause"]["length"] == "PT72H"
    assert said.json["pause"]["agreed"] == [2]
    agrees(ann, game, "PT72H")
    assert agrees(bob, game, "P3D").json["pause"]["until"] is not None, "the same length"


def test_bots_and_who_is_absent_need_not_agree(
    ann: Person, bob: Person, cat: Person, time: Time
) -> None:
    game = ann.opens(4, bots=["random"], absence={"bot_after": 1})
    bob.joins(game)
    cat.joins(game)
    ann.seals_anything(game)
    bob.seals_anything(game)
    time.passes(hours=24)
    assert ann.sees(game)["seats"][2]["away"] == "absent"
    agrees(ann, game)
    assert agrees(bob, game).json["pause"]["from"] is not None


def test_a_pause_begins_when_the_last_who_had_not_agreed_resigns(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    agrees(ann, game)
    agrees(bob, game)
    assert ann.sees(game)["pause"]["from"] is None
    cat.post(f"/games/{game}/resign")
    assert ann.sees(game)["pause"]["from"] is not None


def test_a_pause_begins_when_the_last_who_had_not_agreed_has_missed_too_many_turns(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time_passes: Callable[..., None],
) -> None:
    game = table(absence={"bot_after": 1})
    agrees(ann, game)
    agrees(bob, game)
    ann.seals_anything(game)
    bob.seals_anything(game)
    time_passes(game)
    seen = ann.sees(game)
    assert seen["seats"][2]["away"] == "absent"
    assert seen["pause"]["from"] is not None


def test_who_has_taken_over_a_seat_has_agreed_to_nothing(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    agrees(bob, game)
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    dan.post(f"/games/{game}/seats/1/take")
    agrees(ann, game)
    assert agrees(cat, game).json["pause"]["agreed"] == [0, 2]
    assert agrees(dan, game).json["pause"]["from"] is not None


# -- while it lasts


def test_while_it_lasts_nobody_is_played_for_and_moves_can_be_made(
    ann: Person, bob: Person, cat: Person, paused: Callable[..., str], time: Time
) -> None:
    game = paused()
    time.passes(hours=47)
    assert ann.sees(game)["turn"]["number"] == 1
    for person in (ann, bob, cat):
        person.seals_anything(game)
    assert ann.sees(game)["turn"]["number"] == 2
    assert dues(ann, game) == [time.now + HOUR + DAY] * 3, "the rest of the pause comes on top"


def test_it_ends_by_itself(ann: Person, paused: Callable[..., str], time: Time) -> None:
    game = paused()
    time.passes(days=2)
    assert ann.sees(game)["pause"] is None
    time.passes(hours=22)
    assert ann.sees(game)["turn"]["number"] == 1
    time.passes(hours=1)
    assert ann.sees(game)["turn"]["number"] == 2
    assert ann.sees(game)["seats"][0]["missed"] == 1


@pytest.mark.parametrize("agreed", [1, 3])
def test_no_pause_outlives_its_game(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], agreed: int
) -> None:
    game = table()
    for person in (ann, bob, cat)[:agreed]:
        agrees(person, game)
    Turn.objects.filter(game=game).update(closed_at=MONDAY)
    Game.objects.filter(pk=game).update(
        status="finished", result={"scores": [0, 0, 0], "winners": [0]}
    )
    assert ann.sees(game)["pause"] is None


# -- ending it


def test_anybody_may_end_it_and_the_clock_goes_on(
    bob: Person, paused: Callable[..., str], time: Time
) -> None:
    game = paused()
    time.goes_on(hours=5)
    said = ends(bob, game)
    assert (said.status, said.raw) == (204, b"")
    assert bob.sees(game)["pause"] is None
    assert dues(bob, game) == [MONDAY + DAY + 5 * HOUR] * 3
    assert types(log(bob, game))[-2:] == ["pause_ended", "deadlines_moved"]
    assert data(log(bob, game, "pause_ended")) == [{"seat": 1}]
    time.passes(hours=22.9)
    assert bob.sees(game)["turn"]["number"] == 1
    time.passes(hours=0.1)
    assert bob.sees(game)["turn"]["number"] == 2


def test_anybody_may_drop_what_was_proposed(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    agrees(ann, game)
    assert ends(bob, game).status == 204
    assert bob.sees(game)["pause"] is None
    assert data(log(bob, game, "pause_dropped")) == [{"seat": 1}]
    assert log(bob, game, "deadlines_moved") == []
    agrees(bob, game)
    assert bob.sees(game)["pause"]["agreed"] == [1]


def test_a_pause_that_is_over_cannot_be_ended(
    ann: Person, paused: Callable[..., str], time: Time
) -> None:
    game = paused()
    time.goes_on(hours=48)
    with nothing_changes():
        refused(ends(ann, game), 404, "not_paused")


# -- refused


def test_the_operator_says_how_long_a_pause_may_be(
    ann: Person, table: Callable[..., str], settings: Any
) -> None:
    settings.TIDE_MAX_PAUSE = DAY
    game = table()
    refused(agrees(ann, game, "PT24H1S"), 400, "invalid_pause", "/length")
    assert agrees(ann, game, "PT24H").status == 200


def test_a_game_that_is_paused_is_not_paused_again(ann: Person, paused: Callable[..., str]) -> None:
    game = paused()
    with nothing_changes():
        refused(agrees(ann, game), 409, "already_paused")
        refused(agrees(ann, game, "PT1H"), 409, "already_paused")
